import { fold } from './fold';
import type { Gazetteer, NamedPlace } from './gazetteer';
import { lettersMissing, lettersOf, slips, slipsAllowed } from './slips';

export interface FoundPlace extends NamedPlace {
  /** Its place in the table: the same place has the same number, whatever was typed. */
  row: number;
  /** The name that was found, where it is another than the one shown. */
  alias: string | null;
}

/** What a kind of hit costs. A size class is worth `SIZE`, so that a city comes before a village of its name. */
const PREFIX = 6;
const LATER_WORD = 8;
const SLIP = 5;
const SIZE = 0.7;

interface Hit {
  row: number;
  cost: number;
  name: string;
}

/**
 * Places whose name is, begins with, or is one slip away from what was typed, in any language of the table. What
 * stands behind a comma, or behind the name, is what the place has to lie in: "Paris, Texas".
 */
export function searchPlaces(gazetteer: Gazetteer, typed: string, language: string, most = 8): FoundPlace[] {
  const [name = '', ...parts] = typed.split(',').map(fold);
  if (name === '') return [];
  const within = parts.filter((part) => part !== '');
  let hits = bestHits(gazetteer, name, within);
  if (hits.length === 0 || hits[0]!.cost > LATER_WORD - SIZE) hits = [...hits, ...splitHits(gazetteer, name, within)];
  const found: FoundPlace[] = [];
  for (const { row, name: hit } of hits.sort((a, b) => a.cost - b.cost)) {
    if (found.some((one) => one.row === row)) continue;
    const place = gazetteer.place(row, language);
    if (found.some((one) => isSame(one, place))) continue;
    found.push({ ...place, row, alias: aliasOf(gazetteer, row, { hit, typed: name }, place.name) });
    if (found.length === most) break;
  }
  return found;
}

/** "paris texas": the last words as what the place lies in. */
function splitHits(gazetteer: Gazetteer, name: string, within: readonly string[]): Hit[] {
  const words = name.split(' ');
  return words.slice(1).flatMap((_, index) => {
    const [first, rest] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')];
    return bestHits(gazetteer, first, [...within, rest]);
  });
}

function bestHits(gazetteer: Gazetteer, name: string, within: readonly string[]): Hit[] {
  const { folded, rowOf, rows, letters } = gazetteer;
  const mostSlips = slipsAllowed(name.length);
  const own = lettersOf(name);
  const hits: Hit[] = [];
  for (let index = 0; index < folded.length; index++) {
    const other = folded[index]!;
    const similar = mostSlips > 0 && lettersMissing(own, letters[index]!) <= mostSlips;
    const cost = costOf(name, other, similar ? mostSlips : 0);
    if (cost === null) continue;
    const row = rowOf[index]!;
    hits.push({ row, cost: cost - SIZE * rows[row]!.size, name: other });
  }
  hits.sort((a, b) => a.cost - b.cost);
  // Looking up what a place lies in takes longer than comparing its name.
  const MOST_LOOKED_AT = 400;
  return within.length === 0
    ? hits.slice(0, 40)
    : hits.slice(0, MOST_LOOKED_AT).filter(({ row }) => within.every((part) => gazetteer.liesIn(row, part)));
}

function costOf(name: string, other: string, mostSlips: number): number | null {
  if (other === name) return 0;
  if (other.startsWith(name)) return PREFIX;
  if (other.includes(` ${name}`)) return LATER_WORD;
  if (mostSlips === 0) return null;
  const whole = slips(name, other, mostSlips);
  if (whole <= mostSlips) return SLIP * whole;
  // A name that is only begun may have a slip in it too.
  const begun = name.length >= 5 ? slips(name, other.slice(0, name.length), 1) : 2;
  return begun <= 1 ? SLIP + PREFIX : null;
}

/** A city that is a state of its own is listed once. */
function isSame(one: NamedPlace, other: NamedPlace): boolean {
  const NEAR_DEGREES = 0.5;
  return (
    one.name === other.name &&
    one.within.at(-1) === other.within.at(-1) &&
    Math.abs(one.latitude - other.latitude) < NEAR_DEGREES &&
    Math.abs(one.longitude - other.longitude) < NEAR_DEGREES
  );
}

/** The name that was meant: one that begins as it was typed, before one that is a slip away. */
function aliasOf(
  gazetteer: Gazetteer,
  row: number,
  { hit, typed }: { hit: string; typed: string },
  shown: string,
): string | null {
  const asTyped = (spelling: string): boolean => fold(spelling).startsWith(typed);
  if (fold(shown) === hit || asTyped(shown)) return null;
  const spellings = gazetteer.spellings(row);
  return spellings.find(asTyped) ?? spellings.find((spelling) => fold(spelling) === hit) ?? null;
}
