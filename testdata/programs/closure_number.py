"""A number that a function has from around it, and that changes."""
import torch


def make():
    shift = 3

    @torch.compile(backend="eager")
    def moved(x):
        return x + shift

    def call(x):
        nonlocal shift
        shift += 2
        return moved(x)

    return call


call = make()
for _ in range(4):
    call(torch.randn(5))
