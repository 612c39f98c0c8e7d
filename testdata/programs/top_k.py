"""A Python int as argument."""
import torch


@torch.compile(backend="eager")
def scaled(x, times):
    return x * times + 1


for times in [3, 5, 8, 4]:
    scaled(torch.randn(6), times)
