import * as v from 'valibot';
import { readLocal, writeLocal } from '../storage/local';
import type { Problem } from './problem';
import { problemWords } from './words/problems';

/**
 * What packs were here at the last visit. Kept in localStorage, apart from the packs themselves: a browser that clears a
 * store to make room leaves this, and so the app can say what happened.
 */
const KnownPacksSchema = v.array(
  v.object({ name: v.string(), title: v.string(), bytes: v.number(), usedAt: v.nullable(v.string()) }),
);
export type KnownPack = v.InferOutput<typeof KnownPacksSchema>[number];

const KEY = 'goldcrest.packs';

export function readKnownPacks(): KnownPack[] {
  return readLocal(KEY, KnownPacksSchema) ?? [];
}

/** Without this list, an eviction goes unnoticed; nothing else depends on it. */
function write(packs: readonly KnownPack[]): void {
  writeLocal(KEY, packs);
}

/** Remembers exactly these packs, and when each was last used. */
export function rememberPacks(packs: readonly Omit<KnownPack, 'usedAt'>[]): void {
  const before = readKnownPacks();
  const usedAt = (name: string): string | null => before.find((pack) => pack.name === name)?.usedAt ?? null;
  write(packs.map((pack) => ({ ...pack, usedAt: usedAt(pack.name) })));
}

export function markUsed(names: readonly string[], at = new Date().toISOString()): void {
  const packs = readKnownPacks();
  if (packs.some(({ name }) => names.includes(name))) {
    write(packs.map((pack) => (names.includes(pack.name) ? { ...pack, usedAt: at } : pack)));
  }
}

export function lostPacks(there: readonly string[]): KnownPack[] {
  return readKnownPacks().filter(({ name }) => !there.includes(name));
}

export function forgetPacks(names: readonly string[]): void {
  write(readKnownPacks().filter(({ name }) => !names.includes(name)));
}

export function lostPacksInWords(lost: readonly KnownPack[]): Problem {
  return problemWords.lostPacks(
    lost.map(({ title }) => title),
    lost.reduce((sum, pack) => sum + pack.bytes, 0),
  );
}
