"""Trains the judge on mined and labelled pairs, prints its figures on the tuning companies, and writes weights.

    python3 train.py MINED [MINED …] OUT.pt [--start JUDGE.pt] [--contrast FOLDER] [--epochs 3] [--tune name,name] [--seed 7]
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
from judge import LABELS, Judge, PairReader, batch
from torch.nn import functional

NONE = LABELS.index("none")


def pairs_of(rows: list[dict], negatives: int, rng: random.Random) -> list[tuple[str, str, str, int]]:
    """(question, context, statement, label) of one company: all that answers, what tempts, and the nearest of the rest."""
    pairs = []
    for row in rows:
        known = [c for c in row["candidates"] if c["label"] is not None]
        rest = [c for c in row["candidates"] if c["label"] is None]
        chosen = rest[: negatives - 2] + rng.sample(rest[negatives - 2 :], min(2, len(rest[negatives - 2 :])))
        for c in known + chosen:
            label = c["label"] if c["label"] in LABELS else "none"
            pairs.append((row["question"], c["context"], c["text"], LABELS.index(label)))
    return pairs


def sets_of(folder: Path) -> list[dict]:
    """The contrast sets of a folder, in the order of its files."""
    lines = [line for f in sorted(folder.glob("*.jsonl")) for line in f.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [json.loads(line) for line in lines]


def contrast_pairs(folder: Path) -> list[tuple[str, str, str, int]]:
    """(question, context, statement, label) of the contrast sets: one question, statements that differ in what counts."""
    return [(row["question"], place, said, LABELS.index(label)) for row in sets_of(folder) for place, said, label in row["set"]]


@torch.inference_mode()
def judge_all(model: Judge, reader: PairReader, pairs: list[tuple[str, str, str]]) -> torch.Tensor:
    """Probabilities [pairs, labels]."""
    model.eval()
    encoded = [reader.pair(*p) for p in pairs]
    order = sorted(range(len(pairs)), key=lambda i: len(encoded[i][0]))
    out = torch.zeros(len(pairs), len(LABELS))
    for start in range(0, len(order), 64):
        chosen = order[start : start + 64]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = model(*batch([encoded[i] for i in chosen]))
        out[chosen] = scores.float().softmax(-1)
    return out


def right(row: dict, candidate: dict, probabilities: torch.Tensor) -> bool:
    """Whether a chosen candidate gives what the row expects."""
    label = candidate["label"]
    if label not in ("yes", "no", "value", "part", "planned"):
        return False
    said = LABELS[int(probabilities[:NONE].argmax())]
    if label in ("yes", "no") and said in ("yes", "no"):
        return said == label
    return True


def figures(model: Judge, reader: PairReader, companies: dict[str, list[dict]]) -> dict[str, float]:
    """Of the tuning companies: share of pairs told apart (AUC), and answers right at 90 and 95 % precision among all answerable."""
    scored, positives, negatives, answerable = [], [], [], 0
    for rows in companies.values():
        flat = [(r["question"], c["context"], c["text"]) for r in rows for c in r["candidates"]]
        probabilities = judge_all(model, reader, flat)
        at = 0
        for row in rows:
            count = len(row["candidates"])
            own = probabilities[at : at + count]
            at += count
            answering = 1 - own[:, NONE]
            for c, p in zip(row["candidates"], answering.tolist()):
                (positives if c["label"] in ("yes", "no", "value", "part", "planned") else negatives).append(p)
            best = int(answering.argmax())
            answerable += row["expect"] != "gap"
            scored.append((float(own[best][:NONE].max()), right(row, row["candidates"][best], own[best])))
    pos, neg = torch.tensor(positives), torch.tensor(negatives)
    auc = float((pos[:, None] > neg[None, :]).float().mean())
    scored.sort(key=lambda s: -s[0])
    result = {"auc": auc}
    for bar in (0.9, 0.95):
        best, good = 0, 0
        for n, (_, ok) in enumerate(scored, 1):
            good += ok
            if good / n >= bar:
                best = good
        result[f"right at {bar}"] = best / answerable
    result["right at all"] = sum(ok for _, ok in scored) / answerable
    return result


def usual_arguments(epochs: int, rate: float) -> argparse.ArgumentParser:
    """What both models' trainings are told on the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("mined", nargs="+")
    parser.add_argument("out")
    parser.add_argument("--epochs", type=int, default=epochs)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--tune", default="")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--start", default="")
    parser.add_argument("--contrast", default="")
    return parser


def companies_of(args: argparse.Namespace) -> tuple[dict[str, list[dict]], dict[str, list[dict]]]:
    """Mined companies by name: those to teach with, those to tune on."""
    names = set(args.tune.split(","))
    files = [f for folder in args.mined for f in sorted(Path(folder).glob("*.json"))]
    companies = {f.stem: json.loads(f.read_text(encoding="utf-8")) for f in files}
    return (
        {n: rows for n, rows in companies.items() if n not in names},
        {n: rows for n, rows in companies.items() if n in names},
    )


def seeded(seed: int) -> random.Random:
    """One seed for torch and for what is drawn here."""
    torch.manual_seed(seed)
    return random.Random(seed)


def main() -> None:
    """Reads the command line, trains, prints and writes."""
    parser = usual_arguments(epochs=3, rate=8e-5)
    parser.add_argument("--negatives", type=int, default=7)
    args = parser.parse_args()
    rng = seeded(args.seed)
    companies, tune = companies_of(args)
    pairs = [p for rows in companies.values() for p in pairs_of(rows, args.negatives, rng)]
    if args.contrast:
        pairs += contrast_pairs(Path(args.contrast))
    reader = PairReader()
    model = Judge()
    if args.start:
        model.load_state_dict(torch.load(args.start))
    # Vocabulary of the field is in the packaged vectors already; pairs of some companies would only bend it.
    model.model.words.weight.requires_grad_(False)
    encoded = [(reader.pair(q, c, s), label) for q, c, s, label in pairs]
    counts = torch.bincount(torch.tensor([label for _, label in encoded]), minlength=len(LABELS)).float()
    weights = (counts.sum() / counts.clamp(min=1)).sqrt()
    weights = (weights / weights[NONE]).clamp(max=3.0)
    print(f"{len(companies)} companies, {len(encoded)} pairs {dict(zip(LABELS, counts.int().tolist()))}, {len(tune)} to tune", flush=True)
    size = 32
    steps = args.epochs * (len(encoded) // size)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=steps + 1, pct_start=0.1, anneal_strategy="linear")
    started, step = time.time(), 0
    for epoch in range(args.epochs):
        model.train()
        # Batches of pairs of about one length, in random order.
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0][0]) + rng.random() * 24)
        batches = [order[i : i + size] for i in range(0, len(order) - size + 1, size)]
        rng.shuffle(batches)
        total = 0.0
        for chosen in batches:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores = model(*batch([encoded[i][0] for i in chosen]))
            loss = functional.cross_entropy(
                scores.float(), torch.tensor([encoded[i][1] for i in chosen]), weight=weights
            )
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            total += float(loss.detach())
            if step % 100 == 0:
                print(f"  step {step}/{steps}, loss {total / 100:.3f}, {step * size / (time.time() - started):.0f} pairs/s", flush=True)
                total = 0.0
        line = {k: round(v, 3) for k, v in figures(model, reader, tune).items()} if tune else {}
        print(f"epoch {epoch + 1}: {line}, {time.time() - started:.0f} s", flush=True)
    torch.save(model.state_dict(), args.out)


if __name__ == "__main__":
    main()
