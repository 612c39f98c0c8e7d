"""A new lambda at each call."""
import torch


@torch.compile(backend="eager")
def apply(x, f):
    return f(x) + 1


for scale in [1, 2, 3]:
    apply(torch.randn(4), lambda x, scale=scale: x * 2)
