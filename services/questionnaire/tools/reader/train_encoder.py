"""Teaches the encoder on the same pairs as the judge: what answers lies near its question, what only sounds like it lies further.

    python3 train_encoder.py MINED [MINED ...] OUT.pt [--epochs 1] [--rate 2e-5] [--contrast DIR] [--tune name,name] [--seed 7]

A sigmoid loss over the rows of a batch (Zhai et al., 2023): every question with every statement of its company, so that a cosine means
the same for all questions; of a contrast set, with its own statements only. Prints, of the tuning companies: pairs told apart by cosine, and answerable questions told from gaps by the best cosine.
"""

import random
import time
from pathlib import Path

import torch
from encoder import MiniLM, mean_of, padded, token_rows, tokenizer
from torch import Tensor
from torch.nn import functional
from train import companies_of, seeded, sets_of, usual_arguments

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
    rows = []
    for row in sets_of(folder):
        good = [searched(place, said) for place, said, label in row["set"] if label in ANSWERING]
        bad = [searched(place, said) for place, said, label in row["set"] if label not in ANSWERING]
        rows.append((row["question"], good, bad))
    return rows


class Texts:
    """Turns texts into token ids, and token ids into vectors of length 1."""

    def __init__(self, model: MiniLM) -> None:
        self.model, self.tokenizer = model, tokenizer()

    def vectors(self, texts: list[str]) -> Tensor:
        rows = token_rows(self.tokenizer, texts)
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        out: list[Tensor] = [torch.empty(0)] * len(rows)
        for start in range(0, len(order), 32):
            chosen = order[start : start + 32]
            ids, mask = padded([rows[i] for i in chosen])
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = self.model(ids, torch.zeros_like(ids), mask)
            for i, vector in zip(chosen, mean_of(states.float(), mask)):
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
    parser = usual_arguments(epochs=1, rate=2e-5)
    parser.add_argument("--size", type=int, default=24)
    args = parser.parse_args()
    rng = seeded(args.seed)
    companies, tune = companies_of(args)
    groups = {n: rows_of(company, rng) for n, company in companies.items()}
    if args.contrast:
        groups[CONTRAST] = contrast_rows(Path(args.contrast))
    texts = Texts(MiniLM())
    if args.start:
        texts.model.load_state_dict(torch.load(args.start))
    texts.model.words.weight.requires_grad_(False)
    print(f"{len(companies)} companies, {sum(map(len, groups.values()))} questions; before: {figures(texts, tune)}", flush=True)
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
