"""The trained network as the file the app loads: one ONNX graph with boxes in input pixels, weights stored as fp16."""

from __future__ import annotations

import copy
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from boxes import PAD
from lib.onnx_fp16 import store_as_fp16
from network import MEAN, STD, STRIDES, Deployed, Detector, Mix
from trim import let_trim

OPSET = 17


def fold_norms(module: nn.Module) -> None:
    """Fold every normalisation into the convolution in front of it, so that fp16 rounding happens on the final weights."""
    previous_name, previous = "", None
    for name, child in list(module.named_children()):
        if isinstance(child, nn.BatchNorm2d) and isinstance(previous, nn.Conv2d):
            setattr(module, previous_name, fuse_conv_bn_eval(previous, child))
            setattr(module, name, nn.Identity())
        else:
            fold_norms(child)
        previous_name, previous = name, child


def lift_padding(module: nn.Module) -> dict[str, list[int]]:
    """Take TensorFlow's uneven padding out of the modules; what the Conv nodes need instead, by name of their weight.

    The exporter would write a Pad in front of each such Conv, with its amounts computed at run time.
    """
    pads = {}
    for name, child in module.named_modules():
        uneven = getattr(child, "static_padding", None)
        if isinstance(uneven, nn.ZeroPad2d):
            left, right, top, bottom = uneven.padding
            pads[f"{name}.weight"] = [top, left, bottom, right]
            child.static_padding = nn.Identity()
            child.padding = (max(top, bottom), max(left, right))  # same output size while the graph is traced
    return pads


def set_padding(model: onnx.ModelProto, pads: dict[str, list[int]]) -> None:
    waiting = dict(pads)
    for node in model.graph.node:
        if node.op_type == "Conv" and node.input[1] in waiting:
            attribute = next(a for a in node.attribute if a.name == "pads")
            del attribute.ints[:]
            attribute.ints.extend(waiting.pop(node.input[1]))
    if waiting:
        raise ValueError(f"no Conv for the padding of {sorted(waiting)}")


def export(detector: Detector, mix: Mix, target: Path) -> onnx.ModelProto:
    """Write `target`. The exporter runs on a copy: folding changes the modules."""
    deployed = Deployed(copy.deepcopy(detector).cpu().eval(), mix).eval()
    fold_norms(deployed)
    pads = lift_padding(deployed)
    full = target.with_suffix(".fp32.onnx")
    sample = torch.zeros(1, 3, detector.size, detector.size)
    torch.onnx.export(
        deployed, (sample,), str(full), dynamo=False, opset_version=OPSET, input_names=["images"], output_names=["boxes"]
    )
    model = onnx.load(str(full))
    full.unlink()
    set_padding(model, pads)
    model = store_as_fp16(let_trim(model, STRIDES, (PAD - MEAN) / STD))
    onnx.save(model, str(target))
    return model
