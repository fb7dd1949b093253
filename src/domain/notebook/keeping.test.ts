import { expect, test } from 'vitest';
import * as v from 'valibot';
import { DEFAULT_THRESHOLDS } from '../thresholds';
import { decideVerdict } from '../verdict-rules';
import type { AgentEvent } from '../events';
import type { TaxonId } from '../taxonomy';
import { BOX, classification, detected, ledger, observation, quality, taxonomy } from '../../testing/ledger';
import { IdentificationSchema, KeptObservationSchema } from './kept';
import { keptFrom, localTime, machineWord, namingWord, onDay, personWord, undoing } from './keeping';
import { standing } from './standing';

const RUN = 'a1a6b3a0-6f6e-4c53-9f0e-3f6a3d1f0a11';
const model = { pack: 'field', version: '1.4.0', file: 'm.onnx', sha256: '0'.repeat(12), provider: 'wasm' };

function events(...entries: Parameters<typeof ledger>): AgentEvent[] {
  const numbered = ledger(...entries);
  const verdict = decideVerdict(numbered, { taxonomy, thresholds: DEFAULT_THRESHOLDS });
  const started = { run: RUN, at: '2026-05-17T06:12:00.000Z', observation: observation(), policy: 'blueprint' };
  return [
    {
      type: 'started',
      ...started,
      pack: { name: 'starter', version: '1' },
      budget: { calls: 1, tokens: 1, milliseconds: 1 },
      hints: 'full',
    },
    ...numbered.map((entry): AgentEvent => ({ type: 'evidence', entry })),
    { type: 'verdict', verdict, ending: 'concluded', ms: 1 },
  ];
}

const goldcrest = () =>
  events(detected([BOX]), quality({ grade: 'pass' }), {
    ...classification({ 'Regulus regulus': 0.98 }),
    model,
  } as Parameters<typeof ledger>[0]);

test('a run becomes an observation that the schema takes, under the run’s own id, with the packs that answered', () => {
  const kept = keptFrom(goldcrest(), { media: [], time: 22_320, at: new Date('2026-05-18T10:00:00Z') });
  expect(v.parse(KeptObservationSchema, kept)).toMatchObject({ id: RUN, run: RUN, packs: [{ name: 'field' }] });
});

test('the machine’s word carries its verdict, its pack and its run, and no person’s name', () => {
  const said = goldcrest();
  const word = v.parse(IdentificationSchema, machineWord(said, RUN, taxonomy));
  const verdict = said.find((event) => event.type === 'verdict')!.verdict;
  expect(word).toMatchObject({ kind: 'machine', by: 'field 1.4.0', taxon: verdict.taxon, machine: { run: RUN } });
  expect(word.machine).toMatchObject({ grain: verdict.grain, probability: verdict.probability, rule: verdict.rule });
});

test('what has no verdict yet cannot be kept', () => {
  const begun = goldcrest().slice(0, 2);
  expect(keptFrom(begun, { media: [], time: null, at: new Date() })).toBeNull();
  expect(machineWord(begun, RUN, taxonomy)).toBeNull();
});

test('taking a confirmation back leaves it open again, and both stay in the list', () => {
  const machine = machineWord(goldcrest(), RUN, taxonomy)!;
  const word = personWord(RUN, 'confirmed', machine, { why: '  ' });
  expect(word.why).toBeUndefined();
  expect(standing([machine, word]).status).toBe('confirmed');
  const back = v.parse(IdentificationSchema, undoing(word));
  expect(standing([machine, word, back])).toMatchObject({ status: 'open', taxon: machine.taxon });
});

test('naming what the machine named too confirms it, naming anything else corrects it, and the reason stays with it', () => {
  const kept = keptFrom(goldcrest(), { media: [], time: null, at: new Date() })!;
  const machine = machineWord(goldcrest(), RUN, taxonomy)!;
  const page = { observation: kept, identifications: [machine] };
  expect(namingWord(page, machine).kind).toBe('confirmed');
  const firecrest = { taxon: 'firecr1' as TaxonId, scientificName: 'Regulus ignicapilla' };
  expect(namingWord(page, firecrest, { why: 'white eyebrow' })).toMatchObject({
    kind: 'corrected',
    by: 'me',
    why: 'white eyebrow',
  });
});

test('a time of day is written with the offset that this device had on that day', () => {
  const written = localTime('2026-05-17', 6 * 3600 + 12 * 60 + 5);
  expect(written).toMatch(/^2026-05-17T06:12:05[+-]\d\d:\d\d$/);
  expect(new Date(written).getTime()).toBe(new Date(2026, 4, 17, 6, 12, 5).getTime());
});

test('moved to another day it keeps its time of day, by the offset of that day', () => {
  const summer = localTime('2026-07-01', 6 * 3600);
  expect(onDay(summer, '2026-01-01')).toBe(localTime('2026-01-01', 6 * 3600));
  expect(onDay(null, '2026-01-01')).toBeNull();
});
