import { exonym } from './exonyms';
import { fold } from './fold';
import { lettersOf } from './slips';

export type PlaceKind = 'country' | 'state' | 'county' | 'town';

/** A place with a name. */
export interface NamedPlace {
  kind: PlaceKind;
  /** In the reader's language where the table has it. */
  name: string;
  /** What it lies in, the nearest first: county, state, country. */
  within: readonly string[];
  latitude: number;
  longitude: number;
  /** Within this the place lies. */
  radiusKm: number;
}

const HEAD = /^goldcrest-gazetteer 1((?: [a-z]{2})+)$/;
const KINDS: Readonly<Record<string, PlaceKind>> = { '=': 'country', '+': 'state', '-': 'county' };
/** Size classes of what is not a town, beside those of towns: 10 is half a million people, 14 eight millions. */
const SIZES: Readonly<Record<Exclude<PlaceKind, 'town'>, number>> = { country: 15, state: 11, county: 7 };
/** A town's radius by its size class: a village has 3 km, a city of millions 20. */
const townRadius = (size: number): number => Math.round(Math.min(20, 2 + 1.2 * size));

/** A line of the table. Names are kept as they stand there and taken apart when they are shown. */
interface Row {
  kind: PlaceKind;
  names: string;
  latitude: number;
  longitude: number;
  radiusKm: number;
  /** The size class: how many times a thousand people have to double. */
  size: number;
  /** The row it lies in; -1 for a country. */
  parent: number;
}

/** Names of countries in a language, by their codes; undefined for a code that the browser does not know. */
export type CountryNames = (code: string, language: string) => string | undefined;

/** What the browser calls the countries. */
export function countryNames(code: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}

/** The table of places by name: public/gazetteer/places.txt, made by models/gazetteer. */
export class Gazetteer {
  /** Of states and counties, in the order of their names. */
  readonly languages: readonly string[];
  readonly rows: readonly Row[];
  /** Every name of every place, folded, with the row that it is of. */
  readonly folded: readonly string[];
  readonly rowOf: Int32Array;
  /** Which letters each of these names has, one bit for each: that alone rules out most names. */
  readonly letters: Int32Array;
  readonly #countryNames: CountryNames;

  private constructor(
    languages: readonly string[],
    rows: readonly Row[],
    folded: readonly string[],
    rowOf: readonly number[],
    names: CountryNames,
  ) {
    this.languages = languages;
    this.rows = rows;
    this.folded = folded;
    this.rowOf = Int32Array.from(rowOf);
    this.letters = Int32Array.from(folded, lettersOf);
    this.#countryNames = names;
  }

  /** Reads the table, as work that can be interrupted; throws where it is not one. `language`: the reader's. */
  static *read(text: string, language: string, names: CountryNames = countryNames): Generator<void, Gazetteer> {
    const lines = text.split('\n');
    const languages = HEAD.exec(lines[0] ?? '')?.[1]
      ?.trim()
      .split(' ');
    if (!languages) throw new Error('not a gazetteer of format 1');
    const rows = readRows(lines);
    const folded: string[] = [];
    const rowOf: number[] = [];
    const spoken = [...new Set([...languages, language])];
    for (const [index, row] of rows.entries()) {
      const all =
        row.kind === 'country' ? spoken.map((one) => names(row.names, one) ?? row.names) : row.names.split('|');
      for (const name of new Set(all.map(fold))) {
        if (name === '') continue;
        folded.push(name);
        rowOf.push(index);
      }
      if (index % 256 === 0) yield;
    }
    return new Gazetteer(languages, rows, folded, rowOf, names);
  }

  /** A row as it is shown in a language. */
  place(index: number, language: string): NamedPlace {
    const row = this.rows[index]!;
    const { kind, latitude, longitude, radiusKm } = row;
    const within = this.#above(index).map((one) => this.nameOf(one, language));
    return { kind, name: this.nameOf(index, language), within, latitude, longitude, radiusKm };
  }

  nameOf(index: number, language: string): string {
    const { kind, names } = this.rows[index]!;
    if (kind === 'country') return this.#countryNames(names, language) ?? names;
    const all = names.split('|');
    if (kind === 'town') return exonym(this.#countryOf(index), all[0]!, language) ?? all[0]!;
    return (all[this.languages.indexOf(language)] ?? '') || all[0]!;
  }

  /** Its code. */
  #countryOf(index: number): string {
    return this.rows[this.#above(index).at(-1) ?? index]!.names;
  }

  /** Every name of a place, as it is spelt. */
  spellings(index: number): readonly string[] {
    const { kind, names } = this.rows[index]!;
    return kind === 'country' ? [] : names.split('|').filter((name) => name !== '');
  }

  /** What a row lies in, the nearest first. A county is left out where it has the name of the town. */
  #above(index: number): number[] {
    const above: number[] = [];
    for (let at = this.rows[index]!.parent; at >= 0; at = this.rows[at]!.parent) above.push(at);
    return above;
  }

  /** Whether a place lies in something whose name, in any language, begins so. */
  liesIn(index: number, folded: string): boolean {
    return this.#above(index).some((row) => this.#foldedOf(row).some((name) => name.startsWith(folded)));
  }

  #foldedOf(index: number): string[] {
    const { kind, names } = this.rows[index]!;
    if (kind !== 'country') return names.split('|').map(fold);
    return [names, ...this.languages.map((one) => this.#countryNames(names, one) ?? '')].map(fold);
  }

  /** The town that a point is nearest to, weighed by its size; null where none is within 100 km. */
  nearestTown(latitude: number, longitude: number): number | null {
    const FAR_KM = 100;
    const squeeze = Math.cos((latitude * Math.PI) / 180);
    let best: number | null = null;
    let least = Infinity;
    for (const [index, row] of this.rows.entries()) {
      if (row.kind !== 'town') continue;
      const north = (row.latitude - latitude) * KM_A_DEGREE;
      if (Math.abs(north) > FAR_KM) continue;
      const around = Math.abs(row.longitude - longitude);
      const away = Math.hypot(north, Math.min(around, 360 - around) * KM_A_DEGREE * squeeze);
      // A point at the edge of a city is in that city, though a suburb's middle is nearer.
      if (away > FAR_KM || away - townRadius(row.size) >= least) continue;
      least = away - townRadius(row.size);
      best = index;
    }
    return best;
  }
}

const KM_A_DEGREE = 111.2;

function readRows(lines: readonly string[]): Row[] {
  const rows: Row[] = [];
  let country = -1;
  let state = -1;
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const kind = KINDS[line[0]!] ?? 'town';
    if (line === '+') {
      state = country;
      continue;
    }
    if (kind === 'country') country = state = rows.length;
    rows.push(rowOf(kind, line, kind === 'country' ? -1 : kind === 'state' ? country : state));
    if (kind === 'state') state = rows.length - 1;
  }
  return rows;
}

function rowOf(kind: PlaceKind, line: string, parent: number): Row {
  const at = kind === 'town' ? 0 : 1;
  const latitude = parseInt(line.slice(at, at + 3), 36) / 100 - 90;
  const longitude = parseInt(line.slice(at + 3, at + 6), 36) / 100 - 180;
  if (kind === 'town') {
    const size = parseInt(line[6]!, 36);
    return { kind, names: line.slice(7), latitude, longitude, radiusKm: townRadius(size), size, parent };
  }
  const radiusKm = parseInt(line.slice(7, 9), 36);
  return { kind, names: line.slice(9), latitude, longitude, radiusKm, size: SIZES[kind], parent };
}
