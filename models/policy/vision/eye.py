"""The eye of Qwen3-VL as ONNX: one picture in, its features out."""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper

from config import Eye
from wide import Weights, Wide, value


class EyeGraph:
    """One picture: patches and their grid in, a feature a group of patches out, with the deeper looks beside it."""

    def __init__(self, c: Eye, weights: Weights) -> None:
        self.c, self.w, self.g = c, weights, Wide()

    def at(self, name: str) -> np.ndarray:
        return self.w[f"model.visual.{name}"]

    def linear(self, x: str, name: str) -> str:
        weight = self.at(f"{name}.weight")
        return self.g.product(x, weight.reshape(weight.shape[0], -1), self.at(f"{name}.bias"))

    def places(self) -> tuple[str, str, str, str]:
        """Row and column of every patch (patches come in groups that will be merged), and the grid's height and width."""
        g, merge = self.g, self.c.spatial_merge_size
        sizes = g.op("Reshape", "image_grid_thw", g.integers(3))
        height, width = (g.op("Squeeze", g.slice(sizes, start, start + 1, 0), g.integers(0)) for start in (1, 2))
        zero, one = g.constant(np.int64(0)), g.constant(np.int64(1))
        patch = g.op("Range", zero, g.op("Mul", height, width), one)
        size, area = g.constant(np.int64(merge)), g.constant(np.int64(merge**2))
        across = g.op("Div", width, size)
        group = g.op("Div", patch, area)
        row = g.op("Add", g.op("Mul", g.op("Div", group, across), size), g.op("Mod", g.op("Div", patch, size), size))
        column = g.op("Add", g.op("Mul", g.op("Mod", group, across), size), g.op("Mod", patch, size))
        return row, column, height, width

    def taps(self, place: str, length: str) -> tuple[list[str], list[str]]:
        """The two nearest rows (or columns) of the learnt grid, and how much each counts."""
        g, side = self.g, int(self.c.num_position_embeddings**0.5)
        last = g.constant(np.float32(side - 1))
        step = g.op("Div", last, g.op("Sub", g.op("Cast", length, to=TensorProto.FLOAT), g.number(1)))
        exact = g.op("Mul", g.op("Cast", place, to=TensorProto.FLOAT), step)
        floor = g.op("Floor", exact)
        share = g.op("Sub", exact, floor)
        before = g.op("Cast", floor, to=TensorProto.INT64)
        after = g.op("Min", g.op("Add", before, g.constant(np.int64(1))), g.constant(np.int64(side - 1)))
        return [before, after], [g.op("Sub", g.number(1), share), share]

    def position(self, row: str, column: str, height: str, width: str) -> str:
        g, side = self.g, int(self.c.num_position_embeddings**0.5)
        table = g.constant(self.at("pos_embed.weight").astype(np.float32))
        down, across = self.taps(row, height), self.taps(column, width)
        parts = []
        for row_tap, row_share in zip(*down, strict=True):
            for column_tap, column_share in zip(*across, strict=True):
                index = g.op("Add", g.op("Mul", row_tap, g.constant(np.int64(side))), column_tap)
                share = g.op("Unsqueeze", g.op("Mul", row_share, column_share), g.integers(-1))
                parts.append(g.op("Mul", g.op("Gather", table, index, axis=0), share))
        return g.op("Sum", *parts)

    def rotation(self, row: str, column: str) -> tuple[str, str]:
        """Cosine and sine, patches x 1 x half: a quarter of a head turns with the row, a quarter with the column."""
        g, quarter = self.g, self.c.hidden_size // self.c.num_heads // 4
        frequency = g.constant((10_000.0 ** (-np.arange(quarter, dtype=np.float32) / quarter)).astype(np.float32))
        angles = [g.op("Mul", g.op("Unsqueeze", g.op("Cast", one, to=TensorProto.FLOAT), g.integers(-1)), frequency) for one in (row, column)]
        both = g.op("Unsqueeze", g.op("Concat", *angles, axis=-1), g.integers(1))
        return g.op("Cos", both), g.op("Sin", both)

    def attention(self, x: str, block: str, rotation: tuple[str, str]) -> str:
        g, heads = self.g, self.c.num_heads
        dim = self.c.hidden_size // heads
        split = g.op("Reshape", self.linear(x, f"{block}.attn.qkv"), g.integers(-1, 3, heads, dim))
        q, k, v = (g.op("Squeeze", g.slice(split, part, part + 1, 1), g.integers(1)) for part in range(3))
        q, k = (g.turn(part, *rotation, dim) for part in (q, k))
        q, k, v = (g.op("Transpose", part, perm=perm) for part, perm in ((q, [1, 0, 2]), (k, [1, 2, 0]), (v, [1, 0, 2])))
        chances = g.op("Softmax", g.op("Mul", g.op("MatMul", q, k), g.number(dim**-0.5)), axis=-1)
        seen = g.op("Transpose", g.op("MatMul", chances, v), perm=[1, 0, 2])
        return self.linear(g.op("Reshape", seen, g.integers(-1, self.c.hidden_size)), f"{block}.attn.proj")

    def merge(self, x: str, name: str, *, norm_after: bool) -> str:
        g, merged = self.g, self.c.hidden_size * self.c.spatial_merge_size**2
        norm = f"model.visual.{name}.norm"
        grouped = g.op("Reshape", x if norm_after else g.layer_norm(x, self.w, norm), g.integers(-1, merged))
        x = g.layer_norm(grouped, self.w, norm) if norm_after else grouped
        return self.linear(g.gelu(self.linear(x, f"{name}.linear_fc1"), exact=True), f"{name}.linear_fc2")

    def build(self) -> onnx.ModelProto:
        g, c = self.g, self.c
        places = self.places()
        x = g.op("Add", self.linear("pixel_values", "patch_embed.proj"), self.position(*places))
        rotation = self.rotation(*places[:2])
        deeper = {}
        for layer in range(c.depth):
            block = f"blocks.{layer}"
            x = g.op("Add", x, self.attention(g.layer_norm(x, self.w, f"model.visual.{block}.norm1"), block, rotation))
            inner = self.linear(g.layer_norm(x, self.w, f"model.visual.{block}.norm2"), f"{block}.mlp.linear_fc1")
            x = g.op("Add", x, self.linear(g.gelu(inner, exact=False), f"{block}.mlp.linear_fc2"))
            if layer in c.deepstack_visual_indexes:
                look = c.deepstack_visual_indexes.index(layer)
                deeper[look] = self.merge(x, f"deepstack_merger_list.{look}", norm_after=True)
        looks = [self.merge(x, "merger", norm_after=False), *(deeper[look] for look in sorted(deeper))]
        g.nodes.append(helper.make_node("Concat", looks, ["image_features"], axis=-1))
        pixels = c.in_channels * c.temporal_patch_size * c.patch_size**2
        inputs = [value("pixel_values", TensorProto.FLOAT, ["patches", pixels]), value("image_grid_thw", TensorProto.INT64, [1, 3])]
        return g.finish("eye", inputs, [value("image_features", TensorProto.FLOAT, ["features", c.out_hidden_size * len(looks)])])
