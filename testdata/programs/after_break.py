"""A graph break; the part behind it is compiled again when its size changes."""
import torch


@torch.compile
def step(x, mask):
    x = torch.relu(x)
    torch._dynamo.graph_break()
    return x[mask].sum(0)


@torch.compile
def select(x):
    rows = int((x > 0).sum())
    torch._dynamo.graph_break()
    y = torch.zeros(rows, 4) + 1
    torch._dynamo.graph_break()
    return y.cumsum(0)


for rows in [5, 7, 9]:
    x = torch.zeros(12)
    x[:rows] = 1
    select(x)
