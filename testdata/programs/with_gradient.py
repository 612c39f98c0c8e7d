"""The same loss for training and for scoring: one input requires a gradient."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def loss(x):
    return (x * x).sum()


loss(torch.randn(6))
x = torch.randn(6, requires_grad=True)
loss(x.detach() if FIXED else x)
