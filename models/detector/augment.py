"""Training pictures: single photos as the app sees them, and mosaics that give small and several birds."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter

from boxes import PAD, area

MOSAIC_SHARE = 0.45
NEGATIVE_SHARE = 0.35  # of single pictures that show no bird at all
TILE_NEGATIVE_SHARE = 0.4
HABITAT_SHARE = 0.4  # of negative tiles: the part of a bird photo beside its bird
SHRUNK_SHARE = 0.3  # of single pictures: a smaller photo somewhere on the canvas
VISIBLE = 0.35  # a bird cut to less than this share of itself is neither bird nor background
SMALLEST = 5.0  # pixels; likewise below
GREY_SHARE, BLUR_SHARE = 0.04, 0.1


Sample = tuple[Image.Image, np.ndarray, np.ndarray]  # photo, birds, boxes to ignore
Picture = tuple[np.ndarray, np.ndarray, np.ndarray]  # canvas, birds, boxes to ignore


class Prepared:
    """The photos of one split, decoded when asked for."""

    def __init__(self, folder: Path, split: str):
        self.jpegs: list[bytes] = []
        self.birds: list[np.ndarray] = []
        self.ignore: list[np.ndarray] = []
        self.sources: list[str] = []
        for path in sorted(folder.glob("*.npz")):
            pack = np.load(path)
            jpeg, offsets, boxes = pack["jpeg"], pack["offsets"], pack["boxes"]
            owners, is_bird = pack["owners"], pack["is_bird"]
            for index in np.flatnonzero(pack["splits"] == split):
                mine = slice(*np.searchsorted(owners, [index, index + 1]))
                self.jpegs.append(jpeg[offsets[index] : offsets[index + 1]].tobytes())
                self.birds.append(boxes[mine][is_bird[mine]])
                self.ignore.append(boxes[mine][~is_bird[mine]])
                self.sources.append(path.stem)
        with_birds = np.array([len(birds) > 0 for birds in self.birds], bool)
        self.positive, self.negative = np.flatnonzero(with_birds), np.flatnonzero(~with_birds)

    def __len__(self) -> int:
        return len(self.jpegs)

    def photo(self, index: int) -> Image.Image:
        return Image.open(io.BytesIO(self.jpegs[index])).convert("RGB")

    def sample(self, index: int, side: int) -> Sample:
        """Photo, birds and boxes to ignore, decoded at a half, a quarter or an eighth if `side` pixels need no more."""
        photo = Image.open(io.BytesIO(self.jpegs[index]))
        width = photo.width
        photo.draft("RGB", (side, side))
        scale = np.float32(photo.width / width)
        return photo.convert("RGB"), self.birds[index] * scale, self.ignore[index] * scale


def cut(photo: Image.Image, birds: np.ndarray, ignore: np.ndarray, window: tuple[int, int, int, int]) -> Sample:
    """The part of the photo inside `window`; birds that are mostly outside become boxes to ignore."""
    x1, y1, x2, y2 = window
    shift = np.array([x1, y1, x1, y1], np.float32)
    limit = np.array([x2 - x1, y2 - y1] * 2, np.float32)
    clipped = np.clip(birds - shift, 0, limit)
    share = area(clipped) / np.maximum(area(birds), 1e-6)
    kept, partly = share >= VISIBLE, (share > 0) & (share < VISIBLE)
    unsure = np.clip(ignore - shift, 0, limit)
    return photo.crop(window), clipped[kept], np.concatenate([unsure[area(unsure) > 0], clipped[partly]])


def random_window(rng: np.random.Generator, size: tuple[int, int], least: float) -> tuple[int, int, int, int]:
    width, height = (max(8, int(side * rng.uniform(least, 1.0))) for side in size)
    x, y = int(rng.integers(0, max(1, size[0] - width + 1))), int(rng.integers(0, max(1, size[1] - height + 1)))
    return x, y, min(size[0], x + width), min(size[1], y + height)


def habitat(photo: Image.Image, birds: np.ndarray) -> Image.Image | None:
    """The largest strip of the photo beside all its birds, if it is worth having."""
    x1, y1 = birds[:, :2].min(0)
    x2, y2 = birds[:, 2:].max(0)
    w, h = photo.size
    strips = [(0, 0, int(x1), h), (int(np.ceil(x2)), 0, w, h), (0, 0, w, int(y1)), (0, int(np.ceil(y2)), w, h)]
    best = max(strips, key=lambda s: (s[2] - s[0]) * (s[3] - s[1]))
    wide, high = best[2] - best[0], best[3] - best[1]
    return photo.crop(best) if min(wide, high) >= 40 and wide * high >= 0.12 * w * h else None


class Composer:
    """Makes training pictures of `size` pixels from prepared photos; all chance comes from the generator it is given."""

    def __init__(self, photos: Prepared, size: int, tile_negatives: float = TILE_NEGATIVE_SHARE):
        self.photos, self.size, self.tile_negatives = photos, size, tile_negatives

    def __call__(self, rng: np.random.Generator, mosaics: bool = True) -> Picture:
        """Canvas (uint8, RGB), birds and boxes to ignore in its pixels."""
        if mosaics and rng.random() < MOSAIC_SHARE:
            canvas, birds, ignore = self.mosaic(rng)
        else:
            canvas, birds, ignore = self.single(rng)
        small = (birds[:, 2:] - birds[:, :2]).min(1) < SMALLEST if len(birds) else np.zeros(0, bool)
        return canvas, birds[~small].astype(np.float32), np.concatenate([ignore, birds[small]]).astype(np.float32)

    def pick(self, rng: np.random.Generator, negative_share: float, side: int, habitats: bool) -> Sample:
        photos, none = self.photos, np.zeros((0, 4), np.float32)
        if len(photos.negative) and rng.random() < negative_share:
            if habitats and rng.random() < HABITAT_SHARE:
                index = int(rng.choice(photos.positive))
                photo, birds, ignore = photos.sample(index, side)
                strip = habitat(photo, np.concatenate([birds, ignore]))
                # Only photos whose boxes people drew: the teacher may have missed a bird.
                if strip is not None and photos.sources[index] in ("cub", "yolobirds"):
                    return strip, none, none
            return photos.sample(int(rng.choice(photos.negative)), side)
        return photos.sample(int(rng.choice(photos.positive)), side)

    def single(self, rng: np.random.Generator) -> Picture:
        photo, birds, ignore = self.pick(rng, NEGATIVE_SHARE, self.size, habitats=False)
        if rng.random() < 0.6:
            photo, birds, ignore = cut(photo, birds, ignore, random_window(rng, photo.size, 0.55))
        canvas = np.full((self.size, self.size, 3), PAD, np.uint8)
        share = rng.uniform(0.35, 1.0) if rng.random() < SHRUNK_SHARE else 1.0
        room = int(self.size * share)
        x, y = (int(rng.integers(0, self.size - room + 1)) for _ in range(2))
        return canvas, *paste(rng, canvas, photo, birds, ignore, (x, y, x + room, y + room))

    def mosaic(self, rng: np.random.Generator) -> Picture:
        n = 2 if rng.random() < 0.75 else 3
        columns, rows = (self.edges(rng, n) for _ in range(2))
        canvas = np.full((self.size, self.size, 3), PAD, np.uint8)
        all_birds, all_ignore = [np.zeros((0, 4), np.float32)], [np.zeros((0, 4), np.float32)]
        for top, bottom in zip(rows, rows[1:]):
            for left, right in zip(columns, columns[1:]):
                side = max(right - left, bottom - top)
                photo, birds, ignore = self.pick(rng, self.tile_negatives, side, habitats=True)
                photo, birds, ignore = fill(rng, photo, birds, ignore, (right - left) / (bottom - top))
                birds, ignore = paste(rng, canvas, photo, birds, ignore, (left, top, right, bottom))
                all_birds.append(birds)
                all_ignore.append(ignore)
        return canvas, np.concatenate(all_birds), np.concatenate(all_ignore)

    def edges(self, rng: np.random.Generator, n: int) -> list[int]:
        inner = [int(self.size * (i + rng.uniform(-0.3, 0.3)) / n) for i in range(1, n)]
        return [0, *inner, self.size]


def fill(rng: np.random.Generator, photo: Image.Image, birds: np.ndarray, ignore: np.ndarray, shape: float) -> Sample:
    """A window of the wanted width/height, so that a tile is full of photo."""
    width, height = photo.size
    wide, high = (width, int(width / shape)) if width / height < shape else (int(height * shape), height)
    scale = rng.uniform(0.8, 1.0)
    wide, high = max(8, int(wide * scale)), max(8, int(high * scale))
    x, y = int(rng.integers(0, max(1, width - wide + 1))), int(rng.integers(0, max(1, height - high + 1)))
    return cut(photo, birds, ignore, (x, y, min(width, x + wide), min(height, y + high)))


def paste(
    rng: np.random.Generator, canvas: np.ndarray, photo: Image.Image, birds: np.ndarray, ignore: np.ndarray, room: tuple[int, int, int, int]
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Letterbox the photo, its light and colour changed, into `room` of the canvas; its boxes in the canvas's pixels."""
    x1, y1, x2, y2 = room
    scale = min((x2 - x1) / photo.width, (y2 - y1) / photo.height)
    width, height = max(1, round(photo.width * scale)), max(1, round(photo.height * scale))
    small = photo.resize((width, height), Image.Resampling.BILINEAR)
    small, birds, ignore = jitter(rng, small, birds * scale, ignore * scale)
    canvas[y1 : y1 + height, x1 : x1 + width] = np.asarray(small)
    shift = np.array([x1, y1, x1, y1], np.float32)
    return birds + shift, ignore + shift


def jitter(rng: np.random.Generator, photo: Image.Image, birds: np.ndarray, ignore: np.ndarray) -> Sample:
    """Mirror, and change light and colour as cameras and weather do."""
    if rng.random() < 0.5:
        photo = photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        birds, ignore = mirrored(birds, photo.width), mirrored(ignore, photo.width)
    for enhancer, spread in ((ImageEnhance.Brightness, 0.35), (ImageEnhance.Contrast, 0.35), (ImageEnhance.Color, 0.5)):
        if rng.random() < 0.5:
            photo = enhancer(photo).enhance(float(rng.uniform(1 - spread, 1 + spread)))
    if rng.random() < GREY_SHARE:
        photo = photo.convert("L").convert("RGB")
    if rng.random() < BLUR_SHARE:
        photo = photo.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.3, 1.5))))
    return photo, birds, ignore


def mirrored(boxes: np.ndarray, width: int) -> np.ndarray:
    out = boxes.copy()
    out[:, 0], out[:, 2] = width - boxes[:, 2], width - boxes[:, 0]
    return out
