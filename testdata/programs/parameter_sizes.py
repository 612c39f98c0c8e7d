"""One function over parameters of several sizes."""
import torch


@torch.compile(backend="eager")
def squared(weight):
    return (weight * weight).sum()


with torch.no_grad():
    for rows in [4, 6, 8, 10]:
        squared(torch.nn.Parameter(torch.randn(rows, 3)))
