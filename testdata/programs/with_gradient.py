"""The same loss for training and for scoring: one input requires a gradient."""
import torch


@torch.compile(backend="eager")
def loss(x):
    return (x * x).sum()


loss(torch.randn(6))
loss(torch.randn(6, requires_grad=True))
