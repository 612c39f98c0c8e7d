"""A module that counts its calls in a plain int."""
import torch


class Warmup(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 2

    def forward(self, x):
        self.calls += 1
        return x * self.calls


model = torch.compile(Warmup(), backend="eager")
for _ in range(5):
    model(torch.ones(4))
