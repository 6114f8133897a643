"""Writes a model as ONNX with int8 weights and activations measured a row at a time, so that a text's figures depend on that text alone."""

import copy
from collections.abc import Callable, Iterable
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from encoder import mean_of
from torch import Tensor, nn

#: How much of an outlier moves from the activations to the weights.
MOVED = 0.8
LINEAR = ("query", "key", "value", "out", "up", "down")


class Smooth(nn.Module):
    """A linear layer whose inputs are first brought to one size; its weights take up what they lost (SmoothQuant, Xiao et al., 2023)."""

    def __init__(self, linear: nn.Linear, largest: Tensor) -> None:
        super().__init__()
        weights = linear.weight.detach()
        scale = largest.clamp(min=1e-3) ** MOVED / weights.abs().amax(0).clamp(min=1e-4) ** (1 - MOVED)
        scale = scale / scale.median()
        self.shrink = nn.Parameter(1 / scale)
        self.linear = copy.deepcopy(linear)
        self.linear.weight = nn.Parameter(weights * scale)

    def forward(self, x: Tensor) -> Tensor:
        return self.linear(x * self.shrink)


class WordRows(nn.Module):
    """Word vectors as int8 with a scale a word; one scale for all words would be set by the longest vector."""

    def __init__(self, words: nn.Embedding) -> None:
        super().__init__()
        weights = words.weight.detach()
        sizes = weights.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("rows", (weights / sizes).round().to(torch.int8))
        self.register_buffer("sizes", sizes)

    def forward(self, ids: Tensor) -> Tensor:
        return self.rows[ids].to(self.sizes.dtype) * self.sizes[ids]


@torch.no_grad()
def smoothed(
    model: nn.Module,
    layers: Callable[[nn.Module], Iterable[nn.Module]],
    words: Callable[[nn.Module], nn.Module],
    read: Callable[[nn.Module], object],
    names: tuple[str, ...] = LINEAR,
) -> nn.Module:
    """A copy that says the same and loses less in int8; `read` runs usual texts through it, to see the sizes of activations.

    `layers` gives its layers, whose linear ones are called `names`, and `words` the module that holds its word vectors as `words`.
    """
    copied = copy.deepcopy(model).eval()
    largest: dict[nn.Module, Tensor] = {}

    def see(module: nn.Module, inputs: tuple[Tensor, ...], _: Tensor) -> None:
        own = inputs[0].abs().amax(dim=(0, 1))
        largest[module] = torch.maximum(largest.get(module, own), own)

    linears = [(layer, name) for layer in layers(copied) for name in names]
    hooks = [getattr(layer, name).register_forward_hook(see) for layer, name in linears]
    read(copied)
    for hook in hooks:
        hook.remove()
    for layer, name in linears:
        setattr(layer, name, Smooth(getattr(layer, name), largest[getattr(layer, name)]))
    words(copied).words = WordRows(words(copied).words)
    return copied


class SentenceEncoder(nn.Module):
    """Token ids and mask → one vector of length 1 a text."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        states = self.model(ids, torch.zeros_like(ids), mask)
        return mean_of(states, mask)


def export(model: nn.Module, inputs: dict[str, Tensor], output: str, path: Path) -> None:
    """Writes `model` to `path` as int8 ONNX; every input and the output may have any batch and length."""
    plain = path.with_suffix(".fp32.onnx")
    torch.onnx.export(
        model.eval(),
        tuple(inputs.values()),
        str(plain),
        input_names=list(inputs),
        output_names=[output],
        dynamic_axes={name: {0: "batch", 1: "length"} for name in inputs} | {output: {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(plain), str(path), weight_type=QuantType.QInt8, per_channel=True)
