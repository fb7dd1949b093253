"""Writes the graph of the field classifier: python models/field-vision/recipe.py --tflite FILE --out public/packs/field-vision/image.onnx

--tflite     mobilenet_v2_1.0_224_inat_bird_quant.tflite of google-coral/test_data, at the commit the pack pins
--out        gets the graph, which refers to the file as image.tflite beside it
--reference  another conversion of the same file, to compare with (one photo, channels last, -1 to 1)
--photos     folder of photos to compare on, whole and (with --detector, a YOLOX ONNX) as the crops that the app makes

`npm run pack:field` prepares Python, fetches what is missing and calls this.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "image")]

from lib.tflite_graph import read  # noqa: E402
from to_onnx import to_onnx  # noqa: E402

SHA256 = "350fcd8cf1df1560060d464595dfed8b174b05792788052896004848d9ad04f9"
SIDE = 224
NAMES = ("images", "probabilities")
WEIGHTS_FILE = "image.tflite"


def write_graph(source: Path, target: Path) -> int:
    """Bytes written. Another file than the one this was written for is refused: the graph knows its offsets."""
    found = hashlib.sha256(source.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{source}: sha256 {found}, expected {SHA256}")
    graph = to_onnx(read(source), SIDE, WEIGHTS_FILE, NAMES)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(graph.SerializeToString(deterministic=True))
    return target.stat().st_size


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tflite", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--detector", type=Path)
    args = parser.parse_args()
    print(f"{args.out}: {write_graph(args.tflite, args.out)} bytes, weights in {WEIGHTS_FILE}", flush=True)
    if args.reference and args.photos:
        from compare import compare

        result = compare(args.out, args.tflite, args.reference, args.photos, args.detector)
        print(result, flush=True)
        return 0 if result["photos"] > 0 and result["same top-1"] == result["views"] else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
