"""The teacher: the BirdNET geomodel, cut down to its birds and run in fp32.

It answers [latitude, longitude, week 1..48] with a probability for every label; a month's answer is the mean of its
four weeks, because that is the probability on a day of the month drawn at random. The greatest of the four would call
a species that passes through for one week as likely as one that stays.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import onnx.utils
import onnxruntime
from onnx import TensorProto, numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "taxonomy"))
from resolve import Taxonomy  # noqa: E402

MONTHS = 12
WEEKS_A_MONTH = 4


def bird_labels(text: str, taxonomy: Taxonomy) -> tuple[list[str], list[int], list[tuple[int, int]]]:
    """Scientific names in taxonomic order, the label line of each, and (species, further line) pairs.

    Labels are tab-separated with the scientific name second. What the taxonomy does not know is no bird. Where the
    teacher knows two species that are one today, the second line is a further line of the same species.
    """
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines()):
        code = taxonomy.find(line.split("\t")[1])
        if code is not None:
            lines.setdefault(code, []).append(number)
    known = [(code, name) for code, name in taxonomy.species if code in lines]
    first = [lines[code][0] for code, _ in known]
    further = [(i, line) for i, (code, _) in enumerate(known) for line in lines[code][1:]]
    return [name for _, name in known], first, further


def as_fp32(model: onnx.ModelProto) -> onnx.ModelProto:
    """fp16 compute is emulated on a CPU: five times slower, and coarser."""
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT16:
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float32), tensor.name))
    for node in model.graph.node:
        for attribute in node.attribute:
            if node.op_type == "Cast" and attribute.name == "to" and attribute.i == TensorProto.FLOAT16:
                attribute.i = TensorProto.FLOAT
    del model.graph.value_info[:]
    return model


def split_head(model: onnx.ModelProto) -> tuple[onnx.ModelProto, np.ndarray, np.ndarray]:
    """The network up to its last features, and the weight and bias of the last layer (a Gemm with a transposed weight).

    The head is applied outside: only to the species wanted, and without the sigmoid, whose fp32 approximation in
    onnxruntime is wrong below 1e-7 while the order of the likeliest species in an empty place is decided there.
    """
    last = [node for node in model.graph.node if node.op_type == "Gemm"][-1]
    weights = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    width = weights[last.input[1]].shape[1]
    del model.graph.output[:]
    model.graph.output.append(onnx.helper.make_tensor_value_info(last.input[0], TensorProto.FLOAT, ["batch", width]))
    return onnx.utils.Extractor(model).extract_model([model.graph.input[0].name], [last.input[0]]), *(
        weights[name] for name in last.input[1:]
    )


class Teacher:
    def __init__(self, model: Path, labels: Path, threads: int = 1, taxonomy: Taxonomy | None = None) -> None:
        self.file = model
        self.names, first, further = bird_labels(labels.read_text("utf-8"), taxonomy or Taxonomy.load())
        trunk, weight, bias = split_head(as_fp32(onnx.load(str(model))))
        self._weight, self._bias = weight[first], bias[first]
        self._further = [(species, weight[line], bias[line]) for species, line in further]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(
            trunk.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )

    def features(self, queries: np.ndarray) -> np.ndarray:
        """N x [latitude, longitude, week] -> N x width of the last hidden layer, of which the logits are linear."""
        return self._session.run(None, {self._session.get_inputs()[0].name: queries.astype(np.float32)})[0]

    def logits(self, features: np.ndarray, species: np.ndarray | None = None) -> np.ndarray:
        """Of two labels of one species the likelier one holds."""
        chosen = np.arange(len(self.names)) if species is None else species
        logits = features @ self._weight[chosen].T + self._bias[chosen]
        place = {int(index): column for column, index in enumerate(chosen)}
        for index, weight, bias in self._further:
            if index in place:
                column = logits[:, place[index]]
                np.maximum(column, features @ weight + bias, out=column)
        return logits

    def weeks(self, queries: np.ndarray, species: np.ndarray | None = None) -> np.ndarray:
        """N x [latitude, longitude, week] -> N x species."""
        return sigmoid(self.logits(self.features(queries), species))

    def months(self, queries: np.ndarray, species: np.ndarray | None = None) -> np.ndarray:
        """N x [latitude, longitude, month 1..12] -> N x species."""
        answers = [self.weeks(with_week(queries, week), species) for week in range(WEEKS_A_MONTH)]
        return sum(answers[1:], answers[0]) / WEEKS_A_MONTH


def sigmoid(logits: np.ndarray) -> np.ndarray:
    """Exact to fp32 for the smallest probabilities too. Works in place."""
    np.negative(logits, out=logits)
    np.exp(logits, out=logits)
    logits += 1
    return np.reciprocal(logits, out=logits)


def with_week(queries: np.ndarray, week_of_month: np.ndarray | int) -> np.ndarray:
    """Turns month 1..12 into week 1..48; week_of_month is 0..3."""
    weekly = queries.astype(np.float32, copy=True)
    weekly[:, 2] = (queries[:, 2] - 1) * WEEKS_A_MONTH + 1 + week_of_month
    return weekly


def with_month(weekly: np.ndarray) -> np.ndarray:
    """Turns week 1..48 into the fraction of a month: the middle of month m's four weeks is m."""
    queries = weekly.astype(np.float32, copy=True)
    queries[:, 2] = (weekly[:, 2] + (WEEKS_A_MONTH - 1) / 2) / WEEKS_A_MONTH
    return queries
