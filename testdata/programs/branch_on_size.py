"""Code that branches on a size."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def reduced(x):
    if FIXED:
        return x[:16].sum(0)
    if x.shape[0] > 16:
        return x[:16].sum(0)
    return x.sum(0)


for rows in [4, 8, 32]:
    reduced(torch.randn(rows, 3))
