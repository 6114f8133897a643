#!/usr/bin/env bash
# Teaches a copy of the judge that ships whether claims follow from quotes, and prints what it would add to the check of drafts.
#   sh teach-claims.sh    Python with requirements.txt as $PYTHON (default python3); works in ./build, changes nothing that ships
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
mkdir -p build
node --import tsx ../../../../test/bench/claims-pairs.ts >build/claims.jsonl
"$python" unship.py ../../data/models/judge.onnx build/judge.pt
"$python" teach_claims.py build/claims.jsonl build/judge.pt build/claims.pt --most 1800 --threads 1
