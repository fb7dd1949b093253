/** The places that a calibration has asked about, as its folder keeps them in worlds.json. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { BenchArguments } from './bench-args.ts';
import { ensureEvaluationBuilt } from './build.ts';
import { openEvaluation } from './headless.ts';
import { progress } from './progress.ts';
import type { TaxonId } from '../src/domain/taxonomy';
import type { LocalList, SpeciesPlaces } from '../evaluation/judgement/worlds';

/** Places a species is drawn at; at the last of them half of the species are met in a month that is not known. */
const PLACES = 3;
/** Lists of local birds are large: as many at once as a page hands over without a pause. */
const LISTS_AT_ONCE = 20;

export interface Worlds {
  /** Species that the geo model knows. */
  known: TaxonId[];
  lists: (LocalList | null)[];
  /** By species, or `any` for what is no bird: indices into the lists. */
  places: Record<string, { own: number[]; far: number | null }>;
}

export function placesIn({ lists, places }: Worlds): (truth: TaxonId | null) => SpeciesPlaces {
  const at = (index: number | null): LocalList | null => (index === null ? null : (lists[index] ?? null));
  return (truth) => {
    const of = places[truth ?? 'any'];
    return { own: of?.own.flatMap((index) => at(index) ?? []) ?? [], far: at(of?.far ?? null) };
  };
}

/** The birds of a few places for every species of the set, asked of the pack's geo model once and kept beside the looks. */
export async function worldsFor(wanted: BenchArguments, species: readonly (TaxonId | null)[]): Promise<Worlds> {
  const file = join(wanted.out, 'worlds.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Worlds;
  await ensureEvaluationBuilt({ quiet: true });
  const app = await openEvaluation(wanted.pack, { alone: true });
  try {
    const wishes = species.flatMap((one) =>
      Array.from({ length: PLACES }, (_, draw) => ({ species: one, seed: `${one ?? 'any'} ${draw}` })),
    );
    process.stderr.write('asking the geo model where the birds live\n');
    const drawn = await app.page.evaluate((all) => globalThis.workbench.places(all), wishes);
    const asked: { spot: { latitude: number; longitude: number }; month: number | null }[] = [];
    const indexOf = new Map<string, number>();
    const add = (spot: { latitude: number; longitude: number } | null | undefined, month: number | null) => {
      if (!spot) return null;
      const key = `${spot.latitude} ${spot.longitude} ${month}`;
      const index = indexOf.get(key) ?? asked.push({ spot, month }) - 1;
      indexOf.set(key, index);
      return index;
    };
    const places: Worlds['places'] = {};
    for (const [at, one] of species.entries()) {
      const of = drawn.slice(at * PLACES, (at + 1) * PLACES);
      const monthOf = (day: string) => Number(day.slice(5, 7));
      const own = of.flatMap((place, draw) => {
        const timeless = draw === PLACES - 1 && at % 2 === 0;
        return place ? (add(place.spot, timeless ? null : monthOf(place.day)) ?? []) : [];
      });
      const [first] = of;
      places[one ?? 'any'] = { own, far: first ? add(first.far, monthOf(first.day)) : null };
    }
    // By latitude and longitude, so that the page works a square out once for all its months.
    const order = [...asked.keys()].sort((a, b) => keyOf(asked[a]!).localeCompare(keyOf(asked[b]!)));
    const lists: (LocalList | null)[] = asked.map(() => null);
    let known: TaxonId[] = [];
    const tick = progress(0, Math.ceil(order.length / LISTS_AT_ONCE));
    for (let from = 0; from < order.length; from += LISTS_AT_ONCE) {
      const part = order.slice(from, from + LISTS_AT_ONCE);
      const answer = await app.page.evaluate(
        (of) => globalThis.workbench.localBirds(of),
        part.map((index) => asked[index]!),
      );
      part.forEach((index, at) => (lists[index] = answer.lists[at] ?? null));
      ({ known } = answer);
      tick();
    }
    const worlds = { known, lists, places };
    writeFileSync(file, JSON.stringify(worlds));
    return worlds;
  } finally {
    await app.close();
  }
}

function keyOf({ spot }: { spot: { latitude: number; longitude: number } }): string {
  return `${spot.latitude} ${spot.longitude}`;
}
