#!/usr/bin/env python3
"""The training of train.py's kind under PyTorch Lightning, which writes *.ckpt by itself.

Knows nothing of Weir: a job like this needs only its checkpoint folder named in the job file. It goes
on from the newest file that loads, which under Weir is the one that was verified (WEIR_RESUME_FROM).
"""

import argparse
import os

import lightning
import torch
from lightning.pytorch.callbacks import ModelCheckpoint


class Regression(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(
            torch.nn.Linear(8, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1)
        )

    def training_step(self, batch, index):
        x, y = batch
        loss = torch.nn.functional.mse_loss(self.net(x), y)
        print(f"step {self.global_step + 1} loss {loss.item()!r}", flush=True)
        return loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-3)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--save-every", type=int, default=50)
    parser.add_argument("--output", default=os.environ.get("WEIR_CHECKPOINT_DIR", "checkpoints"))
    parser.add_argument("--last", choices=["copy", "link", "no"], default="copy")
    options = parser.parse_args()
    torch.set_num_threads(1)
    lightning.seed_everything(1, verbose=False)
    source = torch.Generator().manual_seed(1)
    x = torch.rand(1024, 8, generator=source) * 4 - 2
    data = torch.utils.data.TensorDataset(x, torch.sin(x).sum(1, keepdim=True))
    trainer = lightning.Trainer(
        max_steps=options.steps,
        accelerator="cpu",
        logger=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        callbacks=[
            ModelCheckpoint(
                dirpath=options.output,
                every_n_train_steps=options.save_every,
                save_top_k=-1,
                save_last={"copy": True, "link": "link", "no": False}[options.last],
            )
        ],
    )
    trainer.fit(
        Regression(),
        torch.utils.data.DataLoader(data, batch_size=32, shuffle=True),
        ckpt_path=os.environ.get("WEIR_RESUME_FROM"),
    )


if __name__ == "__main__":
    main()
