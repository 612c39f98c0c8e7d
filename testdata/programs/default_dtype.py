"""The default dtype is changed between calls."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def shifted(x):
    return x + torch.ones(4, dtype=x.dtype)


for dtype in [torch.float32, torch.float64]:
    if not FIXED:
        torch.set_default_dtype(dtype)
    shifted(torch.arange(4, dtype=torch.float32))
