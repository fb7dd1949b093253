import type { TaxonId } from '../src/domain/taxonomy';
import type { Goldcrest } from '../src/app/goldcrest';
import { ColumnMaker, levelsFor, paintColumn } from '../src/sound-view/columns';
import { TOP_HZ } from '../src/sound-view/scale';
import type { Spot } from './item';
import type { LocalList } from './judgement/worlds';
import { drawAnyPlace, drawPlace, worldGrid, type DrawnPlace, type RangeMap } from './places';

/** The part of the bench that needs the page: the pack's geo model and the browser's decoders. */

export interface PlaceWish {
  /** Null for a picture without a bird: any place will do. */
  species: TaxonId | null;
  seed: string;
}

/** Rows a question: the geo model answers with a number for every bird it knows, so whole worlds do not fit. */
const ROWS_AT_ONCE = 128;

export async function drawPlaces(app: Goldcrest, wishes: readonly PlaceWish[]): Promise<(DrawnPlace | null)[]> {
  const species = new Set(wishes.flatMap((wish) => wish.species ?? []));
  const map = await askWorld(app, species);
  if (!map) return wishes.map(() => null);
  return wishes.map((wish) =>
    wish.species === null ? drawAnyPlace(map, wish.seed) : drawPlace(map, wish.species, wish.seed),
  );
}

async function askWorld(app: Goldcrest, wanted: ReadonlySet<TaxonId>): Promise<RangeMap | null> {
  const model = app.manifest.models.find((one) => one.role === 'geo');
  if (!model) return null;
  const points = worldGrid();
  const labels = app.geoLabels;
  const birds = [...labels.keys()].filter((label) => labels[label] !== 'no_bird' && labels[label] !== 'ignored');
  const peaks = new Float32Array(points.length);
  const species = new Map<TaxonId, Float32Array>();
  const rowsOf = birds.filter((label) => wanted.has(labels[label] as TaxonId));
  for (const label of rowsOf) species.set(labels[label] as TaxonId, new Float32Array(points.length));

  for (let from = 0; from < points.length; from += ROWS_AT_ONCE) {
    const part = points.slice(from, from + ROWS_AT_ONCE);
    // The middle of the month, in the model's own unit of time.
    const weekly = 'time' in model.input && model.input.time === 'week48';
    const time = (month: number): number => (weekly ? 4 * month - 2 : month);
    const rows = part.map((point): [number, number, number] => [point.latitude, point.longitude, time(point.month)]);
    const answer = await app.askGeo(rows);
    if (!answer) return null;
    part.forEach((_, row) => {
      const at = row * labels.length;
      for (const label of birds) peaks[from + row] = Math.max(peaks[from + row]!, answer[at + label]!);
      for (const label of rowsOf) species.get(labels[label] as TaxonId)![from + row] = answer[at + label]!;
    });
  }
  return { points, peaks, species };
}

/** Who lives at some places: what geo_prior, coverage and unlabelled relatives are computed from. */
export async function localLists(
  app: Goldcrest,
  wanted: readonly { spot: Spot; month: number | null }[],
): Promise<{ known: TaxonId[]; lists: (LocalList | null)[] }> {
  const known = app.geoLabels.flatMap((label) => (label === 'no_bird' || label === 'ignored' ? [] : [label]));
  const lists: (LocalList | null)[] = [];
  for (const { spot, month } of wanted) {
    const asked = await app.birdsAt({ ...spot, precisionKm: null, source: 'given' });
    const local = asked?.ok ? asked.value : null;
    const birds = [...(local?.all(month) ?? [])].flatMap(([taxon, probability]) => {
      const share = local?.chance(taxon, month)?.share ?? 0;
      return share > 0 ? [[taxon, rounded(probability), rounded(share)] as const] : [];
    });
    lists.push(local && { month, birds });
  }
  return { known, lists };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

const THUMBNAIL_SIDE = 192;

export async function thumbnailOf(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return spectrogramOf(file);
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return dataAddress(await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 }));
}

/** The first half minute of a recording; null where it is none. */
async function spectrogramOf(file: File): Promise<string | null> {
  const RATE = 32_000;
  const [width, height, seconds] = [384, 128, 30];
  const bytes = await file.arrayBuffer();
  const audio = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes).catch(() => null);
  if (!audio) return null;
  const samples = audio.getChannelData(0).subarray(0, seconds * RATE);
  const maker = new ColumnMaker(RATE, TOP_HZ, height);
  const columns = Array.from({ length: width }, (_, column) => {
    const rows = new Float32Array(height);
    maker.measure(samples, (column / width) * samples.length, ((column + 1) / width) * samples.length, rows);
    return rows;
  });
  const levels = levelsFor(Float32Array.from(columns.flatMap((rows) => Array.from(rows))));
  const pixels = new Uint32Array(width * height);
  columns.forEach((rows, column) => paintColumn(rows, levels, pixels, column, width));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
  return dataAddress(await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 }));
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsDataURL(blob);
  });
}
