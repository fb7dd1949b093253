import { expect, test } from 'vitest';
import { releaseBuffer, takeBuffer } from './buffer-pool';

test('memory that was given back is used for what is about as large, once', () => {
  const first = takeBuffer(1000);
  releaseBuffer(first.buffer);
  const second = takeBuffer(800);
  expect(second.buffer).toBe(first.buffer);
  expect(second.length).toBe(800);
  expect(takeBuffer(800).buffer).not.toBe(first.buffer);
});

test('what is larger than most photos is let go', () => {
  const given = new ArrayBuffer(21e6);
  releaseBuffer(given);
  expect(takeBuffer(20.5e6).buffer).not.toBe(given);
});

test.each([
  ['more than it holds', 1001],
  ['less than half of it', 499],
])('%s gets memory of its own', (_, bytes) => {
  const given = new ArrayBuffer(1000);
  releaseBuffer(given);
  expect(takeBuffer(bytes).buffer).not.toBe(given);
});
