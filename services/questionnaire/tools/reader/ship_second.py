"""Writes the second judge as the service ships it: data/models/second-judge.onnx, and its line of manifest.json.

    python3 ship_second.py SECOND.pt BASE ../../data/models
"""

import hashlib
import json
import sys
from pathlib import Path

import torch
from export import export, smoothed
from second_judge import LONGEST, LowerHalf, SecondPairReader, UpperHalf, buckets, padded
from ship import USUAL
from torch import Tensor, nn
from train import contrast_pairs

LINEAR = ("q", "k", "v", "o", "up", "down")
NAME = "second-judge.onnx"


class Whole(nn.Module):
    """Both halves, for one pair at a time with 32-bit inputs: nothing is padded, so that only relative places bias attention."""

    def __init__(self, lower: LowerHalf, upper: UpperHalf) -> None:
        super().__init__()
        self.words, self.places, self.norm = lower.words, lower.places, lower.norm
        self.lower, self.upper, self.kinds, self.dense, self.head = lower.layers, upper.layers, upper.kinds, upper.dense, upper.head
        self.register_buffer("relative", lower.relative)
        self.register_buffer("buckets", buckets(LONGEST))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        ids, kinds, mask = ids.long(), kinds.long(), mask.long()
        length = ids.shape[1]
        x = self.norm(self.words(ids) + self.places[:length])
        bias = self.relative[self.buckets[:length, :length]].permute(2, 0, 1)[None]
        for layer in self.lower:
            x = layer(x, bias)
        x = x + self.kinds(kinds)
        for layer in self.upper:
            x = layer(x, bias)
        weight = (mask * kinds)[:, :, None].to(x.dtype)
        mean = (x * weight).sum(1) / weight.sum(1).clamp(min=1)
        return self.head(torch.tanh(self.dense(torch.cat([x[:, 0], mean], 1))))


def main() -> None:
    """Exports the model and writes its line of the manifest."""
    base, out = Path(sys.argv[2]), Path(sys.argv[3])
    upper = UpperHalf(base)
    upper.load_state_dict({name: weights.float() for name, weights in torch.load(sys.argv[1]).items()})
    reader = SecondPairReader()
    pairs = contrast_pairs(Path(__file__).parent / "contrast")
    usual = [padded([reader.pair(*pair)]) for *pair, _ in pairs[:: len(pairs) // USUAL]]
    whole = Whole(LowerHalf(base), upper)
    model = smoothed(whole, lambda m: [*m.lower, *m.upper], lambda m: m, lambda m: [m(*pair) for pair in usual], LINEAR)
    ids = torch.randint(5, 1000, (1, 16), dtype=torch.int32)
    ones = torch.ones_like(ids)
    kinds = ones.clone()
    kinds[:, :8] = 0
    export(model, {"ids": ids, "kinds": kinds, "mask": ones}, "scores", out / NAME)
    (out / NAME).with_suffix(".fp32.onnx").unlink()
    manifest = json.loads((out / "manifest.json").read_text())
    data = (out / NAME).read_bytes()
    manifest["files"][NAME] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest["files"] = dict(sorted(manifest["files"].items()))
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
