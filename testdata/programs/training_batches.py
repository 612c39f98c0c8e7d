"""Training with a backward pass; the batches are of several sizes."""
import torch

net = torch.nn.Linear(12, 2)


@torch.compile(backend="aot_eager")
def loss(x, y):
    return torch.nn.functional.mse_loss(net(x), y)


for rows in [8, 8, 5, 7]:
    loss(torch.randn(rows, 12), torch.randn(rows, 2)).backward()
