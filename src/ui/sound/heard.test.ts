import { expect, test } from 'vitest';
import type { JudgedBird } from '../../domain/judge-birds';
import { answers, type Ledger } from '../../domain/ledger';
import type { Sound, SoundRef } from '../../domain/observation';
import type { TaxonId } from '../../domain/taxonomy';
import type { Lookup } from '../state/lookup';
import type { Names } from '../state/names.svelte';
import { marksOf, rowsOf, selectionsOf } from './heard';

const REF = 'sound-1' as SoundRef;
const ROBIN = 'robin' as TaxonId;
const WREN = 'wren' as TaxonId;
const time = (from: number, to: number, probability = 0.9) => ({ from, to, probability });
const bird = (taxon: TaxonId, probability: number, ...times: ReturnType<typeof time>[]) => ({
  taxon,
  probability,
  times,
  candidates: [],
  genera: [],
  families: [],
});

/** A ledger in which these birds were heard. */
function heard(...birds: ReturnType<typeof bird>[]): Ledger {
  const payload = { birds, candidates: [], others: [], windowCount: 1, windowSeconds: 3, windows: [] };
  const entry = {
    kind: 'tool',
    id: 1,
    tool: 'classify_sound',
    args: { sound: REF },
    outcome: { status: 'ok', payload },
  };
  return [entry] as unknown as Ledger;
}

/** Judges as the tool's own scores have it, the surest first, and declares the same of each. */
const declaring =
  (verdictOn: (taxon: TaxonId) => object): Lookup['judgeBirds'] =>
  (ledger) =>
    answers(ledger, 'classify_sound').flatMap(({ args, payload }) =>
      payload.birds
        .map(({ taxon, probability, times }) => {
          const verdict = verdictOn(taxon) as JudgedBird['verdict'];
          return { taxon, probability, heard: [{ sound: args.sound, times }], verdict };
        })
        .sort((a, b) => b.probability - a.probability),
    );
const species = declaring((taxon) => ({ grain: 'species', taxon }));
const nothing = declaring(() => ({ grain: 'abstain', taxon: null }));

test('birds are numbered from the surest, and gold is only for what is declared and almost certain', () => {
  const ledger = heard(bird(WREN, 0.6, time(3, 6)), bird(ROBIN, 0.97, time(0, 3), time(3, 6)));
  const rows = rowsOf(ledger, REF, species);
  expect(rows.map(({ number, taxon, certain }) => [number, taxon, certain])).toEqual([
    [1, ROBIN, true],
    [2, WREN, false],
  ]);
  expect(rows[0]!.times).toEqual([time(0, 6)]);
  expect(rowsOf(ledger, REF, nothing).some(({ certain }) => certain)).toBe(false);
});

test('another recording’s birds, and what is hardly likely, are not in the table', () => {
  const ledger = heard(bird(ROBIN, 0.97, time(0, 3)), bird(WREN, 0.01, time(0, 3)));
  expect(rowsOf(ledger, REF, species)).toHaveLength(1);
  expect(rowsOf(ledger, 'sound-2' as SoundRef, species)).toEqual([]);
});

test('a faint guess at a bird that does not live there is no row; a clear voice is, wherever it sings', () => {
  const payload = { applied: true, month: 5, species: [{ taxon: WREN, status: 'out_of_range' }], unknown: [] };
  const place = { kind: 'tool', id: 2, tool: 'geo_prior', args: {}, outcome: { status: 'ok', payload } };
  const faint = [...heard(bird(ROBIN, 0.97, time(0, 3)), bird(WREN, 0.2, time(0, 3))), place] as unknown as Ledger;
  expect(rowsOf(faint, REF, nothing).map(({ taxon }) => taxon)).toEqual([ROBIN]);
  expect(rowsOf(faint, REF, species)).toHaveLength(2);
  const clear = [...heard(bird(WREN, 0.8, time(0, 3))), place] as unknown as Ledger;
  expect(rowsOf(clear, REF, nothing)).toHaveLength(1);
});

test('boxes carry the number and the probability of the row, and people have boxes of their own kind', () => {
  const rows = rowsOf(heard(bird(ROBIN, 0.97, time(0, 3))), REF, species);
  const marks = marksOf(rows, [{ from: 1, to: 2 }]);
  expect(marks[0]!.probability).toBe(0.97);
  expect(marks.map(({ kind, number, lane }) => [kind, number, lane])).toEqual([
    ['bird', 1, 0],
    ['voice', 0, 1],
  ]);
});

test('an export names the bird and what was declared of it', () => {
  const names = {
    scientific: (id: string) => `S ${id}`,
    common: (id: string) => ({ text: `C ${id}`, language: 'en' }),
  };
  const sound: Sound = { ref: REF, name: 'dawn.wav', seconds: 9, sampleRate: 16_000, channels: 1 };
  const genus = declaring(() => ({ grain: 'genus', taxon: 'g' }));
  const rows = rowsOf(heard(bird(ROBIN, 0.97, time(0, 3))), REF, genus);
  expect(selectionsOf(sound, rows, names as unknown as Names)).toEqual({
    name: 'dawn.wav',
    seconds: 9,
    topHz: 8000,
    selections: [
      { from: 0, to: 3, scientificName: 'S robin', commonName: 'C robin', probability: 0.9, verdict: 'genus S g' },
    ],
  });
});
