import { expect, test } from 'vitest';
import { heardBird, id, taxonomy } from '../../testing/ledger';
import { factsOfVoice } from './facts';
import { oddsOf } from './weighing';

const [GOLDCREST, FIRECREST] = ['Regulus regulus', 'Regulus ignicapilla'];

test('a probability that rounding put above one is as sure as can be', () => {
  expect(oddsOf(1 + 1e-12)).toBe(oddsOf(1));
});

test('a bird that sounds alike and does not live here is hardly a doubt', () => {
  const birds = [heardBird({ [GOLDCREST]: 0.6, [FIRECREST]: 0.3 })];
  const alike = (left: number) =>
    factsOfVoice(
      id(GOLDCREST),
      { birds, others: 0, signalDb: 20, leftHere: (species) => (species === id(FIRECREST) ? left : 1) },
      taxonomy,
    ).sounds_alike;
  expect(alike(1)).toBeCloseTo(0.3);
  expect(alike(0.02)).toBeCloseTo(0.006);
});
