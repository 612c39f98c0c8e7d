"""A string that selects one of a few paths."""
import torch


@torch.compile(backend="eager")
def activate(x, mode):
    if mode == "relu":
        return torch.relu(x)
    return torch.tanh(x) if mode == "tanh" else torch.sigmoid(x)


for mode in ["relu", "tanh", "sigmoid", "relu", "tanh"]:
    activate(torch.randn(5), mode)
