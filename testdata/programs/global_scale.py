"""A module constant that is changed between calls."""
import torch

SCALE = 2


@torch.compile(backend="eager")
def scale(x):
    return x * SCALE


for SCALE in [2, 3, 4]:
    scale(torch.ones(4))
