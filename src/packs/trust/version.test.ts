import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions } from './version';

test.each([
  ['2026.2.1', '2026.11.16'],
  ['1', '2'],
  ['1.0', '1.0.1'],
  ['9', '10'],
  ['2026.11.16', '2026.11.16-2'],
  ['1.a', '1.b'],
])('%s is older than %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBe(-1);
  expect(compareVersions(newer, older)).toBe(1);
});

test('the order is one: nothing is both older and newer, and a version equals itself', () => {
  const version = fc.stringMatching(/^[0-9a-z]{1,3}([.-][0-9a-z]{1,3}){0,3}$/);
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0);
      expect(compareVersions(a, a)).toBe(0);
    }),
  );
});
