import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPacks, lostPacks, lostPacksInWords, markUsed, readKnownPacks, rememberPacks } from './eviction-check';

const geo = { name: 'field-geo', title: 'Field geo', bytes: 2_000_000 };
const sound = { name: 'sound', title: 'Sound pack', bytes: 50_000_000 };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('a run marks the packs that it used, and no other; a change of packs keeps the time', () => {
  rememberPacks([geo, sound]);
  markUsed(['field-geo', 'starter'], '2026-11-17T08:00:00Z');
  expect(readKnownPacks().map(({ name, usedAt }) => [name, usedAt])).toEqual([
    ['field-geo', '2026-11-17T08:00:00Z'],
    ['sound', null],
  ]);
  rememberPacks([geo]);
  expect(readKnownPacks()).toEqual([{ ...geo, usedAt: '2026-11-17T08:00:00Z' }]);
});

test('a pack that was here and is not any more is lost until it is forgotten', () => {
  rememberPacks([geo, sound]);
  const lost = lostPacks(['field-geo']);
  expect(lost.map(({ name }) => name)).toEqual(['sound']);
  expect(lostPacksInWords(lost)).toMatchObject({
    title: 'A pack is no longer here',
    message: expect.stringContaining('“Sound pack” (50.0 MB)') as string,
  });
  forgetPacks(['sound']);
  expect(lostPacks(['field-geo'])).toEqual([]);
});

test('what somebody else left there is no list of packs', () => {
  localStorage.setItem('goldcrest.packs', '{"name": 1');
  expect(readKnownPacks()).toEqual([]);
});
