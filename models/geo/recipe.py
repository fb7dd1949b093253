"""Distils the geo prior: python models/geo/recipe.py --teacher FILE --labels FILE --out DIR

--teacher  the BirdNET geomodel (geomodel_fp16.onnx); --labels its labels (tab-separated, scientific name second)
--out      gets the checkpoint, the model and its figures; run again with the same folder to resume, or to measure again
--pack     also puts the model into a pack, and the figures into this folder: --pack public/packs/starter
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--land", type=Path, default=ROOT / "node_modules" / "world-atlas" / "land-50m.json")
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", str(args.threads))

    import torch

    from land import land_grid, read_rings
    from teacher import Teacher
    from train import Settings, Training

    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    teacher = Teacher(args.teacher, args.labels, args.threads)
    grid = land_grid(read_rings(args.land))
    settings = Settings(minutes=args.minutes, seed=args.seed)
    training = Training(teacher, grid, settings, args.out / "checkpoint.pt")
    training.run(lambda line: print(line, flush=True))

    from publish import put_into_pack, write_model

    write_model(training, grid, args.out)
    if args.pack:
        put_into_pack(args.out, args.pack)


if __name__ == "__main__":
    main()
