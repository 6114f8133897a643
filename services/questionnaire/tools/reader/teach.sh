#!/usr/bin/env bash
# Teaches the judge anew from the bodies and contrast sets, and puts the models where the service reads them.
#   sh teach.sh [FOLDER OF POLICYQA]    Python with requirements.txt as $PYTHON (default python3); works in ./build
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
tune=gridmind,parcelfox,norrland-clinic,castellan,swiftcart,meadowlark
mkdir -p build
python3 check_bodies.py bodies/*
start=()
if [ $# -gt 0 ]; then
  "$python" policyqa.py "$1" build/policyqa
  "$python" train.py build/policyqa build/policyqa.pt --epochs 1 --rate 1e-4
  start=(--start build/policyqa.pt)
fi
node --import tsx statements.ts bodies/* >build/statements.jsonl
"$python" mine.py build/statements.jsonl bodies build/mined
"$python" train.py build/mined build/judge.pt --epochs 4 --rate 8e-5 --negatives 4 --contrast contrast --tune "$tune" "${start[@]}"
"$python" train_encoder.py build/mined build/encoder.pt --epochs 2 --contrast contrast --tune "$tune"
"$python" ship.py build/judge.pt build/encoder.pt ../../data/models
node --import tsx evaluate.ts --calibrate --write $(printf 'bodies/%s ' ${tune//,/ })
