"""A new string each time, until the limit is reached."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def tagged(x, name):
    return x + (name if FIXED else len(name))


for i in range(12):
    name = f"sample-{i}"
    tagged(torch.randn(5), torch.tensor(len(name)) if FIXED else name)
