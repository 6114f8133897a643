"""Takes the weights of a shipped model back into PyTorch, so that a further round of teaching can start from what ships.

    python3 unship.py ../../data/models/judge.onnx OUT.pt

Weights come back as int8 kept them: exact to half a step of each channel's scale. Word vectors are never taught and come from the package.
"""

import re
import sys

import numpy as np
import onnx
import torch
from encoder import MiniLM
from judge import Judge
from onnx import numpy_helper
from torch import Tensor


def weights_of(path: str) -> dict[str, Tensor]:
    """Every weight of an exported model but its word vectors, by its name in the model that was exported."""
    graph = onnx.load(path).graph
    kept = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    named = {n: v for n, v in kept.items() if n.endswith((".weight", ".bias", ".shrink")) and v.dtype == np.float32}
    for node in graph.node:
        if node.op_type != "MatMulInteger":
            continue
        whole = node.input[1]
        scale, zero = (kept[whole.replace("_quantized", end)] for end in ("_scale", "_zero_point"))
        place = re.sub(r"/(Gemm_)?MatMul_quant$", "", node.name).strip("/").replace("/", ".")
        named[f"{place}.weight"] = ((kept[whole].astype(np.float32) - zero) * scale).T
    for name in [n.removesuffix("_quantized") for n in kept if n.endswith(("places.weight_quantized", "kinds.weight_quantized"))]:
        named[name] = (kept[f"{name}_quantized"].astype(np.float32) - kept[f"{name}_zero_point"]) * kept[f"{name}_scale"]
    # The export wrapped the judge once and the encoder twice.
    named = {re.sub(r"^(judge|encoder\.model)\.", "", name): value for name, value in named.items()}
    for name in [n for n in named if n.endswith(".shrink")]:
        place = name.removesuffix(".shrink")
        named[f"{place}.weight"] = named.pop(f"{place}.linear.weight") * named.pop(name)
        named[f"{place}.bias"] = named.pop(f"{place}.linear.bias")
    return {name: torch.from_numpy(np.array(value)) for name, value in named.items()}


def main() -> None:
    """Reads the model, checks that every weight is there, writes them."""
    weights = weights_of(sys.argv[1])
    model = Judge() if "head.weight" in weights else MiniLM()
    missing, unknown = model.load_state_dict(weights, strict=False)
    lost = [name for name in missing if not name.endswith("words.weight")]
    if lost or unknown:
        raise SystemExit(f"not the model that was exported here: without {lost}, with {unknown}")
    torch.save(model.state_dict(), sys.argv[2])


if __name__ == "__main__":
    main()
