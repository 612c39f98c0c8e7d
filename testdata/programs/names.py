"""A new string each time, until the limit is reached."""
import torch


@torch.compile(backend="eager")
def tagged(x, name):
    return x + len(name)


for i in range(12):
    tagged(torch.randn(5), f"sample-{i}")
