"""Leaving off padding: a network for one square picture made to take any part of it that holds the photo.

A photo of 3:2 leaves a third of the square grey, and a convolution spends as much on grey as on a bird. The graph that
is made here takes any height and width in steps of STEP up to the square's own; for the whole square it answers as before.
export.py makes it of every export; python models/detector/trim.py detector.onnx [NEW] of one from before.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

STEP = 32  # the coarsest stride: every level of the pyramid has to come out whole
KEEP = 8  # pixels of padding that stay, for what the network expects beside a photo. Chosen on the kept-back photos.


def trimmed_side(placed: int, size: int) -> int:
    """How long a side of the input is for a photo that covers `placed` pixels of it."""
    return size if placed >= size else min(size, -(-(placed + KEEP) // STEP) * STEP)


def trimmed(canvas: np.ndarray, width: int, height: int) -> np.ndarray:
    """A letterboxed square (height x width x 3) without the padding that need not be seen."""
    return canvas[: trimmed_side(height, canvas.shape[0]), : trimmed_side(width, canvas.shape[1])]


def let_trim(model: onnx.ModelProto, strides: tuple[int, ...], pad: float) -> onnx.ModelProto:
    """The same network for every size up to its own. `pad`: what padding is, normalised.

    Two things in it are of the square: the centres of the cells, which become part of a grid, and the mean of the
    deepest features, to which the cells that are left off still count as what padding makes of them.
    """
    out = onnx.ModelProto()
    out.CopyFrom(model)
    graph = out.graph
    size = graph.input[0].type.tensor_type.shape.dim[2].dim_value
    cells = sum((size // stride) ** 2 for stride in strides)
    constants = {node.output[0]: numpy_helper.to_array(node.attribute[0].t) for node in graph.node if node.op_type == "Constant"}
    points = {name for name, value in constants.items() if value.shape[-2:] == (cells, 2)}
    steps = {name for name, value in constants.items() if value.shape[-2:] == (cells, 1)}
    mean = next(node for node in graph.node if node.op_type == "ReduceMean")
    joined = next(node for node in graph.node if node.op_type == "Concat" and len(node.input) == len(strides) and axis(node) == 2)
    heads = [next(node.input[0] for node in graph.node if part in node.output) for part in joined.input]
    if not points or not steps:
        raise ValueError("the centres of the cells are not constants of this graph")

    made = [*cell_grid(heads, strides, size), *mean_with_padding(mean, padding_features(out, mean.input[0], size, pad))]
    kept = [node for node in graph.node if node.output[0] not in points | steps | set(mean.output)]
    for node in kept:
        for at, name in enumerate(node.input):
            node.input[at] = POINTS if name in points else STRIDES if name in steps else name
    del graph.node[:]
    graph.node.extend(in_order(kept + made, {value.name for value in (*graph.input, *graph.initializer)}))
    del graph.value_info[:]
    for at, name in ((2, "height"), (3, "width")):
        graph.input[0].type.tensor_type.shape.dim[at].dim_param = name
    graph.output[0].type.tensor_type.shape.dim[1].dim_param = "cells"
    onnx.checker.check_model(out)
    return out


def axis(node: onnx.NodeProto) -> int:
    return next(attribute.i for attribute in node.attribute if attribute.name == "axis")


def constant(name: str, value: np.ndarray) -> onnx.NodeProto:
    return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(value, name))


def part_as_large_as(features: str, whole: str, part: str) -> list[onnx.NodeProto]:
    """`part`: the top left of `whole` (height x width x anything), as large as the features (batch x channels x height x width)."""
    side = f"{part}.side"
    return [
        helper.make_node("Shape", [features], [side], start=2, end=4),
        constant(f"{part}.start", np.array([0, 0])),
        helper.make_node("Slice", [whole, f"{part}.start", side], [part]),
    ]


POINTS, STRIDES = "cells.points", "cells.strides"


def cell_grid(heads: list[str], strides: tuple[int, ...], size: int) -> list[onnx.NodeProto]:
    """The centre and the stride of every cell that is there."""
    nodes = [constant("cells.rows", np.array([-1, 3]))]
    for head, stride in zip(heads, strides):
        centres = (np.arange(size // stride, dtype=np.float32) + 0.5) * stride
        x, y = np.meshgrid(centres, centres)
        level = f"cells.{stride}"
        nodes.append(constant(f"{level}.all", np.stack([x, y, np.full_like(x, stride)], -1)))
        nodes += part_as_large_as(head, f"{level}.all", level)
        nodes.append(helper.make_node("Reshape", [level, "cells.rows"], [f"{level}.flat"]))
    nodes.append(helper.make_node("Concat", [f"cells.{stride}.flat" for stride in strides], ["cells"], axis=0))
    nodes.append(constant("cells.split", np.array([2, 1])))
    nodes.append(helper.make_node("Split", ["cells", "cells.split"], [POINTS, STRIDES], axis=1))
    return nodes


def padding_features(model: onnx.ModelProto, name: str, size: int, pad: float) -> np.ndarray:
    """What the features of this name are where there is nothing but padding: height x width x channels."""
    import onnxruntime

    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    del probe.graph.output[:]
    probe.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(probe.SerializeToString(), providers=["CPUExecutionProvider"])
    square = np.full((1, 3, size, size), pad, np.float32)
    return session.run([name], {model.graph.input[0].name: square})[0][0].transpose(1, 2, 0)


def mean_with_padding(mean: onnx.NodeProto, padding: np.ndarray) -> list[onnx.NodeProto]:
    """The mean over the whole square, of which the part that is not there is padding."""
    features, result = mean.input[0], mean.output[0]
    height, width, _ = padding.shape
    return [
        constant("padding.all", np.ascontiguousarray(padding)),
        *part_as_large_as(features, "padding.all", "padding.seen"),
        constant("padding.axes", np.array([0, 1])),
        helper.make_node("ReduceSum", ["padding.seen", "padding.axes"], ["padding.seen.sum"], keepdims=0),
        constant("padding.sum", padding.sum((0, 1))[None]),
        helper.make_node("Sub", ["padding.sum", "padding.seen.sum"], ["padding.unseen.sum"]),
        constant("features.axes", np.array([2, 3])),
        helper.make_node("ReduceSum", [features, "features.axes"], ["features.sum"], keepdims=0),
        helper.make_node("Add", ["features.sum", "padding.unseen.sum"], ["features.all"]),
        constant("features.count", np.float32(height * width)),
        helper.make_node("Div", ["features.all", "features.count"], [result]),
    ]


def in_order(nodes: list[onnx.NodeProto], known: set[str]) -> list[onnx.NodeProto]:
    """Every node behind those that it reads from."""
    ordered: list[onnx.NodeProto] = []
    known = known | {""}
    while nodes:
        waiting = []
        for node in nodes:
            if known.issuperset(node.input):
                ordered.append(node)
                known.update(node.output)
            else:
                waiting.append(node)
        if len(waiting) == len(nodes):
            raise ValueError(f"{waiting[0].name or waiting[0].output[0]} reads what nothing gives")
        nodes = waiting
    return ordered


def main() -> None:
    import network
    from boxes import PAD

    source, target = Path(sys.argv[1]), Path(sys.argv[-1])
    pad = (PAD - network.MEAN) / network.STD
    onnx.save(let_trim(onnx.load(str(source)), network.STRIDES, pad), str(target))


if __name__ == "__main__":
    main()
