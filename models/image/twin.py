"""A twin of the starter pack whose classifier has not heard of some birds, to fit the judgement on.

    python models/image/twin.py --data DIR --pack PACK --teacher-labels FILE --out TWIN --set SET

The twin has the body and the linear layer of the trained classifier as far as they come from photos, without a third of those species: of half of those (where the teacher knows them) it
has the teacher's word alone, as PACK has of its other labels; of the rest it has nothing. TWIN gets the pack, which
`npm run pack:fill -- TWIN` completes, and SET held-out photos with labels, for `npm run calibrate -- --set SET --pack PACK --twin TWIN`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from dataset import BACKGROUND, CALIBRATION, TEST, Dataset, build_dataset, listed, read_class_map  # noqa: E402
from held_out import chosen_rows, read_crops  # noqa: E402
from lib.stats import fit_temperature  # noqa: E402
from photos import Photo, Views, load_index  # noqa: E402
from teacher import Answers, scientific_names  # noqa: E402
from widen import Features, Head, best_offset, cooled, head_of, join, training_lines, trial, with_head, withhold, without  # noqa: E402

# Held-out photos of birds that the twin learnt from photos, from the teacher, not at all, and photos without a bird.
SET = {"known": 420, "taught": 280, "strange": 300, "none": 40}


def write_pack(pack: Path, out: Path, head: Head, temperature: float) -> None:
    """The pack with the twin's classifier."""
    shutil.copytree(pack, out, dirs_exist_ok=True)
    onnx.save(with_head(onnx.load(str(pack / "image.onnx")), head), str(out / "image.onnx"))
    (out / "labels" / "image.txt").write_text("\n".join(head.labels) + "\n", encoding="utf-8")
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    image = next(model for model in manifest["models"] if model["role"] == "image")
    image["calibration"] = {**image["calibration"], "temperature": temperature}
    (out / image.pop("golden")).unlink(missing_ok=True)
    manifest["name"], manifest["files"] = out.name, []
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2), encoding="utf-8")


def write_set(raw: Path, out: Path, photos: list[Photo], data: Dataset, kinds: dict[str, set[str]]) -> None:
    """Held-out photos, linked, with labels.json. Their ids begin with the source, because not all sources have labels as clean."""
    out.mkdir(parents=True, exist_ok=True)
    held = np.flatnonzero(np.isin(data.split, (CALIBRATION, TEST)))
    records = []
    for kind, names in kinds.items():
        rows = [i for i in held if data.labels[data.target[i]] in names and not photos[i].beside]
        for i in chosen_rows(photos, np.array(rows), SET[kind]):
            name = f"{photos[i].source}-{photos[i].sha256[:16]}{Path(photos[i].path).suffix}"
            if not (out / name).is_symlink():
                os.symlink((raw / photos[i].source / photos[i].path).resolve(), out / name)
            species = data.labels[data.target[i]]
            records.append({"id": Path(name).stem, "scientific_name": None if species == BACKGROUND else species, "photo": name})
    (out / "labels.json").write_text(json.dumps(records, indent=1), encoding="utf-8")
    (out / "withheld.txt").write_text("".join(f"{name}\n" for name in sorted(kinds["strange"])), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make a twin of the starter pack that has not heard of some birds.")
    parser.add_argument("--data", type=Path, required=True, help="as for recipe.py, after it has run")
    parser.add_argument("--pack", type=Path, required=True)
    parser.add_argument("--teacher-labels", type=Path, required=True)
    parser.add_argument("--keep-out", type=Path)
    parser.add_argument("--leave-out", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True, help="folder of the twin's pack")
    parser.add_argument("--set", type=Path, required=True, help="folder for the photos and their labels")
    args = parser.parse_args()
    work = args.data / "image"
    photos = load_index(work)
    data = build_dataset(photos, read_class_map(), args.keep_out, frozenset(listed(args.leave_out)))
    names = scientific_names(args.teacher_labels)
    model = args.pack / "image.onnx"
    lines = training_lines(model, work, data, Views(work), Answers(work, len(photos), len(names)), names)
    trained = head_of(model, data.labels)
    crops = read_crops(work, CALIBRATION)
    features, species = Features(model).of_crops(crops), np.array(data.labels)[crops.target]
    offset = best_offset(*trial(trained, lines, features, species))
    hidden, strange = withhold(trained.labels, lines.known)
    shown, told = without(trained, lines, hidden, strange)
    head = join(cooled(shown, features, species), told, offset)
    own = np.isin(species, shown.labels)
    temperature = round(fit_temperature(head(features[own]), np.array([head.labels.index(name) for name in species[own]])), 3)
    write_pack(args.pack, args.out, head, temperature)
    kinds = {"known": set(shown.labels) - {BACKGROUND}, "taught": hidden, "strange": strange, "none": {BACKGROUND}}
    write_set(args.data / "raw", args.set, photos, data, kinds)
    print(f"{len(head.labels) - 1} species, {len(hidden)} of them known from the teacher's word alone, {len(strange)} not known; temperature {temperature}")


if __name__ == "__main__":
    main()
