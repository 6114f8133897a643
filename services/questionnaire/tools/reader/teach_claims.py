"""Teaches a copy of the judge whether a claim follows from what is quoted, and measures what it would add to the check of drafts.

    python3 teach_claims.py PAIRS.jsonl JUDGE.pt OUT.pt [--epochs 1] [--rate 2e-4] [--seed 7] [--most 0] [--threads 2]

PAIRS.jsonl is what test/bench/claims-pairs.ts writes. The lower layers stay as they are and are run once a pair.
--most: so many pairs, drawn of all; 0: all of them.
"""

import argparse
import random
import time
from pathlib import Path

import judge as reading
import torch
from claim_pairs import Pair, Row, pairs_of, question_pairs, rows_of
from judge import LABELS, Judge, PairReader, batch
from torch import Tensor, nn
from torch.nn import functional

#: Tokens of claim, place and quotes: quotes of a draft may be several sentences.
reading.LONGEST_QUESTION, reading.LONGEST_CONTEXT, reading.LONGEST_STATEMENT = 96, 32, 160
#: Layers that stay as they are.
KEPT = 4
SIZE = 32
#: Pairs that are made of the contrast sets' questions.
QUESTIONS = 600
YES, NONE = LABELS.index("yes"), LABELS.index("none")
Features = tuple[Tensor, Tensor]


def closed(mask: Tensor) -> Tensor:
    """What attention adds so that padding is not read."""
    return (1.0 - mask[:, None, None, :].float()) * -10_000.0


@torch.inference_mode()
def lower(model: Judge, reader: PairReader, pairs: list[Pair]) -> list[Features]:
    """States [length, 384] bfloat16 of each pair behind the layers that stay, and its kinds."""
    model.eval()
    encoded = [reader.pair(p.claim, p.place, p.quoted) for p in pairs]
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i][0]))
    found: list[Features | None] = [None] * len(pairs)
    for start in range(0, len(order), SIZE):
        chosen = order[start : start + SIZE]
        ids, kinds, mask = batch([encoded[i] for i in chosen])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            m = model.model
            x = m.norm(m.words(ids) + m.places(torch.arange(ids.shape[1])) + m.kinds(kinds))
            for layer in list(m.layers)[:KEPT]:
                x = layer(x, closed(mask).to(x.dtype))
        for row, i in enumerate(chosen):
            length = len(encoded[i][0])
            found[i] = (x[row, :length].to(torch.bfloat16).clone(), kinds[row, :length].clone())
    return [f for f in found if f is not None]


def upper(model: Judge, rows: list[Features]) -> Tensor:
    """Log-odds [rows] that a claim follows."""
    length = max(len(kinds) for _, kinds in rows)
    x = torch.zeros(len(rows), length, rows[0][0].shape[1])
    kinds, mask = (torch.zeros(len(rows), length, dtype=torch.long) for _ in range(2))
    for row, (states, own) in enumerate(rows):
        x[row, : len(own)], kinds[row, : len(own)], mask[row, : len(own)] = states.float(), own, 1
    for layer in list(model.model.layers)[KEPT:]:
        x = layer(x, closed(mask))
    weight = (mask * kinds)[:, :, None].float()
    mean = (x * weight).sum(1) / weight.sum(1).clamp(min=1)
    scores = model.head(model.dropout(torch.tanh(model.dense(torch.cat([x[:, 0], mean], dim=1)))))
    return scores[:, YES] - scores[:, NONE]


@torch.inference_mode()
def odds(model: Judge, features: list[Features]) -> Tensor:
    """Log-odds of all, in their order."""
    model.eval()
    order = sorted(range(len(features)), key=lambda i: len(features[i][1]))
    out = torch.zeros(len(features))
    for start in range(0, len(order), SIZE):
        chosen = order[start : start + SIZE]
        out[chosen] = upper(model, [features[i] for i in chosen])
    return out


def row_pairs(rows: list[Row]) -> tuple[list[Pair], list[int]]:
    """Each sentence of each row that does not pass by the rules alone (all, where all pass), and its row."""
    pairs, owner = [], []
    for at, row in enumerate(rows):
        for text, passes in zip(row.claims, row.passes):
            if not passes or all(row.passes):
                pairs.append(Pair(text, row.place, row.quoted, row.follows))
                owner.append(at)
    return pairs, owner


class Measure:
    """Held rows, and taught ones that are decided, with their features; a row is as sure as its least sure sentence."""

    def __init__(self, model: Judge, reader: PairReader, rows: list[Row], held: set[str]) -> None:
        self.rows, self.held = [r for r in rows if r.group in held or r.decided], held
        pairs, self.owner = row_pairs(self.rows)
        self.features = lower(model, reader, pairs)

    def scores(self, model: Judge) -> list[float]:
        """Log-odds of each row."""
        least = [float("inf")] * len(self.rows)
        for at, value in zip(self.owner, odds(model, self.features).tolist()):
            least[at] = min(least[at], value)
        return least


def auc(scored: list[tuple[float, bool]]) -> float:
    """Share of pairs of one that follows and one that does not, of which the first is surer."""
    yes, no = (torch.tensor([s for s, follows in scored if follows == want]) for want in (True, False))
    return float((yes[:, None] > no[None]).float().mean()) if len(yes) and len(no) else float("nan")


def report(title: str, measures: dict[str, Measure], model: Judge) -> None:
    """Prints how rows are told apart, and what the cut that lets nothing false of the teaching ones pass lets pass of both."""
    scored = {name: list(zip(m.scores(model), m.rows)) for name, m in measures.items()}
    decided = [(s, r, name) for name, some in scored.items() for s, r in some if r.decided]
    cut = max(s for s, r, name in decided if not r.follows and r.group not in measures[name].held)
    for name, m in measures.items():
        for held in (False, True):
            own = [(s, r) for s, r in scored[name] if (r.group in m.held) == held]
            some = [(s, r) for s, r in own if r.decided]
            yes, no = ([s for s, r in some if r.follows == want] for want in (True, False))
            best = sum(s > max(no, default=float("-inf")) for s in yes)
            whole = f"AUC of all {auc([(s, r.follows) for s, r in own]):.3f} ({sum(r.follows for _, r in own)} of {len(own)} follow), " if held else ""
            print(
                f"{title}, {name}, {'held' if held else 'taught'}: {whole}AUC of those decided {auc([(s, r.follows) for s, r in some]):.3f}; "
                f"at {cut:.2f} pass {sum(s > cut for s in yes)} of {len(yes)} that follow, {sum(s > cut for s in no)} of {len(no)} that do not; "
                f"above all of its own that do not {best}",
                flush=True,
            )


def teach(model: Judge, features: list[Features], follows: Tensor, args: argparse.Namespace, rng: random.Random) -> None:
    """Trains the upper layers and the head."""
    taught = nn.ModuleList([*list(model.model.layers)[KEPT:], model.dense, model.head])
    steps = args.epochs * (len(features) // SIZE)
    optimizer = torch.optim.AdamW(taught.parameters(), lr=args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, args.rate, total_steps=steps + 1, pct_start=0.1, anneal_strategy="linear")
    started, cpu, step, total = time.time(), time.process_time(), 0, 0.0
    for _ in range(args.epochs):
        model.train()
        order = sorted(range(len(features)), key=lambda i: len(features[i][1]) + rng.random() * 24)
        batches = [order[i : i + SIZE] for i in range(0, len(order) - SIZE + 1, SIZE)]
        rng.shuffle(batches)
        for chosen in batches:
            loss = functional.binary_cross_entropy_with_logits(upper(model, [features[i] for i in chosen]), follows[chosen])
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(taught.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            step += 1
            total += float(loss.detach())
            if step % 20 == 0:
                spent = time.process_time() - cpu
                print(f"  step {step}/{steps}, loss {total / 20:.3f}, {time.time() - started:.0f} s, {spent:.0f} s of CPU", flush=True)
                total = 0.0


def main() -> None:
    """Reads the command line, teaches, prints and writes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pairs", type=Path)
    parser.add_argument("judge")
    parser.add_argument("out")
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    claims, drafts, held = rows_of(args.pairs)
    model, reader = Judge(), PairReader()
    model.load_state_dict(torch.load(args.judge))
    pairs = [p for rows in (claims, drafts) for p in pairs_of([r for r in rows if r.group not in held], rng)]
    pairs += question_pairs(Path(__file__).parent / "contrast", QUESTIONS, rng)
    if args.most:
        pairs = rng.sample(pairs, min(args.most, len(pairs)))
    print(f"{len(pairs)} pairs, {sum(p.follows for p in pairs)} follow", flush=True)
    measures = {"claims": Measure(model, reader, claims, held), "drafts": Measure(model, reader, drafts, held)}
    print(f"measures read, {time.process_time():.0f} s of CPU", flush=True)
    report("before", measures, model)
    features = lower(model, reader, pairs)
    print(f"read, {time.process_time():.0f} s of CPU", flush=True)
    teach(model, features, torch.tensor([float(p.follows) for p in pairs]), args, rng)
    torch.save(model.state_dict(), args.out)
    report("after", measures, model)


if __name__ == "__main__":
    main()
