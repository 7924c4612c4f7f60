#!/usr/bin/env python3
"""A small, real training: a PyTorch network learns a synthetic function, on one CPU thread.

Every step prints ``step N loss X`` with all digits. The same arguments and seed give the same lines,
also when the run is interrupted and goes on from a checkpoint, because the state of the optimizer,
of the random numbers and the order of the data are in the checkpoint. That is what makes it a test
of a scheduler: examples/preempt/compare holds an interrupted run against an undisturbed one.

How it stops is up to --mode:
  save-then-stop   saves when Weir asks, says so, and goes on until it is stopped
  stop-then-save   saves when SIGTERM arrives, then exits with 75
  periodic-only    saves every --save-every steps and never otherwise
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

SAVE_THEN_STOP, STOP_THEN_SAVE, PERIODIC = "save-then-stop", "stop-then-save", "periodic-only"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--width", type=int, default=128, help="width of the hidden layers")
    parser.add_argument("--examples", type=int, default=4096, help="size of the data set")
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save-every", type=int, default=50, help="0 = never by itself")
    parser.add_argument("--keep", type=int, default=3, help="newest checkpoints that stay")
    parser.add_argument(
        "--mode", choices=[SAVE_THEN_STOP, STOP_THEN_SAVE, PERIODIC], default=SAVE_THEN_STOP
    )
    parser.add_argument(
        "--in-place", action="store_true",
        help="save onto the same ckpt.pt again and again, which a crash can destroy",
    )
    parser.add_argument(
        "--pause", type=float, default=0.0, help="seconds to sleep per step, to look like a larger model"
    )
    parser.add_argument("--output", help="checkpoint folder outside Weir (default: ./checkpoints)")
    return parser.parse_args()


class Data:
    """Points and the values of a fixed function there, in an order that is shuffled every epoch."""

    def __init__(self, examples, seed):
        source = torch.Generator().manual_seed(seed)
        self.x = torch.rand(examples, 8, generator=source) * 4 - 2
        self.y = (torch.sin(self.x[:, :4]) * torch.cos(self.x[:, 4:])).sum(1, keepdim=True)
        self.order_source = torch.Generator().manual_seed(seed + 1)
        self.order = torch.randperm(examples, generator=self.order_source)
        self.at = 0

    def batch(self, size):
        if self.at + size > len(self.order):
            self.order = torch.randperm(len(self.order), generator=self.order_source)
            self.at = 0
        picked = self.order[self.at : self.at + size]
        self.at += size
        return self.x[picked], self.y[picked]

    def state(self):
        return {"order": self.order, "at": self.at, "source": self.order_source.get_state()}

    def load(self, state):
        self.order, self.at = state["order"], state["at"]
        self.order_source.set_state(state["source"])


class Training:
    def __init__(self, options):
        self.options = options
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        torch.manual_seed(options.seed)
        self.data = Data(options.examples, options.seed)
        width = options.width
        self.model = torch.nn.Sequential(
            torch.nn.Linear(8, width), torch.nn.ReLU(),
            torch.nn.Dropout(0.05),  # draws random numbers, so that their state matters
            torch.nn.Linear(width, width), torch.nn.ReLU(),
            torch.nn.Linear(width, 1),
        )
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=options.learning_rate)
        self.step = 0
        self.folder = Path(options.output or weir.checkpoint_directory() or "checkpoints")
        self.folder.mkdir(parents=True, exist_ok=True)

    def train_one(self):
        x, y = self.data.batch(self.options.batch)
        loss = torch.nn.functional.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.step += 1
        # repr of a Python float has all digits: equal lines are equal numbers.
        print(f"step {self.step} loss {loss.item()!r}", flush=True)

    def save(self):
        state = {
            "step": self.step,
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "random": torch.get_rng_state(),
            "data": self.data.state(),
        }
        if self.options.in_place:
            path = self.folder / "ckpt.pt"
            torch.save(state, path)
        else:
            path = self.folder / f"ckpt-{self.step}.pt"
            temporary = path.with_suffix(".tmp")
            with open(temporary, "wb") as out:
                torch.save(state, out)
                out.flush()
                os.fsync(out.fileno())
            os.replace(temporary, path)
            self.rotate()
        weir.checkpoint_done(self.step, path)
        print(f"saved step {self.step} to {path}", file=sys.stderr, flush=True)

    def rotate(self):
        def step_of(path):
            return int(path.stem.split("-")[1])

        for old in sorted(self.folder.glob("ckpt-*.pt"), key=step_of)[: -self.options.keep]:
            old.unlink()

    def resume(self):
        path = weir.resume_from()
        if path is None:
            print("starting from the beginning", file=sys.stderr, flush=True)
            return
        state = torch.load(path, weights_only=True)
        self.step = state["step"]
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        torch.set_rng_state(state["random"])
        self.data.load(state["data"])
        print(f"going on from step {self.step} of {path}", file=sys.stderr, flush=True)

    def run(self):
        options = self.options
        started, first = time.monotonic(), self.step
        while self.step < options.steps:
            self.train_one()
            if options.pause:
                time.sleep(options.pause)
            elapsed = max(time.monotonic() - started, 1e-9)
            rate = (self.step - first) * options.batch / elapsed
            weir.progress(self.step, of=options.steps, samples_per_s=rate, phase="train")
            wished = options.mode != PERIODIC and weir.checkpoint_requested()
            due = options.save_every and self.step % options.save_every == 0
            if wished or due or self.step == options.steps:
                self.save()
            if weir.stopping():
                return weir.EXIT_REQUEUE
        return 0


def main():
    options = arguments()
    if options.mode == STOP_THEN_SAVE:
        weir.catch_sigterm()
    training = Training(options)
    training.resume()
    return training.run()


if __name__ == "__main__":
    sys.exit(main())
