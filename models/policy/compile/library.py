"""Compiles a Qwen3 to a WebGPU library that unmodified web-llm loads.

    python models/policy/compile/library.py --config config.json --runtime BUILD/runtime --out model.wasm --precision q4f32
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

import tvm
from tvm import relax, tirx
from tvm.relax.backend.gpu_generic import pipeline as generic
from tvm.s_tir import dlight
from tvm.target import Target

import sampling
from network import Precision, Qwen3, Shape

TARGET = Target(
    "webgpu",
    host={"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm", "mcpu": "mvp", "mattr": ["+mutable-globals", "+sign-ext"]},
)
PRECISIONS = {
    "q4f32": Precision("q4f32_1", compute="float32", stored="float32"),
    # The same files as q4f32, for devices with shader-f16.
    "q4f16": Precision("q4f16_1", compute="float16", stored="float32"),
}
# A phone holds a run of 600 tokens; prefill in parts keeps the buffers small.
CONTEXT, CHUNK = 1024, 512
LINK = [
    "-Oz", "--no-entry", "-sWASM_BIGINT=1", "-sERROR_ON_UNDEFINED_SYMBOLS=0", "-sSTANDALONE_WASM=1", "-sALLOW_MEMORY_GROWTH=1",
    "-sTOTAL_MEMORY=64MB", "-sFILESYSTEM=0",
]  # fmt: skip


def add_sampling(builder: relax.BlockBuilder, vocabulary: int) -> None:
    """softmax_with_temperature, argsort_probs and sample_with_top_p, as functions of any batch."""
    if vocabulary > sampling.LARGEST_VOCABULARY:
        raise SystemExit(f"a vocabulary of {vocabulary} needs a faster sort than this one: {sampling.LARGEST_VOCABULARY} at most")

    def tensor(shape, kind="float32"):
        return relax.TensorType(shape, kind)

    def var(name, shape, kind="float32"):
        return relax.Var(name, tensor(shape, kind))

    batch = tirx.Var("batch_size", "int64")
    logits, temperature = var("logits", (batch, 1, vocabulary)), var("temperature", (batch,))
    with builder.function("softmax_with_temperature", [logits, temperature]):
        with builder.dataflow():
            scale = builder.emit(relax.op.reshape(temperature, (batch, 1, 1)))
            scaled = builder.emit(relax.op.divide(logits, scale))
            chances = builder.emit_output(relax.op.nn.softmax(scaled, axis=-1))
        builder.emit_func_output(chances)

    batch = tirx.Var("batch_size", "int64")
    chances = var("probs", (batch, vocabulary))
    sort = builder.add_func(sampling.sort_by_rank(vocabulary), "sort_by_rank")
    with builder.function("argsort_probs", [chances]):
        with builder.dataflow():
            both = [tensor((batch, vocabulary)), tensor((batch, vocabulary), "int32")]
            ordered = builder.emit_output(relax.call_tir(sort, [chances], both))
        builder.emit_func_output(ordered)

    batch, count = tirx.Var("batch_size", "int64"), tirx.Var("num_samples", "int64")
    inputs = [
        var("sorted_probs", (batch, vocabulary)), var("sorted_indices", (batch, vocabulary), "int32"),
        var("uniform_samples", (count,)), var("sample_indices", (count,), "int32"), var("top_p", (batch,)),
    ]  # fmt: skip
    draw = builder.add_func(sampling.draw_top_p(vocabulary), "draw_top_p")
    with builder.function("sample_with_top_p", inputs):
        with builder.dataflow():
            drawn = builder.emit_output(relax.call_tir(draw, inputs, tensor((count,), "int32")))
        builder.emit_func_output(drawn)


def add_metadata(builder: relax.BlockBuilder, shape: Shape, precision: Precision, parameters: list) -> None:
    metadata = {
        "model_type": "qwen3",
        "quantization": precision.name,
        "context_window_size": shape.context,
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "prefill_chunk_size": shape.chunk,
        "tensor_parallel_shards": 1,
        "kv_state_kind": "kv_cache",
        "memory_usage": {},
        "params": [
            {"name": name, "shape": [int(n) for n in p.shape], "dtype": str(p.dtype), "preprocs": []} for name, p in parameters
        ],
    }
    with builder.function("_metadata", []):
        builder.emit_func_output(tvm.ir.StringImm(json.dumps(metadata)))


def schedule(name: str):
    """`dlight` tiles and reduces for large matrices. `plain` gives a thread a number and no barriers: at a few million weights starting
    a kernel costs more than running it, and every driver agrees on the result."""
    if name == "dlight":
        return generic.get_default_pipeline(TARGET)
    passes = [
        *generic.library_dispatch_passes(TARGET),
        *generic.legalize_passes(TARGET)[:-1],
        dlight.ApplyDefaultSchedule(dlight.gpu.Fallback()),
        *generic.dataflow_lower_passes(TARGET),
        *generic.finalize_passes(TARGET),
    ]

    @tvm.transform.module_pass(opt_level=0)
    def plain(module: tvm.ir.IRModule, _context) -> tvm.ir.IRModule:
        with TARGET:
            return tvm.transform.Sequential(passes)(module)

    return plain


def linker(runtime: Path):
    def link(output: str, objects: list[str], options=None, **_kwargs) -> None:
        subprocess.run(["emcc", *LINK, "-o", output, *sorted(map(str, runtime.glob("*.o"))), *objects], check=True)

    return link


def compile_library(shape: Shape, precision: Precision, schedules: str, runtime: Path, out: Path) -> None:
    model = Qwen3(shape, precision, TARGET)
    module, parameters = model.export_tvm(spec=model.spec())[:2]
    builder = relax.BlockBuilder(module)
    add_sampling(builder, shape.vocabulary)
    add_metadata(builder, shape, precision, parameters)
    module = builder.get()
    for kernel in (sampling.logit_bias, sampling.penalty, sampling.grammar_mask):
        function = kernel(shape.vocabulary)
        module[function.attrs["global_symbol"]] = function
    executable = relax.build(module, TARGET, relax_pipeline=schedule(schedules))
    with tempfile.TemporaryDirectory() as folder:
        linked = Path(folder) / "model.wasm"
        executable.export_library(str(linked), fcompile=linker(runtime))
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(linked.read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, required=True, help="config.json as transformers writes it for Qwen3")
    parser.add_argument("--runtime", type=Path, required=True, help="the objects that runtime.py made")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--precision", choices=PRECISIONS, default="q4f32")
    parser.add_argument("--schedule", choices=["plain", "dlight"], default="plain")
    args = parser.parse_args()
    shape = Shape.read(args.config, CONTEXT, CHUNK)
    compile_library(shape, PRECISIONS[args.precision], args.schedule, args.runtime, args.out)
    print(f"{args.out}: {args.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
