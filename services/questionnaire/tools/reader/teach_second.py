"""Teaches the upper half of the second judge on mined and labelled pairs, and writes its weights as float16.

    python3 teach_second.py MINED [MINED …] OUT.pt --base FOLDER [--start OUT.pt] [--contrast FOLDER] [--epochs 2] [--tune name,name]

What the lower half makes of each pair is computed once and kept in memory as bfloat16: some 100 KB a pair.
"""

from pathlib import Path

import torch
from second_judge import WIDTH, LowerHalf, SecondPairReader, UpperHalf, padded
from torch import Tensor
from torch.nn import functional
from train import LABELS, NONE, companies_of, contrast_pairs, pairs_of, seeded, usual_arguments

SIZE = 32
Kept = tuple[Tensor, Tensor]


@torch.inference_mode()
def lower_states(lower: LowerHalf, rows: list[tuple[list[int], list[int]]]) -> list[Kept]:
    """States [length, 768] and kinds of each pair."""
    kept: list[Kept] = [None] * len(rows)  # type: ignore[list-item]
    order = sorted(range(len(rows)), key=lambda i: len(rows[i][0]))
    for start in range(0, len(order), SIZE):
        chosen = order[start : start + SIZE]
        ids, kinds, mask = padded([rows[i] for i in chosen])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = lower(ids, mask).bfloat16()
        for row, i in enumerate(chosen):
            length = len(rows[i][0])
            kept[i] = (states[row, :length].clone(), kinds[row, :length])
    return kept


def batch(kept: list[Kept]) -> tuple[Tensor, Tensor, Tensor]:
    """States, kinds and mask of pairs, brought to one length."""
    length = max(len(states) for states, _ in kept)
    states = torch.zeros(len(kept), length, WIDTH, dtype=torch.bfloat16)
    kinds, mask = (torch.zeros(len(kept), length, dtype=torch.long) for _ in range(2))
    for row, (own, k) in enumerate(kept):
        states[row, : len(own)], kinds[row, : len(k)], mask[row, : len(own)] = own, k, 1
    return states, kinds, mask


@torch.inference_mode()
def told_apart(model: UpperHalf, kept: list[Kept], labels: list[str | None]) -> float:
    """How often a statement that answers has more than one that does not (AUC)."""
    model.eval()
    scores = torch.zeros(len(kept))
    order = sorted(range(len(kept)), key=lambda i: len(kept[i][0]))
    for start in range(0, len(order), SIZE):
        chosen = order[start : start + SIZE]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores[chosen] = 1 - model(*batch([kept[i] for i in chosen])).float().softmax(-1)[:, NONE]
    answering = torch.tensor([label in LABELS[:NONE] for label in labels])
    return float((scores[answering][:, None] > scores[~answering][None, :]).float().mean())


def main() -> None:
    """Reads the command line, teaches, prints and writes."""
    parser = usual_arguments(epochs=2, rate=4e-5)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--negatives", type=int, default=4)
    args = parser.parse_args()
    rng = seeded(args.seed)
    companies, tune = companies_of(args)
    pairs = [p for rows in companies.values() for p in pairs_of(rows, args.negatives, rng)]
    if args.contrast:
        pairs += contrast_pairs(Path(args.contrast))
    reader, lower = SecondPairReader(), LowerHalf(args.base).eval()
    kept = lower_states(lower, [reader.pair(*p[:3]) for p in pairs])
    tuned = [(r["question"], c["context"], c["text"], c["label"]) for rows in tune.values() for r in rows for c in r["candidates"]]
    kept_tuned = lower_states(lower, [reader.pair(*p[:3]) for p in tuned])
    labels = torch.tensor([p[3] for p in pairs])
    model = UpperHalf(args.base)
    if args.start:
        model.load_state_dict({name: weights.float() for name, weights in torch.load(args.start).items()})
    counts = torch.bincount(labels, minlength=len(LABELS)).float()
    weights = (counts.sum() / counts.clamp(min=1)).sqrt()
    weights = (weights / weights[NONE]).clamp(max=3.0)
    print(f"{len(companies)} companies, {len(kept)} pairs {dict(zip(LABELS, counts.int().tolist()))}", flush=True)
    fresh = [*model.dense.parameters(), *model.head.parameters()]
    known = {id(p) for p in fresh}
    groups = [{"params": [p for p in model.parameters() if id(p) not in known]}, {"params": fresh}]
    optimizer = torch.optim.AdamW(groups, lr=args.rate, weight_decay=0.01)
    steps = args.epochs * (len(kept) // SIZE)
    fresh_rate = args.rate * 4 if args.start else 1e-3
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [args.rate, fresh_rate], total_steps=steps + 1, pct_start=0.1, anneal_strategy="linear"
    )
    for epoch in range(args.epochs):
        model.train()
        # Batches of pairs of about one length, in random order.
        order = sorted(range(len(kept)), key=lambda i: len(kept[i][0]) + rng.random() * 24)
        batches = [order[i : i + SIZE] for i in range(0, len(order) - SIZE + 1, SIZE)]
        rng.shuffle(batches)
        for chosen in batches:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores = model(*batch([kept[i] for i in chosen]))
            loss = functional.cross_entropy(scores.float(), labels[chosen], weight=weights)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
        told = f", told apart {told_apart(model, kept_tuned, [p[3] for p in tuned]):.3f}" if tuned else ""
        print(f"epoch {epoch + 1}{told}", flush=True)
    torch.save({name: weights.half() for name, weights in model.state_dict().items()}, args.out)


if __name__ == "__main__":
    main()
