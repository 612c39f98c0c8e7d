"""A list that grows."""
import sys
import torch

FIXED = "fixed" in sys.argv


@torch.compile(backend="eager")
def merged(parts):
    if FIXED:
        return parts.sum()
    return sum(p.sum() for p in parts)


for count in [2, 3, 4]:
    parts = [torch.randn(4) for _ in range(count)]
    if FIXED:
        parts = torch.stack(parts)
        torch._dynamo.mark_dynamic(parts, 0)
    merged(parts)
