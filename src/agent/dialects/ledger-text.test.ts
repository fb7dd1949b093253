import { expect, test } from 'vitest';
import { SECOND_LOOK } from '../../domain/second-look';
import { answered, ledger, listened } from '../../testing/ledger';
import { describeEvidence, share } from './ledger-text';

test('a share is told as at least a bar only where it reaches it', () => {
  for (const bar of [SECOND_LOOK.hopeless, SECOND_LOOK.sure]) {
    expect(Number(share(bar))).toBe(bar);
    for (const short of [1e-9, 0.0001, 0.004, 0.006]) expect(Number(share(bar - short))).toBeLessThan(bar);
  }
});

test('every whole hundredth is told as itself', () => {
  for (let hundredths = 0; hundredths <= 100; hundredths++)
    expect(Number(share(hundredths / 100))).toBe(hundredths / 100);
  expect(share(1.0001)).toBe('1.0');
  expect(share(-0.01)).toBe('.00');
});

test('a place that knows none of the species says so', () => {
  const payload = { applied: true as const, month: 5, species: [], unknown: [] };
  const [entry] = ledger(answered('geo_prior', { taxa: [] }, payload));
  expect(describeEvidence(entry!, 'compact')).toBe('place none known');
});

test('a recording without a bird says so in a word', () => {
  const [entry] = ledger(listened([]));
  expect(describeEvidence(entry!, 'compact')).toBe('heard none');
});
