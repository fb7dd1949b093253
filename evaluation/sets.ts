import * as v from 'valibot';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import { DaySchema } from '../src/domain/observation';
import { isToolName } from '../src/domain/tools/schemas';
import { MODALITIES, TIERS, toolsNeeded, type Item, type Modality, type SetProblem, type SetResult } from './item';
import { lineOfField, readRows, type Row } from './json-lines';

/** A text file of the set's folder. */
export interface SetFile {
  name: string;
  text: string;
}

const Degrees = (most: number) => v.pipe(v.number(), v.minValue(-most), v.maxValue(most));
const GeoSchema = v.object({ lat: Degrees(90), lon: Degrees(180) });
const DatedGeoSchema = v.object({ ...GeoSchema.entries, date: v.nullish(DaySchema, null) });
const PathText = v.pipe(v.string(), v.nonEmpty('a path inside the set'));

/** A row of `labels.json`: one bird (or nothing that is one) with a photo, a sound, or both. */
const LabelSchema = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.nonEmpty()),
    /** Null says that there is no bird in it. */
    scientific_name: v.nullable(v.string()),
    photo: v.nullish(PathText, null),
    sound: v.nullish(PathText, null),
    freq_tier: v.nullish(v.picklist(TIERS), null),
    place: v.nullish(DatedGeoSchema, null),
    source: v.nullish(v.string(), null),
  }),
  v.forward(
    v.check((row) => row.photo !== null || row.sound !== null, 'a row needs a photo or a sound'),
    ['photo'],
  ),
);

/** A row of BirdAgent's benchmarks. `scenario`, `difficulty`, `query` and `geo_band` describe the row; nothing reads them. */
const BirdAgentSchema = v.pipe(
  v.object({
    id: v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]),
    modality: v.picklist(MODALITIES),
    mnts: v.nullish(v.array(v.string()), []),
    freq_tier: v.nullish(v.picklist(TIERS), null),
    true_species_ebird: v.string(),
    privileged_geo: v.nullish(DatedGeoSchema, null),
    cf_geo: v.nullish(GeoSchema, null),
    image: v.nullish(PathText, null),
    audio: v.nullish(PathText, null),
  }),
  v.forward(
    v.check((row) => row.modality === 'sound' || row.image !== null, 'this modality needs an image'),
    ['image'],
  ),
  v.forward(
    v.check((row) => row.modality === 'image' || row.audio !== null, 'this modality needs a recording'),
    ['audio'],
  ),
);

type Reading = { items: Item[] } | { field: string | null; message: string };

/** A needed tool that the app does not have: the item can run, and the tool counts as not called. */
function strangeTools({ needed }: Item): string[] {
  return needed.filter((tool) => !isToolName(tool));
}

/** Reads a set from the text files at the top of its folder: a `labels.json`, or rows as BirdAgent publishes them. */
export function readSet(files: readonly SetFile[], taxonomy: Taxonomy): SetResult {
  const labels = files.find(({ name }) => name === 'labels.json');
  const chosen = labels ? [labels] : files.filter(({ name }) => /\.jsonl?$/.test(name));
  const items: Item[] = [];
  const notes: SetProblem[] = [];
  const seen = new Set<string>();
  for (const { name, text } of chosen) {
    const problem = (line: number, field: string | null, message: string): SetResult => ({
      ok: false,
      problem: { file: name, line, field, message } satisfies SetProblem,
    });
    const rows = readRows(text);
    if (!rows.ok) return problem(rows.problem.line, null, rows.problem.message);
    for (const row of rows.value) {
      const read = labels ? readLabel(row, taxonomy) : readBirdAgent(row, taxonomy);
      if ('message' in read) return problem(lineOfField(row, read.field), read.field, read.message);
      for (const item of read.items) {
        if (seen.has(item.id)) return problem(lineOfField(row, 'id'), 'id', `"${item.id}" is there twice`);
        seen.add(item.id);
        items.push(item);
        for (const tool of strangeTools(item)) {
          const message = `"${tool}" is no tool here, so it counts as not called`;
          notes.push({ file: name, line: lineOfField(row, 'mnts'), field: 'mnts', message });
        }
      }
    }
  }
  if (items.length > 0) return { ok: true, value: { items, notes } };
  const message = 'There is nothing to evaluate: the folder needs a labels.json, or rows in .jsonl or .json files.';
  return { ok: false, problem: { file: chosen[0]?.name ?? 'labels.json', line: 1, field: null, message } };
}

function readLabel(row: Row, taxonomy: Taxonomy): Reading {
  const parsed = v.safeParse(LabelSchema, row.value);
  if (!parsed.success) return firstIssue(parsed.issues);
  const { id, scientific_name: name, photo, sound, freq_tier: tier, place, source } = parsed.output;
  const truth = name === null ? null : speciesNamed(taxonomy.find(name));
  if (truth === undefined) return { field: 'scientific_name', message: `"${name ?? ''}" is no species we know` };
  const parts: [Modality, string | null, string | null][] = [];
  if (photo !== null) parts.push(['image', photo, null]);
  if (sound !== null) parts.push(['sound', null, sound]);
  if (photo !== null && sound !== null) parts.push(['image_sound', photo, sound]);
  const spot = place && { latitude: place.lat, longitude: place.lon };
  return {
    items: parts.map(([modality, image, audio]) => ({
      id: `${id}/${modality}`,
      modality,
      truth,
      image,
      audio,
      tier,
      spot,
      day: place?.date ?? null,
      farSpot: null,
      source,
      needed: toolsNeeded(modality),
    })),
  };
}

function readBirdAgent(row: Row, taxonomy: Taxonomy): Reading {
  const parsed = v.safeParse(BirdAgentSchema, row.value);
  if (!parsed.success) return firstIssue(parsed.issues);
  const { id, modality, mnts, freq_tier: tier, true_species_ebird: code, image, audio } = parsed.output;
  const truth = speciesNamed(taxonomy.get(code) ?? taxonomy.find(code));
  if (truth === undefined) return { field: 'true_species_ebird', message: `"${code}" is no species we know` };
  const { privileged_geo: geo, cf_geo: far } = parsed.output;
  return {
    items: [
      {
        id: String(id),
        modality,
        truth,
        image: modality === 'sound' ? null : image,
        audio: modality === 'image' ? null : audio,
        tier,
        spot: geo && { latitude: geo.lat, longitude: geo.lon },
        day: geo?.date ?? null,
        source: null,
        farSpot: far && { latitude: far.lat, longitude: far.lon },
        needed: mnts.length > 0 ? mnts : toolsNeeded(modality),
      },
    ],
  };
}

function speciesNamed(taxon: { id: TaxonId; rank: string } | undefined): TaxonId | undefined {
  return taxon?.rank === 'species' ? taxon.id : undefined;
}

function firstIssue(issues: readonly v.BaseIssue<unknown>[]): { field: string | null; message: string } {
  const [issue] = issues;
  if (!issue) return { field: null, message: 'not a row' };
  return { field: v.getDotPath(issue), message: issue.received === 'undefined' ? 'is missing' : issue.message };
}
