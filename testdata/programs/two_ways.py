"""Two causes in one function: the size changes, and so does the dtype."""
import torch


@torch.compile(backend="eager")
def energy(signal):
    return (signal * signal).mean(0)


for rows, dtype in [(20, torch.float32), (30, torch.float32), (30, torch.float64)]:
    energy(torch.ones(rows, 2, dtype=dtype))
