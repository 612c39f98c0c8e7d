"""mark_dynamic only from the second call on."""
import torch


@torch.compile(backend="eager")
def doubled(x):
    return x * 2


for i, rows in enumerate([4, 5, 6]):
    x = torch.randn(rows, 3)
    if i > 0:
        torch._dynamo.mark_dynamic(x, 0)
    doubled(x)
