"""A model that takes its inputs as **kwargs."""
import torch


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.nn.Embedding(50, 8)
        self.head = torch.nn.Linear(8, 3)

    def forward(self, **kwargs):
        return self.head(self.table(kwargs["input_ids"]).mean(1))


model = torch.compile(Classifier().eval(), backend="eager")
with torch.no_grad():
    for length in [9, 14, 11]:
        model(input_ids=torch.randint(0, 50, (4, length)))
