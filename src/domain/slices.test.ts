import { expect, test } from 'vitest';
import { atOnce, inSlices } from './slices';

function* count(to: number, milliseconds: number): Generator<void, number> {
  for (let i = 0; i < to; i++) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    yield;
  }
  return to;
}

test('work in slices gives what it gives in one go', async () => {
  expect(await inSlices(count(1000, 0))).toBe(1000);
  expect(atOnce(count(1000, 0))).toBe(1000);
});

test('long work lets other tasks through', async () => {
  let others = 0;
  const timer = setInterval(() => (others += 1), 1);
  await inSlices(count(20, 5));
  clearInterval(timer);
  expect(others).toBeGreaterThan(3);
});
