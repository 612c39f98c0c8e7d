"""Pictures of other heights and widths at each call."""
import torch

conv = torch.nn.Conv2d(3, 4, 3, padding=1)


@torch.compile(backend="eager")
def features(picture):
    return conv(picture).relu().mean((2, 3))


with torch.no_grad():
    for height, width in [(16, 20), (18, 26), (24, 22)]:
        features(torch.randn(1, 3, height, width))
