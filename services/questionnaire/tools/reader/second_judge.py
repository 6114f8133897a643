"""The second judge: all-mpnet-base-v2 (Apache-2.0), twelve layers, that reads a question together with a statement in its place.

The lower half stays as it is packaged, so that what it makes of a pair is computed once; the upper half and the head are taught.
`base` is a folder with the packaged `model.safetensors`; its vocabulary is the first judge's behind four marks of its own.
"""

import math
from pathlib import Path

import torch
from judge import CLS, LABELS, SEP, PairReader
from safetensors import safe_open
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, INNER, LAYERS, LOWER = 768, 12, 3072, 12, 6
#: The longest pair has 72 + 48 + 96 tokens and five marks.
LONGEST = 256
BEGIN, PAD, END, SHIFT = 0, 1, 2, 4
#: Names of a layer's weights, here and in the package.
NAMES = {
    "q": "attention.attn.q",
    "k": "attention.attn.k",
    "v": "attention.attn.v",
    "o": "attention.attn.o",
    "n1": "attention.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "n2": "output.LayerNorm",
}


class Layer(nn.Module):
    """Attention with a bias of relative places, then feed-forward, each with a residual and a norm after it."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.n1, self.n2 = nn.LayerNorm(WIDTH, eps=1e-5), nn.LayerNorm(WIDTH, eps=1e-5)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, _ = x.shape
        q, k, v = (f(x).view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2) for f in (self.q, self.k, self.v))
        scores = q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + bias
        attended = (scores.softmax(-1).to(v.dtype) @ v).transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.n1(x + self.o(attended))
        return self.n2(x + self.down(functional.gelu(self.up(x))))


def buckets(length: int) -> Tensor:
    """Distances of two places as MPNet counts them (Song et al., 2020): exact when near, logarithmic when far. [length, length]."""
    places = torch.arange(length)
    distance = places[:, None] - places[None, :]
    after = (distance < 0).long() * 16
    distance = distance.abs()
    far = 8 + (torch.log(distance.float().clamp(min=1) / 8) / math.log(128 / 8) * 8).long()
    return after + torch.where(distance < 8, distance, far.clamp(max=15))


def bias_of(relative: Tensor, mask: Tensor) -> Tensor:
    """What attention adds: for relative places, and against padding. mask [batch, length] → [batch, heads, length, length]."""
    length = mask.shape[1]
    near = relative[buckets(LONGEST)[:length, :length]].permute(2, 0, 1)[None]
    return near + ((1.0 - mask.float()) * -10000.0)[:, None, None, :]


def layers_of(base: Path, numbers: range) -> nn.ModuleList:
    """Layers with their packaged weights."""
    layers = nn.ModuleList(Layer() for _ in numbers)
    with safe_open(base / "model.safetensors", "pt") as packed:
        for layer, number in zip(layers, numbers):
            weights = {
                f"{own}.{kind}": packed.get_tensor(f"encoder.layer.{number}.{name}.{kind}")
                for own, name in NAMES.items()
                for kind in ("weight", "bias")
            }
            layer.load_state_dict(weights)
    return layers


class LowerHalf(nn.Module):
    """Token ids and mask, each [batch, length] → states [batch, length, 768]. Never taught."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH, eps=1e-5)
        with safe_open(base / "model.safetensors", "pt") as packed:
            self.words = nn.Embedding.from_pretrained(packed.get_tensor("embeddings.word_embeddings.weight"))
            # Places begin at 2, after what stood for padding.
            self.places = nn.Parameter(packed.get_tensor("embeddings.position_embeddings.weight")[2 : 2 + LONGEST])
            self.norm.load_state_dict({k: packed.get_tensor(f"embeddings.LayerNorm.{k}") for k in ("weight", "bias")})
            self.register_buffer("relative", packed.get_tensor("encoder.relative_attention_bias.weight"))
        self.layers = layers_of(base, range(LOWER))

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        x = self.norm(self.words(ids) + self.places[: ids.shape[1]])
        bias = bias_of(self.relative, mask)
        for layer in self.layers:
            x = layer(x, bias)
        return x


class UpperHalf(nn.Module):
    """States of the lower half, kinds (0 question, 1 evidence) and mask → scores [batch, labels] before softmax."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.layers = layers_of(base, range(LOWER, LAYERS))
        with safe_open(base / "model.safetensors", "pt") as packed:
            self.register_buffer("rel", packed.get_tensor("encoder.relative_attention_bias.weight"))
        self.kinds = nn.Embedding(2, WIDTH)
        nn.init.zeros_(self.kinds.weight)
        self.dropout = nn.Dropout(0.1)
        self.dense, self.head = nn.Linear(WIDTH * 2, WIDTH), nn.Linear(WIDTH, len(LABELS))

    def forward(self, x: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        bias = bias_of(self.rel, mask)
        x = x + self.kinds(kinds).to(x.dtype)
        for layer in self.layers:
            x = layer(x, bias)
        weight = (mask * kinds)[:, :, None].to(x.dtype)
        mean = (x * weight).sum(1) / weight.sum(1).clamp(min=1)
        return self.head(self.dropout(torch.tanh(self.dense(torch.cat([x[:, 0], mean], 1)))))


class SecondPairReader(PairReader):
    """Turns texts into what the second judge reads; the same as `pairForSecond` of `pair-tokens.ts` does."""

    def pair(self, question: str, context: str, statement: str) -> tuple[list[int], list[int]]:
        ids, kinds = super().pair(question, context, statement)
        parted = ids.index(SEP)
        own = [BEGIN if i == CLS else END if i == SEP else i + SHIFT for i in ids]
        return [*own[: parted + 1], END, *own[parted + 1 :]], [0, *kinds]


def padded(rows: list[tuple[list[int], list[int]]]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, kinds and mask of pairs, brought to one length."""
    length = max(len(ids) for ids, _ in rows)
    ids = torch.full((len(rows), length), PAD)
    kinds, mask = (torch.zeros(len(rows), length, dtype=torch.long) for _ in range(2))
    for row, (i, k) in enumerate(rows):
        ids[row, : len(i)], kinds[row, : len(k)], mask[row, : len(i)] = torch.tensor(i), torch.tensor(k), 1
    return ids, kinds, mask
