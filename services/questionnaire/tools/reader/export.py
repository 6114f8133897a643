"""Writes a model as ONNX with int8 weights and activations measured a row at a time, so that a text's figures depend on that text alone."""

from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional


class SentenceEncoder(nn.Module):
    """Token ids and mask → one vector of length 1 a text."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        states = self.model(ids, torch.zeros_like(ids), mask)
        weight = mask[:, :, None].to(states.dtype)
        return functional.normalize((states * weight).sum(1) / weight.sum(1), dim=1)


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
