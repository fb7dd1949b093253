"""What both halves of a seeing policy are built from: products with matrices that stay in four bits."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from export_onnx import NEVER, Graph  # noqa: E402, F401
from quantise import GROUP, ZERO, pairs, quantise  # noqa: E402

OPSET = 18
EYE_EPSILON = 1e-6
Weights = Mapping[str, np.ndarray]


class Wide(Graph):
    """A graph whose matrices are multiplied as they are stored."""

    def product(self, x: str, weight: np.ndarray, bias: np.ndarray | None = None) -> str:
        numbers, scale = quantise(weight)
        outputs, inputs = weight.shape
        groups = inputs // GROUP
        packed = self.constant(pairs(numbers).reshape(outputs, groups, GROUP // 2))
        zero = self.constant(np.full(outputs * ((groups + 1) // 2), ZERO | ZERO << 4, np.uint8))
        made = self.op(
            "MatMulNBits", x, packed, self.constant(scale.reshape(-1)), zero, domain="com.microsoft", K=inputs, N=outputs, bits=4, block_size=GROUP
        )
        return made if bias is None else self.op("Add", made, self.constant(bias.astype(np.float32)))

    def rows(self, weight: np.ndarray, ids: str) -> str:
        """Rows of a table in four bits: only those that are asked for are unpacked."""
        numbers, scale = quantise(weight)
        packed = self.op("Gather", self.constant(pairs(numbers)), ids, axis=0)
        low = self.op("BitwiseAnd", packed, self.constant(np.array(15, np.uint8)))
        high = self.op("BitShift", packed, self.constant(np.array(4, np.uint8)), direction="RIGHT")
        both = self.op("Concat", *(self.op("Unsqueeze", half, self.integers(-1)) for half in (low, high)), axis=-1)
        grouped = self.op("Reshape", both, self.integers(0, 0, -1, GROUP))
        centred = self.op("Sub", self.op("Cast", grouped, to=TensorProto.FLOAT), self.number(ZERO))
        scales = self.op("Unsqueeze", self.op("Gather", self.constant(scale), ids, axis=0), self.integers(-1))
        return self.op("Reshape", self.op("Mul", centred, scales), self.integers(0, 0, weight.shape[1]))

    def layer_norm(self, x: str, weights: Weights, name: str) -> str:
        weight, bias = (self.constant(weights[f"{name}.{part}"].astype(np.float32)) for part in ("weight", "bias"))
        return self.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=EYE_EPSILON)

    def gelu(self, x: str, *, exact: bool) -> str:
        if exact:
            inner = self.op("Erf", self.op("Mul", x, self.number(2**-0.5)))
        else:
            cubed = self.op("Mul", self.op("Mul", self.op("Mul", x, x), x), self.number(0.044715))
            inner = self.op("Tanh", self.op("Mul", self.op("Add", x, cubed), self.number((2 / np.pi) ** 0.5)))
        return self.op("Mul", self.op("Mul", x, self.number(0.5)), self.op("Add", inner, self.number(1)))

    def turn(self, x: str, cos: str, sin: str, dim: int) -> str:
        """Turns pairs that lie half a head apart."""
        first, second = self.slice(x, 0, dim // 2, -1), self.slice(x, dim // 2, dim, -1)
        left = self.op("Sub", self.op("Mul", first, cos), self.op("Mul", second, sin))
        right = self.op("Add", self.op("Mul", second, cos), self.op("Mul", first, sin))
        return self.op("Concat", left, right, axis=-1)

    def finish(self, name: str, inputs: list[onnx.ValueInfoProto], outputs: list[onnx.ValueInfoProto]) -> onnx.ModelProto:
        graph = helper.make_graph(self.nodes, name, inputs, outputs, list(self.constants.values()))
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid("com.microsoft", 1)]
        made = helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="goldcrest")
        onnx.checker.check_model(made)
        return made


def value(name: str, kind: int, shape: list[str | int]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)
