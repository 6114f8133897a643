"""Writes the models that the service ships: data/models/{judge,encoder}.onnx, the tokenizer's files and manifest.json.

    python3 ship.py JUDGE.pt ENCODER.pt ../../data/models
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path

import torch
from encoder import FOLDER, MiniLM
from export import SentenceEncoder, export, smoothed
from judge import Judge, PairReader, batch
from train import contrast_pairs
from torch import Tensor, nn

#: Pairs that are read to see how large activations become.
USUAL = 200


class JudgeInputs(nn.Module):
    """The judge with 32-bit inputs."""

    def __init__(self, judge: nn.Module) -> None:
        super().__init__()
        self.judge = judge

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        return self.judge(ids.long(), kinds.long(), mask.long())


class EncoderInputs(nn.Module):
    """The encoder with 32-bit inputs."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        return self.encoder(ids.long(), mask.long())


def main() -> None:
    """Exports both models and writes the manifest."""
    out = Path(sys.argv[3])
    out.mkdir(parents=True, exist_ok=True)
    judge, encoder = Judge(), MiniLM()
    judge.load_state_dict(torch.load(sys.argv[1]))
    encoder.load_state_dict(torch.load(sys.argv[2]))
    reader = PairReader()
    pairs = contrast_pairs(Path(__file__).parent / "contrast")
    usual = [batch([reader.pair(*pair)]) for *pair, _ in pairs[:: len(pairs) // USUAL]]
    ids = torch.randint(5, 1000, (2, 16), dtype=torch.int32)
    ones = torch.ones_like(ids)
    kinds = ones.clone()
    kinds[:, :8] = 0
    judge = smoothed(judge, lambda m: m.model.layers, lambda m: m.model, lambda m: [m(*pair) for pair in usual])
    encoder = smoothed(encoder, lambda m: m.layers, lambda m: m, lambda m: [m(i, torch.zeros_like(k), mask) for i, k, mask in usual])
    export(JudgeInputs(judge), {"ids": ids, "kinds": kinds, "mask": ones}, "scores", out / "judge.onnx")
    export(EncoderInputs(SentenceEncoder(encoder)), {"ids": ids, "mask": ones}, "vector", out / "encoder.onnx")
    for plain in out.glob("*.fp32.onnx"):
        plain.unlink()
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(FOLDER / name, out / name)
    files = {
        f.name: {"bytes": f.stat().st_size, "sha256": hashlib.sha256(f.read_bytes()).hexdigest()}
        for f in sorted(out.iterdir())
        if f.name not in ("manifest.json", "README.md")
    }
    # Kept vectors are good as long as what made them is the same; the judge makes none.
    makers = {name: facts for name, facts in files.items() if name != "judge.onnx"}
    version = hashlib.sha256(json.dumps(makers, sort_keys=True).encode()).hexdigest()[:12]
    (out / "manifest.json").write_text(json.dumps({"version": version, "files": files}, indent=2) + "\n")


if __name__ == "__main__":
    main()
