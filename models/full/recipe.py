"""Makes the full pack from published weights, or a tiny one of random weights that goes through the same code.

    PYTHONPATH=models python models/full/recipe.py --weights DIR --out PACK
    PYTHONPATH=models python models/full/recipe.py --random --out PACK

DIR holds one folder a model with the files named in models/full/README.md; --only makes a pack of some of them.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import torch

import bioclip
import grounding_dino
import perch
import sinr
from pack import write_golden, write_labels, write_manifest
from taxa import birds, known_names

ROLES = ("detector", "image", "sound", "geo")
# Single precision on other processors: what a browser may be off by.
CLOSE = 0.002
# For tests: three families, two of them with more than one genus, so that roll-up has something to do.
FEW = {"Regulidae", "Paridae", "Strigidae"}


@dataclass
class Options:
    weights: Path | None
    out: Path
    shortest: int = grounding_dino.SHORTEST
    longest: int = grounding_dino.LONGEST

    @property
    def random(self) -> bool:
        return self.weights is None

    def folder(self, name: str) -> Path:
        if self.weights is None:
            raise ValueError("there are no published weights in a random pack")
        folder = self.weights / name
        if not folder.is_dir():
            raise SystemExit(f"{folder} is missing: models/full/README.md says what belongs there")
        return folder


def make_detector(options: Options) -> dict:
    network = grounding_dino.random_network() if options.random else grounding_dino.load(options.folder("grounding-dino"))
    # A random network finds birds everywhere; a bar of its own keeps some of its boxes.
    entry = grounding_dino.entry(options.shortest, options.longest, 0.5 if options.random else 0.35)
    side = options.longest
    grounding_dino.export(network, side, options.out / entry["file"])
    picture = {"kind": "lcg", "seed": 11, "hold": 16, "low": -2, "high": 2, "shape": [1, 3, side, side]}
    size = {"name": grounding_dino.SIZE, "values": [round(0.75 * side), side]}
    write_golden(options.out, entry, picture, [size], CLOSE)
    return entry


def make_image(options: Options) -> dict:
    if options.random:
        network, tokenise = bioclip.random_network(), bioclip.random_tokenise
        species = [bird for bird in birds() if bird.family in FEW]
    else:
        (network, tokenise), species = bioclip.load(options.folder("bioclip-2")), birds()
    entry = bioclip.entry(network)
    bioclip.export(network, options.out / entry["file"])
    (options.out / entry["table"]).write_bytes(bioclip.species_table(network, tokenise, species).tobytes())
    write_labels(options.out, entry, [bird.scientific for bird in species])
    shape = [1, 3, bioclip.SIDE, bioclip.SIDE]
    write_golden(options.out, entry, {"kind": "lcg", "seed": 12, "hold": 16, "low": -2, "high": 2, "shape": shape}, [], CLOSE)
    return entry


def make_sound(options: Options) -> dict:
    if options.random:
        birds_heard = [bird.scientific for bird in birds() if bird.family in FEW]
        labels = [*birds_heard, "Rana temporaria", "Speech", "Dog", "Rain", "Wind"]
    else:
        labels = perch.read_labels(options.folder("perch-2"))
    entry = perch.entry(labels)
    if options.random:
        perch.export_random(perch.random_network(len(labels)), options.out / entry["file"])
    else:
        perch.convert(options.folder("perch-2"), options.out / entry["file"])
    write_labels(options.out, entry, labels)
    shape = [1, perch.RATE * perch.SECONDS]
    record = {"kind": "lcg", "seed": 13, "hold": 4, "low": -perch.PEAK, "high": perch.PEAK, "shape": shape}
    write_golden(options.out, entry, record, [], CLOSE)
    return entry


def make_geo(options: Options) -> dict:
    if options.random:
        ranges = sinr.random_ranges([bird.scientific for bird in birds() if bird.family in FEW])
    else:
        ranges = sinr.load(options.folder("sinr"), known_names())
    entry = sinr.entry()
    sinr.export(ranges, options.out / entry["file"])
    write_labels(options.out, entry, ranges.labels)
    write_golden(options.out, entry, {"kind": "lcg", "seed": 14, "hold": 1, "low": -1, "high": 1, "shape": [6, 4]}, [], CLOSE)
    return entry


MAKERS = {"detector": make_detector, "image": make_image, "sound": make_sound, "geo": make_geo}


def make(options: Options, roles: tuple[str, ...], version: str) -> dict:
    options.out.mkdir(parents=True, exist_ok=True)
    return write_manifest(options.out, [MAKERS[role](options) for role in roles], version, options.random)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--weights", type=Path, help="folder with the published files")
    source.add_argument("--random", action="store_true", help="tiny networks of random weights, for tests")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="+", choices=ROLES, default=ROLES)
    parser.add_argument("--shortest", type=int, help="the detector's view of a picture: shorter side, in pixels")
    parser.add_argument("--longest", type=int, help="and longer side; half of both needs a quarter of the memory")
    parser.add_argument("--pack-version", default="1")
    given = parser.parse_args()
    torch.set_num_threads(1 if given.random else torch.get_num_threads())
    shortest, longest = (96, 160) if given.random else (grounding_dino.SHORTEST, grounding_dino.LONGEST)
    options = Options(given.weights, given.out, given.shortest or shortest, given.longest or longest)
    manifest = make(options, tuple(given.only), given.pack_version)
    for file in manifest["files"]:
        print(f"{file['bytes']:>12,} {file['path']}")


if __name__ == "__main__":
    main()
