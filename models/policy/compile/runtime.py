"""Builds the half of a web-llm library that is the same for every model: TVM's WebGPU runtime, as object files.

The apache-tvm wheels hold the runtime's sources but leave out some headers; `standins/` holds ours in their place.
About two minutes. Needs the packages of compile/requirements.txt and emscripten (Debian: apt-get install emscripten).

    python models/policy/compile/runtime.py BUILD_DIR
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
STANDINS = HERE / "standins"
# Remote sessions need sockets, and bring a third of the code.
LEFT_OUT = re.compile(r'#include "src/runtime/rpc/rpc_(channel|endpoint|event_impl|module)\.cc"')
UNITS = ("tvmjs_support", "webgpu_runtime", "wasm_runtime", "no_rpc")
FLAGS = ["-Oz", "-std=c++17", "-Wno-ignored-attributes", "-DNDEBUG"]


def package_folder(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"{name} is not installed: pip install -r models/policy/compile/requirements.txt")
    return Path(spec.origin).parent


def lay_out(tree: Path) -> None:
    """The sources as TVM's own build expects them, ours on top."""
    shutil.rmtree(tree, ignore_errors=True)
    tvm, ffi = package_folder("tvm"), package_folder("tvm_ffi")
    for folder in ("web", "src", "include"):
        shutil.copytree(tvm / folder, tree / folder)
    for folder in ("include", "src"):
        shutil.copytree(ffi / folder, tree / "3rdparty/tvm-ffi" / folder)
    shutil.copytree(STANDINS, tree, dirs_exist_ok=True)
    runtime = tree / "web/emcc/wasm_runtime.cc"
    runtime.write_text(LEFT_OUT.sub("", runtime.read_text("utf-8")), "utf-8")


def build(folder: Path) -> list[Path]:
    tree, objects = folder / "tvm", folder / "runtime"
    lay_out(tree)
    objects.mkdir(parents=True, exist_ok=True)
    # Relative, from inside the tree: messages and names of types hold the paths, and where it was built is nobody's business.
    includes = ["-I.", "-Iinclude", "-I3rdparty/tvm-ffi/include"]
    made = []
    for unit in UNITS:
        made.append(objects.resolve() / f"{unit}.o")
        subprocess.run(["emcc", *FLAGS, *includes, "-c", "-o", str(made[-1]), f"web/emcc/{unit}.cc"], cwd=tree, check=True)
        print(f"{unit}.o  {made[-1].stat().st_size} bytes", flush=True)
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    build(parser.parse_args().folder)
