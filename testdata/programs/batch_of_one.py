"""A service that mostly gets batches, and now and then one request alone."""
import torch


@torch.compile(backend="eager")
def answer(x):
    return torch.tanh(x) * 2


for rows in [4, 6, 1, 5]:
    answer(torch.randn(rows, 8))
