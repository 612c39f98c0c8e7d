"""A wrapper that takes *args."""
import torch


@torch.compile(backend="eager")
def total(*args):
    return args[0].sum(0) + args[1]


for rows in [6, 10, 8]:
    total(torch.randn(rows, 5), torch.randn(5))
