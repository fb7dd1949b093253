import type { AgentEvent, Ending } from '../../agent/events';
import type { Box } from '../../domain/box';
import { CommonNames } from '../../domain/common-names';
import type { Evidence, ToolEvidenceOf } from '../../domain/ledger';
import type { ImageRef, Observation, Photo } from '../../domain/observation';
import { judgeBird } from '../../domain/judge-birds';
import { ok } from '../../domain/outcome';
import { Taxonomy, type TaxonId } from '../../domain/taxonomy';
import { DEFAULT_THRESHOLDS } from '../../domain/thresholds';
import { decideVerdict } from '../../domain/verdict-rules';
import type { ToolArgs, ToolName, ToolPayload } from '../../tools/schemas';
import type { Guide } from '../state/guide';
import { Names } from '../state/names.svelte';

/** Test data for components: real taxa, real verdict rules, made-up ledgers. */

async function table(path: string): Promise<unknown> {
  return (await fetch(`/taxonomy/${path}.json`)).json();
}

export const taxonomy = Taxonomy.fromTables(await table('taxonomy'), await table('synonyms'));
const german = CommonNames.fromTable(await table('names/de'), taxonomy);
const english = CommonNames.fromTable(await table('names/en'), taxonomy);

export const PHOTO = 'photo-1' as ImageRef;
export const BOX: Box = { x: 200, y: 150, width: 300, height: 240 };

export function id(scientificName: string): TaxonId {
  const taxon = taxonomy.find(scientificName);
  if (!taxon) throw new Error(`${scientificName} is not in the taxonomy`);
  return taxon.id;
}

export function guide(language: 'de' | 'en' = 'en'): Guide {
  const names = new Names(taxonomy, language === 'de' ? [german, english] : [english]);
  return {
    names,
    picture: (_ref, _region, side) => createImageBitmap(new ImageData(side, side)),
    spectrogram: (_ref, _stretch, width, height) => createImageBitmap(new ImageData(width, height)),
    recording: () => Promise.resolve(null),
    judge: (ledger, bird) => judgeBird(ledger, bird, { taxonomy, thresholds: DEFAULT_THRESHOLDS }),
  };
}

export function photo(changes: Partial<Photo> = {}): Photo {
  return { ref: PHOTO, name: 'bird.jpg', width: 1200, height: 800, focus: null, ...changes };
}

export function observation(changes: Partial<Observation> = {}): Observation {
  return { id: 'observation-1', photos: [photo()], sounds: [], place: null, day: null, ...changes };
}

function answered<Name extends ToolName>(tool: Name, args: ToolArgs<Name>, payload: ToolPayload<Name>): Evidence {
  const entry: ToolEvidenceOf<Name> = { kind: 'tool', id: 0, tool, args, outcome: ok(payload), model: null, ms: 12 };
  return entry as Evidence;
}

export function detected(...boxes: Box[]): Evidence {
  const birds = boxes.map((box, index) => ({ box, score: 0.92 - index / 10 }));
  return answered(
    'detect_bird',
    { image: PHOTO },
    { count: birds.length, birds, largest: birds.length ? 0 : null, bestBelow: 0.1 },
  );
}

export function graded(
  grade: 'pass' | 'marginal' | 'fail',
  ...reasons: ToolPayload<'quality_gate'>['reasons']
): Evidence {
  const measured = {
    birdPixels: 240,
    sharpness: 0.8,
    exposure: 0.5,
    contrast: 0.2,
    shadowsClipped: 0,
    highlightsClipped: 0,
  };
  return answered('quality_gate', { image: PHOTO, region: BOX }, { grade, reasons, ...measured });
}

/** A look at the bird, from shares by scientific name. */
export function classified(shares: Record<string, number>): Evidence {
  const candidates = Object.entries(shares).map(([name, probability]) => ({ taxon: id(name), probability }));
  const above = (rank: 'genus' | 'family') => {
    const sums = new Map<TaxonId, number>();
    for (const { taxon, probability } of candidates) {
      const parent = taxonomy.ancestor(taxon, rank)?.id;
      if (parent) sums.set(parent, (sums.get(parent) ?? 0) + probability);
    }
    return [...sums].map(([taxon, probability]) => ({ taxon, probability }));
  };
  return answered(
    'classify_image',
    { image: PHOTO, region: BOX },
    {
      candidates,
      genera: above('genus'),
      families: above('family'),
      noBird: 0,
      labelCount: 924,
      coverage: null,
      strangers: [],
    },
  );
}

export function placed(chances: Record<string, ['expected' | 'unusual' | 'out_of_range', number]>): Evidence {
  const species = Object.entries(chances).map(([name, [status, probability]]) => ({
    taxon: id(name),
    probability,
    share: probability,
    status,
  }));
  const taxa = species.map(({ taxon }) => taxon);
  return answered('geo_prior', { taxa }, { applied: true, month: 5, species, unknown: [] });
}

export function unplaced(): Evidence {
  return answered('geo_prior', { taxa: [id('Regulus regulus')] }, { applied: false, reason: 'no_place' });
}

/** A finished run: these entries in order, and the verdict that the rules draw from them. */
export function finishedRun(
  entries: readonly Evidence[],
  changes: { observation?: Observation; ending?: Ending; run?: string } = {},
): AgentEvent[] {
  const ledger = entries.map((entry, index) => ({ ...entry, id: index + 1 }));
  return [
    started(changes.observation ?? observation(), changes.run ?? 'run-1'),
    ...ledger.map((entry): AgentEvent => ({ type: 'evidence', entry })),
    {
      type: 'verdict',
      verdict: decideVerdict(ledger, { taxonomy, thresholds: DEFAULT_THRESHOLDS }),
      ending: changes.ending ?? 'concluded',
      ms: 1830,
    },
  ];
}

export function started(of: Observation = observation(), run = 'run-1'): AgentEvent {
  return {
    type: 'started',
    run,
    at: '2026-05-17T06:12:00.000Z',
    observation: of,
    policy: 'blueprint',
    pack: { name: 'starter', version: '2026.11.16' },
    budget: { calls: 12, tokens: 600, milliseconds: 120_000 },
    hints: 'full',
  };
}

/** A goldcrest that everything speaks for. */
export const goldcrest = (): Evidence[] => [
  detected(BOX),
  graded('pass'),
  classified({ 'Regulus regulus': 0.97, 'Regulus ignicapilla': 0.02 }),
  placed({ 'Regulus regulus': ['expected', 0.6], 'Regulus ignicapilla': ['expected', 0.3] }),
];

/** A gull or something like it that nothing names. */
export const unclear = (): Evidence[] => [
  detected(BOX),
  graded('marginal', 'soft'),
  classified({ 'Larus canus': 0.3, 'Columba livia': 0.25, 'Corvus corone': 0.1 }),
  unplaced(),
];
