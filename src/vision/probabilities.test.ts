import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LabelTaxon } from '../packs/labels';
import { id, taxonomy } from '../testing/ledger';
import { calibrate, rankTaxa, TOP_K } from './probabilities';

const total = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0);
const indexOfHighest = (values: ArrayLike<number>): number => {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i]! > values[best]!) best = i;
  return best;
};

describe('calibration', () => {
  const logits = fc
    .array(fc.float({ min: -60, max: 60, noNaN: true }), { minLength: 2, maxLength: 50 })
    .map((values) => Float32Array.from(values));
  const temperature = fc.double({ min: 0.2, max: 10, noNaN: true });

  test('gives probabilities: none negative, together 1', () => {
    fc.assert(
      fc.property(logits, temperature, (raw, warmth) => {
        const probabilities = calibrate(raw, 'logits', warmth);
        expect(Math.min(...probabilities)).toBeGreaterThanOrEqual(0);
        expect(total(probabilities)).toBeCloseTo(1, 4);
      }),
    );
  });

  test('never changes which label comes first', () => {
    fc.assert(
      fc.property(logits, temperature, (raw, warmth) => {
        const probabilities = calibrate(raw, 'logits', warmth);
        expect(probabilities[indexOfHighest(raw)]).toBe(Math.max(...probabilities));
      }),
    );
  });

  test('at temperature 1 leaves probabilities as they are', () => {
    const raw = Float32Array.of(0.7, 0.2, 0.1);
    expect([...calibrate(raw, 'probabilities', 1)].map((value) => Number(value.toFixed(5)))).toEqual([0.7, 0.2, 0.1]);
  });

  test('is softer above temperature 1 and sharper below', () => {
    const raw = Float32Array.of(0.7, 0.2, 0.1);
    expect(calibrate(raw, 'probabilities', 2)[0]).toBeLessThan(0.7);
    expect(calibrate(raw, 'probabilities', 0.5)[0]).toBeGreaterThan(0.7);
    // 0.7^0.5 / (0.7^0.5 + 0.2^0.5 + 0.1^0.5), by hand.
    expect(calibrate(raw, 'probabilities', 2)[0]).toBeCloseTo(0.5229, 4);
  });

  test('takes logits and probabilities of the same belief to the same result', () => {
    const probabilities = Float32Array.of(0.6, 0.3, 0.1);
    const raw = probabilities.map((value) => Math.log(value) + 5);
    const [a, b] = [calibrate(raw, 'logits', 1.3), calibrate(probabilities, 'probabilities', 1.3)];
    a.forEach((value, i) => {
      expect(value).toBeCloseTo(b[i]!, 5);
    });
  });

  test('survives logits that would overflow, and probabilities of exactly nothing', () => {
    expect([...calibrate(Float32Array.of(1000, 0), 'logits', 1)]).toEqual([1, 0]);
    const [sure, never] = calibrate(Float32Array.of(1, 0), 'probabilities', 1);
    expect(sure).toBeCloseTo(1, 6);
    expect(never).toBeLessThan(1e-9);
  });
});

describe('the ranking', () => {
  const goldcrest = id('Regulus regulus');
  const firecrest = id('Regulus ignicapilla');
  const blueTit = id('Cyanistes caeruleus');

  test('lists species likeliest first, genera and families by the sum of their species', () => {
    const labels: LabelTaxon[] = [goldcrest, blueTit, firecrest];
    const ranked = rankTaxa(Float32Array.of(0.25, 0.5, 0.25), labels, taxonomy);
    expect(ranked.candidates).toEqual([
      { taxon: blueTit, probability: 0.5 },
      { taxon: goldcrest, probability: 0.25 },
      { taxon: firecrest, probability: 0.25 },
    ]);
    expect(ranked.genera).toContainEqual({ taxon: 'Regulus', probability: 0.5 });
    expect(ranked.families).toContainEqual({ taxon: 'Regulidae', probability: 0.5 });
    expect(ranked).toMatchObject({ noBird: 0, labelCount: 3 });
  });

  test('adds up several labels of one species, such as two plumages or an old name', () => {
    const ranked = rankTaxa(Float32Array.of(0.25, 0.5), [goldcrest, goldcrest], taxonomy);
    expect(ranked.candidates).toEqual([{ taxon: goldcrest, probability: 0.75 }]);
    expect(ranked.labelCount).toBe(1);
  });

  test('keeps "no bird" apart, and leaves out what is ignored', () => {
    const ranked = rankTaxa(
      Float32Array.of(0.5, 0.25, 0.125, 0.125),
      [goldcrest, 'no_bird', 'ignored', 'no_bird'],
      taxonomy,
    );
    expect(ranked.candidates).toEqual([{ taxon: goldcrest, probability: 0.5 }]);
    expect(ranked.noBird).toBe(0.375);
  });

  test('lists no more than the top, but sums genera and families beyond it', () => {
    const species = taxonomy.speciesIn('Turdus');
    expect(species.length).toBeGreaterThan(TOP_K);
    const even = new Float32Array(species.length).fill(1 / species.length);
    const ranked = rankTaxa(even, species, taxonomy);
    expect(ranked.candidates).toHaveLength(TOP_K);
    expect(ranked.genera[0]?.probability).toBeCloseTo(1, 5);
    expect(ranked.families[0]).toMatchObject({ taxon: 'Turdidae' });
  });

  test('never gives a genus less than any of its species, nor a family less than any of its genera', () => {
    const labels = taxonomy.speciesIds.slice(0, 60);
    const shares = fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(shares, (raw) => {
        const { candidates, genera, families } = rankTaxa(Float32Array.from(raw), labels, taxonomy);
        const holds = (finer: typeof genera, coarser: typeof genera): void => {
          for (const { taxon, probability } of finer) {
            const above = coarser.find((one) => taxonomy.contains(one.taxon, taxon));
            if (above) expect(above.probability).toBeGreaterThanOrEqual(probability - 1e-6);
          }
        };
        holds(candidates, genera);
        holds(genera, families);
      }),
    );
  });
});
