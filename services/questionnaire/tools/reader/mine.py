"""Finds, for every question of the bodies, the statements that the encoder takes for nearest, and joins the authors' labels to them.

    python3 mine.py STATEMENTS.jsonl BODIES OUT [--top 12]

Writes OUT/<body>.json: a list of {id, question, style, expect, candidates: [{n, context, text, label}]}, label being the author's for
what the author quoted, else null. Statements that the author quotes are candidates whatever their rank.
"""

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path

from check_bodies import squash
from encoder import Encoder


def overlap(quote: str, statement: dict) -> float:
    """How much of an author's quote a statement holds, or of the statement the quote; 0 to 1."""
    a, b = squash(quote).split(), squash(statement["text"] + " " + statement["quote"]).split()
    inside = sum(w in set(b) for w in a) / max(1, len(a))
    own = squash(statement["text"]).split()
    outside = sum(w in set(a) for w in own) / max(1, len(own))
    return max(inside, outside) if squash(quote) in squash(statement["quote"]) or squash(statement["quote"]) in squash(quote) else min(inside, outside)


def join(quote: str, statements: list[dict]) -> list[int]:
    """Numbers of the statements that an author's quote names."""
    scores = [overlap(quote, s) for s in statements]
    best = max(scores, default=0)
    if best < 0.6:
        return []
    return [n for n, score in enumerate(scores) if score >= max(0.85, best) or score == best][:3]


def main() -> None:
    """Reads the command line and writes a file a body."""
    parser = argparse.ArgumentParser()
    parser.add_argument("statements")
    parser.add_argument("bodies")
    parser.add_argument("out")
    parser.add_argument("--top", type=int, default=12)
    args = parser.parse_args()
    by_body: dict[str, list[dict]] = defaultdict(list)
    for line in Path(args.statements).read_text(encoding="utf-8").splitlines():
        statement = json.loads(line)
        by_body[statement["body"]].append(statement)
    encoder = Encoder()
    Path(args.out).mkdir(parents=True, exist_ok=True)
    for body, statements in by_body.items():
        rows = [json.loads(l) for l in (Path(args.bodies) / body / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
        vectors = encoder.encode([s["search"] for s in statements])
        asked = encoder.encode([r["question"] for r in rows])
        similar = asked @ vectors.T
        out, lost, found = [], 0, 0
        for row, cosines in zip(rows, similar):
            labels: dict[int, str] = {}
            for near in row["near"]:
                for n in join(near, statements):
                    labels[n] = "mentions"
            for answer in row["answers"]:
                numbers = join(answer["quote"], statements)
                lost += not numbers
                for n in numbers:
                    labels[n] = answer["label"]
            order = [int(n) for n in cosines.argsort()[::-1][: args.top]]
            found += sum(n in order for n in labels if labels[n] != "mentions")
            chosen = order + [n for n in labels if n not in order]
            candidates = [
                {"n": n, "context": statements[n]["context"], "text": statements[n]["text"], "label": labels.get(n)} for n in chosen
            ]
            out.append({k: row[k] for k in ("id", "question", "style", "wording", "expect")} | {"candidates": candidates})
        Path(args.out, f"{body}.json").write_text(json.dumps(out, ensure_ascii=False, indent=0), encoding="utf-8")
        total = sum(len(r["answers"]) for r in rows)
        print(f"{body}: {len(statements)} statements, {total} answering quotes, {lost} not joined, {found} joined within the first {args.top}")


if __name__ == "__main__":
    main()
