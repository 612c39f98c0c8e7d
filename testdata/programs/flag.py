"""A switch that selects one of two paths."""
import torch


@torch.compile(backend="eager")
def scores(x, normal):
    return x.softmax(-1) if normal else x * 1


for normal in [True, False, True]:
    scores(torch.randn(2, 7), normal)
