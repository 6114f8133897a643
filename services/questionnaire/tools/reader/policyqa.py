"""Turns PolicyQA (MIT; Ahmad et al., 2020) into pairs for a first round of training: which sentence of a privacy policy answers.

    python3 policyqa.py FOLDER OUT        FOLDER holds dev.json and test.json
"""

import json
import random
import re
import sys
from pathlib import Path


def main() -> None:
    """Writes one file a policy."""
    rng = random.Random(7)
    out = Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name in ("dev", "test"):
        for n, policy in enumerate(json.loads(Path(sys.argv[1], f"{name}.json").read_text())["data"]):
            sentences = [
                s for p in policy["paragraphs"] for s in re.split(r"(?<=[.!?])\s+(?=[A-Z])", p["context"]) if 15 < len(s) < 500
            ]
            rows = []
            for paragraph in policy["paragraphs"]:
                own = [s for s in re.split(r"(?<=[.!?])\s+(?=[A-Z])", paragraph["context"]) if 15 < len(s) < 500]
                for qa in paragraph["qas"]:
                    spans = [a["text"] for a in qa["answers"]]
                    good = [s for s in own if any(a in s or s in a for a in spans)]
                    if not good or rng.random() < 0.4:
                        continue
                    polar = re.match(r"(?i)(do|does|is|are|can|will|has|have)\b", qa["question"]) is not None
                    rest = [s for s in own if s not in good][:2] + rng.sample(sentences, min(3, len(sentences)))
                    candidates = [{"context": "", "text": s, "label": "yes" if polar else "value"} for s in good[:2]]
                    candidates += [{"context": "", "text": s, "label": "none"} for s in rest if s not in good]
                    rows.append({"id": qa["id"], "question": qa["question"], "expect": "value", "candidates": candidates})
            out.joinpath(f"{name}-{n}.json").write_text(json.dumps(rows))


if __name__ == "__main__":
    main()
