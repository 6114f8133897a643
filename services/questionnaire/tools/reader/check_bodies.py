"""Checks bodies of evidence: every quote stands in the evidence, labels and styles are known, counts are as LABELS.md asks.

    python3 check_bodies.py bodies/<name> [bodies/<name> ...]
"""

import html
import json
import re
import sys
from collections import Counter
from pathlib import Path

ANSWERS = {"yes", "no", "value", "part", "planned"}
EXPECT = ANSWERS | {"gap"}
STYLES = {"short", "long", "compound", "catalogue", "describe", "provide", "statement", "choice"}


def squash(text: str) -> str:
    """Letters and digits only, so that markup, punctuation and white space never matter."""
    text = re.sub(r"<[^>]+>", " ", text)
    return re.sub(r"[\W_]+", " ", html.unescape(text).lower()).strip()


def check(folder: Path) -> list[str]:
    """Returns what is wrong with one body, a line each."""
    wrong: list[str] = []
    files = sorted((folder / "evidence").iterdir())
    size = sum(f.stat().st_size for f in files)
    text = " ".join(squash(f.read_text(encoding="utf-8")) for f in files)
    if not 1_500 <= size <= 45_000:
        wrong.append(f"evidence has {size} bytes")
    rows = []
    for n, line in enumerate((folder / "questions.jsonl").read_text(encoding="utf-8").splitlines(), 1):
        try:
            rows.append(json.loads(line))
        except ValueError as error:
            wrong.append(f"line {n}: {error}")
    if not 40 <= len(rows) <= 85:
        wrong.append(f"{len(rows)} questions")
    for row in rows:
        where = row.get("id", "?")
        if row.get("style") not in STYLES or row.get("wording") not in {"near", "other"} or row.get("expect") not in EXPECT:
            wrong.append(f"{where}: style, wording or expect unknown")
        if (row["expect"] == "gap") != (not row["answers"]):
            wrong.append(f"{where}: a gap has no answers, all else has")
        for answer in row["answers"]:
            if answer["label"] not in ANSWERS:
                wrong.append(f"{where}: label {answer['label']}")
        for quote in [a["quote"] for a in row["answers"]] + row["near"]:
            if squash(quote) not in text:
                wrong.append(f"{where}: not in the evidence: {quote[:90]}")
    if len({r["id"] for r in rows}) != len(rows):
        wrong.append("ids come twice")
    other = sum(r["wording"] == "other" for r in rows)
    if other < len(rows) / 3:
        wrong.append(f"only {other} of {len(rows)} in other words")
    gaps = sum(r["expect"] == "gap" for r in rows)
    if not len(rows) * 0.15 <= gaps <= len(rows) * 0.5:
        wrong.append(f"{gaps} gaps of {len(rows)}")
    print(f"{folder.name}: {size} bytes, {len(rows)} questions, {dict(Counter(r['expect'] for r in rows))}, {len(wrong)} faults")
    return wrong


def main() -> None:
    """Checks each folder named on the command line; exits 1 if one has faults."""
    faults = 0
    for name in sys.argv[1:]:
        for line in check(Path(name)):
            faults += 1
            print(f"  {name}: {line}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
