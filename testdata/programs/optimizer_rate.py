"""A compiled optimizer step with a schedule that sets a Python float."""
import sys
import torch

FIXED = "fixed" in sys.argv

model = torch.nn.Linear(6, 6)
optimizer = torch.optim.SGD(model.parameters(), lr=torch.tensor(0.1) if FIXED else 0.1)
schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.8)


@torch.compile(backend="eager")
def step():
    optimizer.step()


for _ in range(4):
    model(torch.randn(2, 6)).sum().backward()
    step()
    schedule.step()
