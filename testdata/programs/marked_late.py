"""mark_dynamic only from the second call on."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def doubled(x):
    return x * 2


for i, rows in enumerate([4, 5, 6]):
    x = torch.randn(rows, 3)
    if i > 0 or FIXED:
        torch._dynamo.mark_dynamic(x, 0)
    doubled(x)
