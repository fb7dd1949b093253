import type { Gazetteer, PlaceKind } from '../../places/gazetteer';
import { toMap } from './land';

/** A name on the map, at a point in map units. */
export interface Label {
  row: number;
  text: string;
  kind: PlaceKind;
  x: number;
  y: number;
}

/** What is in sight: the middle and the size of the view in map units, and map units a pixel. */
export interface Sight {
  centreX: number;
  centreY: number;
  width: number;
  height: number;
  scale: number;
  zoom: number;
}

/** From which zoom on a kind of place is named, and up to which. */
const SHOWN: Readonly<Record<PlaceKind, readonly [from: number, to: number]>> = {
  country: [1.5, 24],
  state: [14, 120],
  county: [70, 1000],
  town: [5, 1000],
};
/** Pixels that a letter takes, and a line. */
const LETTER = 6.4;
const LINE = 16;
/** The largest come first; a map with more names than this is a list. */
const MOST_LABELS = 28;

/** The places that can stand on a map, the most important first, with their points in map units. */
export class LabelStock {
  readonly #gazetteer: Gazetteer;
  readonly #order: Int32Array;
  readonly #x: Float32Array;
  readonly #y: Float32Array;

  private constructor(gazetteer: Gazetteer, order: Int32Array, x: Float32Array, y: Float32Array) {
    this.#gazetteer = gazetteer;
    this.#order = order;
    this.#x = x;
    this.#y = y;
  }

  static *of(gazetteer: Gazetteer): Generator<void, LabelStock> {
    const { rows } = gazetteer;
    const order = Int32Array.from(rows.keys()).sort((a, b) => rows[b]!.size - rows[a]!.size || a - b);
    yield;
    const x = new Float32Array(rows.length);
    const y = new Float32Array(rows.length);
    for (const [index, { latitude, longitude }] of rows.entries()) {
      [x[index], y[index]] = toMap(latitude, longitude);
      if (index % 512 === 0) yield;
    }
    return new LabelStock(gazetteer, order, x, y);
  }

  /** The names for what is in sight: as many as have room, none over another. */
  inSight({ centreX, centreY, width, height, scale, zoom }: Sight, language: string): Label[] {
    const labels: Label[] = [];
    const taken: { x: number; y: number; half: number }[] = [];
    for (const row of this.#order) {
      const place = this.#gazetteer.rows[row]!;
      const [from, to] = SHOWN[place.kind];
      if (zoom < from || zoom > to) continue;
      // A wide view has no room for villages; each doubling brings the next smaller towns.
      if (place.kind === 'town' && place.size < 13 - 1.7 * Math.log2(zoom / SHOWN.town[0])) continue;
      const [x, y] = [this.#x[row]!, this.#y[row]!];
      if (Math.abs(x - centreX) > width / 2 || Math.abs(y - centreY) > height / 2) continue;
      const text = this.#gazetteer.nameOf(row, language);
      const half = (text.length * LETTER) / 2 + 4;
      const at = { x: (x - centreX) / scale, y: (y - centreY) / scale, half };
      if (taken.some((one) => Math.abs(one.y - at.y) < LINE && Math.abs(one.x - at.x) < one.half + half)) continue;
      if (labels.some((one) => one.text === text)) continue;
      taken.push(at);
      labels.push({ row, text, kind: place.kind, x, y });
      if (labels.length === MOST_LABELS) break;
    }
    return labels;
  }
}
