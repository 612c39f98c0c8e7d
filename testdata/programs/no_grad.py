"""The same function with and without gradients recorded."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def project(x):
    return torch.relu(x) * 2


with torch.set_grad_enabled(not FIXED):
    project(torch.randn(4))
with torch.no_grad():
    project(torch.randn(4))
