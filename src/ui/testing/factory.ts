import type { AgentEvent, Ending } from '../../domain/events';
import type { Box } from '../../domain/box';
import { CommonNames } from '../../domain/common-names';
import type { Evidence } from '../../domain/ledger';
import type { Observation } from '../../domain/observation';
import { judgeBirds } from '../../domain/judge-birds';
import { Taxonomy } from '../../domain/taxonomy';
import { DEFAULT_THRESHOLDS } from '../../domain/thresholds';
import { decideVerdict } from '../../domain/verdict-rules';
import { birdsOf, BOX, detected as inBoxes, ledger as numbered, observation, quality } from '../../testing/evidence';
import type { ToolPayload } from '../../domain/tools/schemas';
import type { Lookup } from '../state/lookup';
import { Names } from '../state/names.svelte';

type Quality = ToolPayload<'quality_gate'>;

/** Test data for components: real taxa, real verdict rules, made-up ledgers. */

async function table(path: string): Promise<unknown> {
  return (await fetch(`/taxonomy/${path}.json`)).json();
}

export const taxonomy = Taxonomy.fromTables(await table('taxonomy'), await table('synonyms'));
const german = CommonNames.fromTable(await table('names/de'), taxonomy);
const english = CommonNames.fromTable(await table('names/en'), taxonomy);

export { BOX, PHOTO, photo } from '../../testing/evidence';
export const { id, classification, heard, place, noPlace } = birdsOf(taxonomy);

export function lookup(language: 'de' | 'en' = 'en'): Lookup {
  const names = new Names(taxonomy, language === 'de' ? [german, english] : [english]);
  return {
    names,
    picture: (_ref, _region, side) => createImageBitmap(new ImageData(side, side)),
    spectrogram: (_ref, _stretch, width, height) => createImageBitmap(new ImageData(width, height)),
    recording: () => Promise.resolve(null),
    developer: true,
    birdsAt: () => Promise.resolve(null),
    judgeBirds: (ledger) => judgeBirds(ledger, { taxonomy, thresholds: DEFAULT_THRESHOLDS }),
  };
}

export const detected = (...boxes: Box[]): Evidence => inBoxes(boxes);

export const graded = (grade: Quality['grade'], ...reasons: Quality['reasons']): Evidence =>
  quality({ grade, reasons });

/** A finished run: these entries in order, and the verdict that the rules draw from them. */
export function finishedRun(
  entries: readonly Evidence[],
  changes: { observation?: Observation; ending?: Ending; run?: string } = {},
): AgentEvent[] {
  const ledger = numbered(...entries);
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

/** A goldcrest with all evidence for it. */
export const goldcrest = (): Evidence[] => [
  detected(BOX),
  graded('pass'),
  classification({ 'Regulus regulus': 0.97, 'Regulus ignicapilla': 0.02 }),
  place({ 'Regulus regulus': 1, 'Regulus ignicapilla': 0.5 }),
];

/** A gull or something like it that cannot be named. */
export const unclear = (): Evidence[] => [
  detected(BOX),
  graded('marginal', 'soft'),
  classification({ 'Larus canus': 0.3, 'Columba livia': 0.25, 'Corvus corone': 0.1 }),
  noPlace(),
];
