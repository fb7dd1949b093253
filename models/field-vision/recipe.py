"""Writes the graph of the field classifier:

    python models/field-vision/recipe.py --tflite FILE --labels FILE --out public/packs/field-vision/image.onnx --out-labels public/packs/field-vision/labels/image.txt

--tflite     mobilenet_v2_1.0_224_inat_bird_quant.tflite of google-coral/test_data, at the commit the pack pins
--labels     inat_bird_labels.txt of the same commit
--head       the second head (head.npz beside this file); `none` leaves the published layer by itself
--out        gets the graph, which refers to the file as image.tflite beside it
--out-labels gets a scientific name for each output
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

from head import load, unite  # noqa: E402
from join_onnx import with_head  # noqa: E402
from lib.tflite_graph import read  # noqa: E402
from teacher import scientific_names  # noqa: E402
from to_onnx import to_onnx  # noqa: E402

SHA256 = "350fcd8cf1df1560060d464595dfed8b174b05792788052896004848d9ad04f9"
SIDE = 224
NAMES = ("images", "probabilities")
WEIGHTS_FILE = "image.tflite"


def write_graph(source: Path, target: Path, names: list[str] | None = None, head: Path | None = None, labels: Path | None = None) -> int:
    """Bytes written. Another file than the one this was written for is refused: the graph knows its offsets.

    With a `head`, and the `names` of the published layer, the graph holds the join of both, and `labels` gets its names.
    """
    found = hashlib.sha256(source.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{source}: sha256 {found}, expected {SHA256}")
    graph = to_onnx(read(source), SIDE, WEIGHTS_FILE, NAMES)
    if head is not None and names is not None:
        trained, join = load(head)
        union = unite(names, trained.labels)
        graph = with_head(graph, len(names), trained, join, union)
        names = union.labels
    if labels is not None and names is not None:
        labels.parent.mkdir(parents=True, exist_ok=True)
        labels.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(graph.SerializeToString(deterministic=True))
    return target.stat().st_size


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tflite", type=Path, required=True)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--head", default=str(Path(__file__).with_name("head.npz")))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--out-labels", type=Path)
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--detector", type=Path)
    args = parser.parse_args()
    head = None if args.head == "none" else Path(args.head)
    written = write_graph(args.tflite, args.out, scientific_names(args.labels), head, args.out_labels)
    print(f"{args.out}: {written} bytes, the other weights in {WEIGHTS_FILE}", flush=True)
    if args.reference and args.photos:
        from compare import compare

        result = compare(args.out, args.tflite, args.reference, args.photos, args.detector)
        print(result, flush=True)
        return 0 if result["photos"] > 0 and result["same top-1"] == result["views"] else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
