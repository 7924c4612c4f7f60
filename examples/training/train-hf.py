#!/usr/bin/env python3
"""A tiny language model under the Hugging Face Trainer, which writes checkpoint-N by itself.

Knows nothing of Weir but WEIR_RESUME_FROM. Model and data are made on the spot: nothing is fetched.
"""

import argparse
import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments


class Tokens(torch.utils.data.Dataset):
    def __init__(self):
        self.rows = torch.randint(0, 64, (512, 16), generator=torch.Generator().manual_seed(1))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return {"input_ids": self.rows[index], "labels": self.rows[index]}


class Loss(TrainerCallback):
    def on_log(self, args, state, control, logs=None, **more):
        if logs and "loss" in logs:
            print(f"step {state.global_step} loss {logs['loss']!r}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--save-every", type=int, default=25)
    parser.add_argument("--output", default=os.environ.get("WEIR_CHECKPOINT_DIR", "checkpoints"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    model = GPT2LMHeadModel(
        GPT2Config(vocab_size=64, n_positions=16, n_embd=32, n_layer=2, n_head=2)
    )
    arguments = TrainingArguments(
        output_dir=options.output,
        max_steps=options.steps,
        save_steps=options.save_every,
        logging_steps=1,
        per_device_train_batch_size=8,
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
        seed=1,
    )
    trainer = Trainer(model=model, args=arguments, train_dataset=Tokens(), callbacks=[Loss()])
    trainer.train(resume_from_checkpoint=os.environ.get("WEIR_RESUME_FROM"))


if __name__ == "__main__":
    main()
