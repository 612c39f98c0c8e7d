"""Code that branches on a size."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def reduced(x):
    if not FIXED and x.shape[0] > 16:
        return x[:16].sum(0)
    return x.sum(0)


for rows in [4, 8, 32]:
    x = torch.randn(rows, 3)
    reduced(x[:16] if FIXED else x)
