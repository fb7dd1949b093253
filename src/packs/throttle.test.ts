import { expect, test } from 'vitest';
import type { InstallProgress } from './manager';
import { throttled } from './throttle';

const at = (done: number, changes: Partial<InstallProgress> = {}): InstallProgress => ({
  file: 'a',
  done,
  total: 100,
  waitMs: null,
  ...changes,
});

test('progress is told now and then; a new file, a wait and the end are never left out', () => {
  const told: number[] = [];
  let clock = 0;
  const tell = throttled(
    ({ done }) => told.push(done),
    () => clock,
  );
  tell(at(1));
  tell(at(2));
  clock += 60;
  tell(at(3));
  tell(at(4, { waitMs: 1000 }));
  tell(at(5));
  tell(at(6, { file: 'b' }));
  tell(at(7, { file: 'b' }));
  tell(at(100, { file: 'b' }));
  expect(told).toEqual([1, 3, 4, 6, 100]);
});
