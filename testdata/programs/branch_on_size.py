"""Code that branches on a size."""
import torch


@torch.compile(backend="eager")
def reduced(x):
    if x.shape[0] > 16:
        return x[:16].sum(0)
    return x.sum(0)


for rows in [4, 8, 32]:
    reduced(torch.randn(rows, 3))
