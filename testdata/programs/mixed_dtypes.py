"""Data that arrives as float32, float64 and float16."""
import torch


@torch.compile(backend="eager")
def centre(x):
    return x - x.mean()


for dtype in [torch.float32, torch.float64, torch.float16]:
    centre(torch.ones(8, dtype=dtype))
