"""dynamic=True, and the first input happens to be square."""
import torch


@torch.compile(backend="eager", dynamic=True)
def normalise(x):
    return x / x.norm()


for rows in [6, 7, 9]:
    normalise(torch.randn(rows, 6))
