"""A module whose attribute selects the activation, and is set between calls."""
import torch


class Cell(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(5, 5)
        self.style = "tanh"

    def forward(self, x):
        x = self.linear(x)
        return torch.tanh(x) if self.style == "tanh" else torch.sigmoid(x)


cell = Cell()
compiled = torch.compile(cell, backend="eager")
with torch.no_grad():
    for style in ["tanh", "sigmoid", "tanh"]:
        cell.style = style
        compiled(torch.randn(2, 5))
