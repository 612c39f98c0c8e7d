"""The same function with and without gradients recorded."""
import torch


@torch.compile(backend="eager")
def project(x):
    return torch.relu(x) * 2


project(torch.randn(4))
with torch.no_grad():
    project(torch.randn(4))
