"""Blocks compiled one by one; each knows its number and scales by it."""
import torch


class Block(torch.nn.Module):
    def __init__(self, number):
        super().__init__()
        self.number = number
        self.linear = torch.nn.Linear(8, 8)

    def forward(self, x):
        return torch.relu(self.linear(x)) * self.number


blocks = [Block(i + 2) for i in range(5)]
for block in blocks:
    block.compile(backend="eager")
with torch.no_grad():
    x = torch.randn(3, 8)
    for block in blocks:
        x = block(x)
