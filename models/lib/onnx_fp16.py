"""Store an ONNX model's weights as fp16 and compute in fp32.

Half the download, the same arithmetic: every large fp32 initializer becomes an fp16 one followed by a Cast to fp32.
True fp16 compute is not used because WebGPU adapters without shader-f16 cannot run it and it damages some networks.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Biases and normalisation vectors are a rounding error of the file size, so they keep full precision.
SMALLEST_HALVED = 256
FP16_MAX = float(np.finfo(np.float16).max)


def store_as_fp16(model: onnx.ModelProto, keep: frozenset[str] = frozenset()) -> onnx.ModelProto:
    """Return a copy of `model` whose fp32 initializers of at least SMALLEST_HALVED values are stored as fp16.

    `keep` names initializers that must stay fp32. A value outside fp16's range is refused, not clipped.
    """
    out = onnx.ModelProto()
    out.CopyFrom(model)
    casts = []
    for tensor in out.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or tensor.name in keep:
            continue
        values = numpy_helper.to_array(tensor)
        if values.size < SMALLEST_HALVED:
            continue
        if not np.all(np.abs(values) <= FP16_MAX):
            raise ValueError(f"{tensor.name}: not finite, or outside fp16's range")
        name = tensor.name
        stored = f"{name}__fp16"
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), stored))
        casts.append(helper.make_node("Cast", [stored], [name], name=f"{name}__to_fp32", to=TensorProto.FLOAT))
    nodes = list(out.graph.node)
    del out.graph.node[:]
    out.graph.node.extend(casts + nodes)
    # Initializers listed as graph inputs (old exporters) could be overridden by a caller and would block the Cast.
    halved = {node.output[0] for node in casts}
    inputs = [value for value in out.graph.input if value.name not in halved]
    del out.graph.input[:]
    out.graph.input.extend(inputs)
    onnx.checker.check_model(out)
    return out


def convert_file(source: Path, target: Path, keep: frozenset[str] = frozenset()) -> int:
    """Convert the ONNX file `source` into `target`; the number of bytes written."""
    onnx.save(store_as_fp16(onnx.load(str(source)), keep), str(target))
    return Path(target).stat().st_size
