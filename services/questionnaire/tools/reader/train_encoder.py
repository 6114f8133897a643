"""Teaches the encoder on the same pairs as the judge: what answers lies near its question, what only sounds like it lies further.

    python3 train_encoder.py MINED [MINED ...] OUT.pt [--epochs 1] [--rate 2e-5] [--contrast DIR] [--tune name,name] [--seed 7]

A sigmoid loss over the rows of a batch (Zhai et al., 2023): every question with every statement of its company, so that a cosine means
the same for all questions; of a contrast set, with its own statements only. Prints, of the tuning companies: pairs told apart by cosine, and answerable questions told from gaps by the best cosine.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from encoder import LONGEST, MiniLM, tokenizer
from torch import Tensor
from torch.nn import functional

ANSWERING = ("yes", "no", "value", "part", "planned")
CONTRAST = "contrast sets"
Row = tuple[str, list[str], list[str]]


def searched(context: str, statement: str) -> str:
    """What the service encodes of a statement: `searchTextOf` in judge-text.ts."""
    return f"{context}: {statement}" if context else statement


def rows_of(company: list[dict], rng: random.Random) -> list[Row]:
    """(question, what answers, what does not) of one company."""
    rows = []
    for row in company:
        good = [searched(c["context"], c["text"]) for c in row["candidates"] if c["label"] in ANSWERING]
        bad = [searched(c["context"], c["text"]) for c in row["candidates"] if c["label"] not in ANSWERING]
        rows.append((row["question"], good, rng.sample(bad, min(4, len(bad)))))
    return rows


def contrast_rows(folder: Path) -> list[Row]:
    """The same of the contrast sets."""
    lines = [line for f in sorted(folder.glob("*.jsonl")) for line in f.read_text(encoding="utf-8").splitlines() if line.strip()]
    rows = []
    for row in map(json.loads, lines):
        good = [searched(place, said) for place, said, label in row["set"] if label in ANSWERING]
        bad = [searched(place, said) for place, said, label in row["set"] if label not in ANSWERING]
        rows.append((row["question"], good, bad))
    return rows


class Texts:
    """Turns texts into token ids, and token ids into vectors of length 1."""

    def __init__(self, model: MiniLM) -> None:
        self.model, self.tokenizer = model, tokenizer()

    def vectors(self, texts: list[str]) -> Tensor:
        rows = [self.tokenizer.encode(t).ids for t in texts]
        rows = [r if len(r) <= LONGEST else r[: LONGEST - 1] + r[-1:] for r in rows]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        out: list[Tensor] = [torch.empty(0)] * len(rows)
        for start in range(0, len(order), 32):
            chosen = order[start : start + 32]
            length = max(len(rows[i]) for i in chosen)
            ids = torch.zeros(len(chosen), length, dtype=torch.long)
            mask = torch.zeros_like(ids)
            for at, i in enumerate(chosen):
                ids[at, : len(rows[i])] = torch.tensor(rows[i])
                mask[at, : len(rows[i])] = 1
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = self.model(ids, torch.zeros_like(ids), mask)
            weight = mask[:, :, None].float()
            for i, vector in zip(chosen, functional.normalize((states.float() * weight).sum(1) / weight.sum(1), dim=1)):
                out[i] = vector
        return torch.stack(out)


def auc(good: list[float], bad: list[float]) -> float:
    """How often a good one stands above a bad one."""
    a, b = torch.tensor(good), torch.tensor(bad)
    return float((a[:, None] > b[None, :]).float().mean())


@torch.inference_mode()
def figures(texts: Texts, companies: dict[str, list[dict]]) -> dict[str, float]:
    """Of the tuning companies: pairs told apart, and answerable questions told from gaps."""
    texts.model.eval()
    good, bad, answerable, gaps, first = [], [], [], [], 0
    for rows in companies.values():
        for row in rows:
            vectors = texts.vectors([row["question"]] + [searched(c["context"], c["text"]) for c in row["candidates"]])
            cosines = (vectors[1:] @ vectors[0]).tolist()
            right = [c["label"] in ANSWERING for c in row["candidates"]]
            for cosine, answers in zip(cosines, right):
                (good if answers else bad).append(cosine)
            (gaps if row["expect"] == "gap" else answerable).append(max(cosines))
            first += row["expect"] != "gap" and right[cosines.index(max(cosines))]
    return {"auc": auc(good, bad), "gaps": auc(answerable, gaps), "first": first / len(answerable)}


def batches_of(groups: dict[str, list[Row]], size: int, rng: random.Random) -> list[tuple[str, list[Row]]]:
    """Batches of one group each, in random order; what is left over of a group waits for the next epoch."""
    batches = []
    for name, rows in groups.items():
        rng.shuffle(rows)
        batches += [(name, rows[i : i + size]) for i in range(0, len(rows) - size + 1, size)]
    rng.shuffle(batches)
    return batches


def main() -> None:
    """Reads the command line, trains, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("mined", nargs="+")
    parser.add_argument("out")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-5)
    parser.add_argument("--tune", default="")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--contrast", default="")
    parser.add_argument("--start", default="")
    parser.add_argument("--size", type=int, default=24)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    names = set(args.tune.split(","))
    files = [f for folder in args.mined for f in sorted(Path(folder).glob("*.json"))]
    companies = {f.stem: json.loads(f.read_text(encoding="utf-8")) for f in files}
    tune = {n: rows for n, rows in companies.items() if n in names}
    groups = {n: rows_of(company, rng) for n, company in companies.items() if n not in names}
    if args.contrast:
        groups[CONTRAST] = contrast_rows(Path(args.contrast))
    texts = Texts(MiniLM())
    if args.start:
        texts.model.load_state_dict(torch.load(args.start))
    texts.model.words.weight.requires_grad_(False)
    print(f"{len(companies) - len(tune)} companies, {sum(map(len, groups.values()))} questions; before: {figures(texts, tune)}", flush=True)
    slope, shift = torch.nn.Parameter(torch.tensor(12.0)), torch.nn.Parameter(torch.tensor(-7.0))
    parameters = [p for p in texts.model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW([{"params": parameters, "lr": args.rate}, {"params": [slope, shift], "lr": 1e-2}], weight_decay=0.01)
    steps = args.epochs * len(batches_of(groups, args.size, rng))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [args.rate, 1e-2], total_steps=steps + 1, pct_start=0.1, anneal_strategy="linear")
    started, step = time.time(), 0
    for epoch in range(args.epochs):
        texts.model.train()
        total = 0.0
        for name, chosen in batches_of(groups, args.size, rng):
            said, owner, answers = [], [], []
            for i, (_, good, bad) in enumerate(chosen):
                for statement, label in [(s, 1.0) for s in rng.sample(good, min(2, len(good)))] + [
                    (s, 0.0) for s in rng.sample(bad, min(2, len(bad)))
                ]:
                    said.append(statement)
                    owner.append(i)
                    answers.append(label)
            vectors = texts.vectors([q for q, _, _ in chosen] + said)
            scores = vectors[: len(chosen)] @ vectors[len(chosen) :].T * slope + shift
            mine = torch.tensor(owner)[None, :] == torch.arange(len(chosen))[:, None]
            wanted = mine * torch.tensor(answers)[None, :]
            # A question's own statements tell more than those of other questions, which are many and easy.
            weight = torch.where(mine, 1.0, 0.0 if name == CONTRAST else 2.0 / len(chosen))
            loss = (functional.binary_cross_entropy_with_logits(scores, wanted, reduction="none") * weight).sum() / weight.sum()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            total += float(loss.detach())
            if step % 50 == 0:
                print(f"  step {step}/{steps}, loss {total / 50:.3f}, {time.time() - started:.0f} s", flush=True)
                total = 0.0
        print(f"epoch {epoch + 1}: {figures(texts, tune)}, {time.time() - started:.0f} s", flush=True)
    torch.save(texts.model.state_dict(), args.out)


if __name__ == "__main__":
    main()
