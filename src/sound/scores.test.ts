import { expect, test } from 'vitest';
import { KEPT_LABELS, likeliestLabels, packScores, unpackScores } from './scores';

const heard = (from: number, ...logits: number[]) => ({
  from,
  to: from + 3,
  ...likeliestLabels(Float32Array.from(logits), 'logits'),
});

test('the likeliest labels come first, and no more of them than are kept', () => {
  const many = likeliestLabels(
    Float32Array.from({ length: 100 }, (_, label) => (label * 37) % 100),
    'logits',
  );
  expect(many.labels).toHaveLength(KEPT_LABELS);
  expect([...many.logits]).toEqual(Array.from({ length: KEPT_LABELS }, (_, place) => 99 - place));
  expect((many.labels[0]! * 37) % 100).toBe(99);
});

test('scores of a sigmoid become logits, certainty a finite one', () => {
  const { logits } = likeliestLabels(Float32Array.of(0.5, 1, 0), 'sigmoid');
  expect(logits[1]).toBe(0);
  expect(Number.isFinite(logits[0])).toBe(true);
  expect(Number.isFinite(logits[2])).toBe(true);
});

test('windows come back from a row of numbers as they were, through JSON too', () => {
  const windows = [
    heard(0, 1.5, -2, 0.25),
    heard(3, -4),
    { from: 6, to: 9, ...likeliestLabels(new Float32Array(0), 'logits') },
  ];
  const kept = JSON.parse(JSON.stringify(Array.from(packScores(windows)))) as number[];
  expect(unpackScores(kept)).toEqual(windows);
});
