"""Training with an evaluation after each epoch."""
import torch

model = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.Dropout(0.2))
compiled = torch.compile(model, backend="eager")
for _ in range(2):
    model.train()
    compiled(torch.randn(3, 6))
    model.eval()
    compiled(torch.randn(3, 6))
