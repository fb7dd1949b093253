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
TAIL = 2  # rows and columns of the coarsest level that stand for all that is left off: the last are left off first
KEEP = 8  # pixels of padding that stay, for what the network expects beside a photo. Chosen on the kept-back photos.


def trimmed_side(placed: int, size: int) -> int:
    """How long a side of the input is for a photo that covers `placed` pixels of it."""
    return size if placed >= size else min(size, -(-(placed + KEEP) // STEP) * STEP)


def trimmed(canvas: np.ndarray, width: int, height: int) -> np.ndarray:
    """A letterboxed square (height x width x 3) without the padding that need not be seen."""
    return canvas[: trimmed_side(height, canvas.shape[0]), : trimmed_side(width, canvas.shape[1])]


def let_trim(model: onnx.ModelProto, strides: tuple[int, ...], pad: float) -> onnx.ModelProto:
    """The same network for every size up to its own. `pad`: what padding is, normalised.

    Two things in it are of the square: the centres of the cells, which are now counted, and the mean of the deepest
    features, to which the cells that are left off still count as what padding makes of them. No node asks for a shape:
    runtimes do that on the processor, and would take the features there and back.
    """
    out = onnx.ModelProto()
    out.CopyFrom(model)
    graph = out.graph
    size = graph.input[0].type.tensor_type.shape.dim[2].dim_value
    cells = sum((size // stride) ** 2 for stride in strides)
    givers = {name: node for node in graph.node for name in node.output}
    constants = {name: numpy_helper.to_array(node.attribute[0].t) for name, node in givers.items() if node.op_type == "Constant"}
    points = {name for name, value in constants.items() if value.shape[-2:] == (cells, 2)}
    steps = {name for name, value in constants.items() if value.shape[-2:] == (cells, 1)}
    mean = next(node for node in graph.node if node.op_type == "ReduceMean")
    joined = next(node for node in graph.node if node.op_type == "Concat" and len(node.input) == len(strides) and axis(node) == 2)
    flattened = [givers[name] for name in joined.input]
    if not points or not steps or any(node.op_type != "Reshape" for node in flattened):
        raise ValueError("this is not a graph that export.py makes")

    scores = [givers[node.input[0]].input[0] for node in flattened]
    made = [*cell_centres(scores, strides), *mean_with_padding(mean, padding_features(out, mean.input[0], size, pad))]
    for node in flattened:
        node.input[1] = FLAT
    kept = [node for node in graph.node if node.output[0] not in points | steps | set(mean.output)]
    for node in kept:
        for at, name in enumerate(node.input):
            node.input[at] = POINTS if name in points else STRIDES if name in steps else name
    nodes = needed(in_order(kept + made, {value.name for value in (*graph.input, *graph.initializer)}), graph.output[0].name)
    del graph.node[:]
    graph.node.extend(nodes)
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


FLAT, POINTS, STRIDES = "cells.flat", "cells.points", "cells.strides"


def cell_centres(scores: list[str], strides: tuple[int, ...]) -> list[onnx.NodeProto]:
    """The centre and the stride of every cell that is there, told from maps of one channel: ones, summed up along and down."""
    one, down, along = np.float32(1), np.array(2), np.array(3)
    nodes = [constant(FLAT, np.array([0, 0, -1])), constant("one", one), constant("down", down), constant("along", along)]
    for score, stride in zip(scores, strides):
        level = f"cells.{stride}"
        nodes += [
            helper.make_node("Clip", [score, "one", "one"], [f"{level}.ones"]),
            helper.make_node("CumSum", [f"{level}.ones", "along"], [f"{level}.column"]),
            helper.make_node("CumSum", [f"{level}.ones", "down"], [f"{level}.row"]),
            helper.make_node("Concat", [f"{level}.column", f"{level}.row", f"{level}.ones"], [f"{level}.counted"], axis=1),
            # (1, 2, 3 ... - 0.5) * stride, and the stride itself
            constant(f"{level}.scale", np.full((1, 3, 1, 1), stride, np.float32)),
            constant(f"{level}.shift", np.array([-stride / 2, -stride / 2, 0], np.float32).reshape(1, 3, 1, 1)),
            helper.make_node("Mul", [f"{level}.counted", f"{level}.scale"], [f"{level}.scaled"]),
            helper.make_node("Add", [f"{level}.scaled", f"{level}.shift"], [level]),
            helper.make_node("Reshape", [level, FLAT], [f"{level}.flat"]),
        ]
    nodes.append(helper.make_node("Concat", [f"cells.{stride}.flat" for stride in strides], ["cells.all"], axis=2))
    nodes.append(helper.make_node("Transpose", ["cells.all"], ["cells"], perm=[0, 2, 1]))
    nodes.append(constant("cells.split", np.array([2, 1])))
    nodes.append(helper.make_node("Split", ["cells", "cells.split"], [POINTS, STRIDES], axis=2))
    return nodes


def padding_features(model: onnx.ModelProto, name: str, size: int, pad: float) -> np.ndarray:
    """What the features of this name are where there is nothing but padding: channels x height x width."""
    import onnxruntime

    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    del probe.graph.output[:]
    probe.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    session = onnxruntime.InferenceSession(probe.SerializeToString(), providers=["CPUExecutionProvider"])
    square = np.full((1, 3, size, size), pad, np.float32)
    return session.run([name], {model.graph.input[0].name: square})[0][0]


def mean_with_padding(mean: onnx.NodeProto, padding: np.ndarray) -> list[onnx.NodeProto]:
    """The mean over the whole square, of which every cell that is not there is like the last of the padding."""
    features, result = mean.input[0], mean.output[0]
    channels, height, width = padding.shape
    last = np.concatenate([padding[:, -TAIL:].reshape(channels, -1), padding[:, :-TAIL, -TAIL:].reshape(channels, -1)], 1).mean(1)
    return [
        constant("all.axes", np.array([2, 3])),
        constant("padding", last[None]),
        constant("cells.count", np.float32(height * width)),
        helper.make_node("ReduceSum", [features, "all.axes"], ["features.sum"], keepdims=0),
        # A channel of ones: how many cells there are.
        helper.make_node("Clip", [features, "one", "one"], ["features.ones"]),
        helper.make_node("ReduceSum", ["features.ones", "all.axes"], ["features.count"], keepdims=0),
        helper.make_node("Sub", ["cells.count", "features.count"], ["padding.count"]),
        helper.make_node("Mul", ["padding.count", "padding"], ["padding.sum"]),
        helper.make_node("Add", ["features.sum", "padding.sum"], ["features.all"]),
        helper.make_node("Div", ["features.all", "cells.count"], [result]),
    ]


def needed(nodes: list[onnx.NodeProto], output: str) -> list[onnx.NodeProto]:
    """Without those that nothing comes of, in the order they are in."""
    wanted, kept = {output}, []
    for node in reversed(nodes):
        if wanted.intersection(node.output):
            kept.append(node)
            wanted.update(node.input)
    return kept[::-1]


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
