import { expect, test } from 'vitest';
import type { ImageRef } from '../../domain/observation';
import { SECOND_LOOK } from '../../domain/second-look';
import {
  answered,
  classification,
  detection,
  heardBird,
  ledger,
  listened,
  observation,
  photo,
} from '../../testing/ledger';
import { describeEvidence, describeStanding, share } from './ledger-text';

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

test('files that nobody asked about are told after every answer, until none is left', () => {
  const seen = observation({ photos: [photo(), photo({ ref: 'photo-2' as ImageRef })] });
  const [found] = ledger(detection());
  expect(describeStanding(found!, { observation: seen, ledger: [] })).toBe(' left photo-2');
  expect(describeStanding(found!, { observation: observation(), ledger: [] })).toBe('');
});

test('what was named before is told where the last answer names nothing', () => {
  const skipped = { kind: 'skipped', tool: 'classify_sound', reason: 'quality_failed' } as const;
  const [named, noted] = ledger(listened([heardBird({ 'Regulus regulus': 0.9 })]), { ...skipped, id: 0 });
  expect(describeStanding(noted!, { observation: observation(), ledger: [named!] })).toContain(' top');
  expect(describeStanding(noted!, { observation: observation(), ledger: [] })).not.toContain(' top');
  expect(describeStanding(named!, { observation: observation(), ledger: [] })).not.toContain(' top');
});

test.each([
  [0.95, 'sure'],
  [0.9, 'sure'],
  [0.8999, 'unsure'],
  [0.15, 'unsure'],
  [0.1499, 'hopeless'],
])('a first look at %s is told as %s', (best, word) => {
  const [entry] = ledger(classification({ 'Regulus regulus': best }));
  expect(describeEvidence(entry!, 'compact').split(' ').slice(0, 2)).toEqual(['top', word]);
});
