"""An optional tensor."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def pooled(x, mask=None):
    return x.sum() if mask is None else (x * mask).sum()


pooled(torch.randn(6), torch.ones(6) if FIXED else None)
pooled(torch.randn(6), torch.ones(6))
