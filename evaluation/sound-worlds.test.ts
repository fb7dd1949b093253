import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { answers } from '../src/domain/ledger';
import type { SoundLabel } from '../src/packs/labels';
import { likeliestLabels, packScores } from '../src/sound/scores';
import { id, ledger, listened, recording, taxonomy } from '../src/testing/ledger';
import { judge } from './judge';
import { partOf, PARTS, soundCases, soundLedgerAt, soundRunAt, type SoundModel } from './judgement/sound-worlds';
import type { LocalList } from './judgement/worlds';
import { item, record } from './testing';

const [GOLDCREST, FIRECREST, GREAT_TIT] = [id('Regulus regulus'), id('Regulus ignicapilla'), id('Parus major')];
const labels: SoundLabel[] = [GOLDCREST, FIRECREST, GREAT_TIT];
const model: SoundModel = {
  ...{ labels, taxonomy, geoKnows: new Set(labels) },
  calibration: { temperature: 1, bias: 0, fitted: { on: 'a test', n: 1, date: '2026-11-19', ece: null } },
};
/** Two windows in which the model hears this, by the order of the labels. */
const heard = (...scores: number[]) => {
  const windows = [0, 3].map((from) => ({
    from,
    to: from + 3,
    ...likeliestLabels(Float32Array.from(scores), 'sigmoid'),
  }));
  const entries = ledger(recording(), listened([]));
  const entry = entries.findIndex((one) => one.kind === 'tool' && one.tool === 'classify_sound') + 1;
  return record('r', entries, { scores: [{ entry, tool: 'classify_sound', values: [...packScores(windows)] }] });
};
/** Only firecrests and great tits live there. */
const local: LocalList = {
  month: 5,
  birds: [
    [FIRECREST, 0.4, 1],
    [GREAT_TIT, 0.4, 1],
  ],
};
const sound = item('Regulus ignicapilla', { id: 'r', modality: 'sound', image: null, audio: 'r.mp3' });
const birdsAt = (at: LocalList | null) =>
  answers(soundLedgerAt(heard(0.6, 0.5, 0.01), at, model), 'classify_sound')[0]!.payload.birds.map(
    ({ taxon }) => taxon,
  );

describe('a recording taken to a place', () => {
  test('is heard again from its windows: who lives there is the candidate', () => {
    expect(birdsAt(null)).toEqual([GOLDCREST]);
    expect(birdsAt(local)).toEqual([FIRECREST]);
  });

  test('says what the place says of its birds, and how many of those there the labels hold', () => {
    const at = soundLedgerAt(heard(0.6, 0.5, 0.01), local, model);
    expect(answers(at, 'geo_prior')[0]?.payload).toMatchObject({ applied: true, month: 5 });
    expect(answers(at, 'classify_sound')[0]?.payload.coverage).toBe(1);
  });

  test('names every bird that has a verdict of its own, the labelled one and others', () => {
    const thresholds = DEFAULT_THRESHOLDS;
    const run = soundRunAt(
      { item: sound, record: heard(0.001, 0.999, 0.999) },
      'own',
      () => ({ own: [local], far: null }),
      model,
      thresholds,
    );
    expect(judge(sound, run!, { taxonomy, labels: { image: [], sound: labels } }).named).toEqual({
      labelled: true,
      others: 1,
    });
  });
});

describe('what the judgement of sounds is fitted on', () => {
  test('is each recording once without a place and once with places, and wrong places that weigh nothing', () => {
    const cases = soundCases(
      [{ item: sound, record: heard(0.6, 0.5, 0.01) }],
      () => ({ own: [local], far: local }),
      model,
    );
    const weight = (placed: boolean) =>
      cases.filter((one) => one.placed === placed).reduce((sum, { share }) => sum + share, 0);
    expect([weight(false), weight(true)]).toEqual([1, 1]);
    expect(cases.filter(({ astray, share }) => astray && share === 0)).toHaveLength(1);
  });

  test('is never of a recordist whose recordings are kept back', () => {
    const items = Array.from({ length: 60 }, (_, at) => ({ ...sound, id: `r${at}`, source: `recordist ${at % 20}` }));
    const parts = new Map<string, Set<number>>();
    for (const one of items) parts.set(one.source, (parts.get(one.source) ?? new Set()).add(partOf(one)));
    expect([...parts.values()].every(({ size }) => size === 1)).toBe(true);
    expect(new Set(items.map(partOf)).size).toBe(PARTS);
  });
});
