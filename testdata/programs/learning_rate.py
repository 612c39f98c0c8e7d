"""A learning rate that decays, passed as a Python float."""
import torch


@torch.compile(backend="eager")
def update(weight, gradient, rate):
    return weight - rate * gradient


for epoch in range(4):
    update(torch.ones(8), torch.ones(8), 0.1 * 0.5**epoch)
