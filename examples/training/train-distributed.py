#!/usr/bin/env python3
"""One model trained by several processes with torch.distributed (gloo, CPU).

Shows what a gang has to do for a checkpoint: the ranks agree on a wish by an all-reduce, so that they
all save after the same step, and say that it is complete only after a barrier. Rank, size and meeting
place come from RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT; without them it runs alone.
"""

import argparse
import os
import sys
import time
from pathlib import Path

try:
    import weir
except ImportError:  # not on the path: the copy that stands beside the examples
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
    import weir

import torch
import torch.distributed as dist


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=64, help="of all ranks together")
    parser.add_argument("--save-every", type=int, default=50, help="0 = never by itself")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds to sleep per step")
    parser.add_argument("--output", help="checkpoint folder outside Weir (default: ./checkpoints)")
    return parser.parse_args()


def batch(options, step, rank, size):
    """This rank's part of the batch of a step; a function of the step alone, so nothing to save."""
    source = torch.Generator().manual_seed(options.seed * 1_000_003 + step)
    x = torch.rand(options.batch, 8, generator=source) * 4 - 2
    y = torch.sin(x).sum(1, keepdim=True)
    return x[rank::size], y[rank::size]


def agreed(wish):
    flag = torch.tensor([1 if wish else 0])
    dist.all_reduce(flag, op=dist.ReduceOp.MAX)
    return bool(flag.item())


def save(folder, step, model, optimizer, rank):
    path = folder / f"ckpt-{step}.pt"
    if rank == 0:
        temporary = path.with_suffix(".tmp")
        with open(temporary, "wb") as out:
            torch.save(
                {"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, out
            )
            out.flush()
            os.fsync(out.fileno())
        os.replace(temporary, path)
    dist.barrier()  # complete for everybody, or for nobody
    weir.checkpoint_done(step, path)


def main():
    options = arguments()
    rank, size = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29500")
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    dist.init_process_group("gloo", rank=rank, world_size=size)
    model = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    folder = Path(options.output or weir.checkpoint_directory() or "checkpoints")
    folder.mkdir(parents=True, exist_ok=True)
    step = 0
    if weir.resume_from():
        state = torch.load(weir.resume_from(), weights_only=True)
        step = state["step"]
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        print(f"rank {rank} of {size} goes on from step {step}", file=sys.stderr, flush=True)
    while step < options.steps:
        x, y = batch(options, step, rank, size)
        loss = torch.nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
            parameter.grad /= size
        optimizer.step()
        step += 1
        mean = loss.detach() / size
        dist.all_reduce(mean)
        if rank == 0:
            print(f"step {step} loss {mean.item()!r}", flush=True)
        if options.pause:
            time.sleep(options.pause)
        weir.progress(step, of=options.steps, phase="train")
        due = options.save_every and step % options.save_every == 0
        if agreed(weir.checkpoint_requested()) or due or step == options.steps:
            save(folder, step, model, optimizer, rank)
    dist.destroy_process_group()
    return 0


if __name__ == "__main__":
    sys.exit(main())
