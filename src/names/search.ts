import type { TaxonId } from '../domain/taxonomy';
import { lettersMissing, lettersOf, slips, slipsAllowed } from '../places/slips';
import { foldName } from './fold-name';
import type { IndexedName, NameIndex } from './name-index';

export interface FoundTaxon {
  taxon: TaxonId;
  /** The name that was found, and its language; `la` for a scientific one, today's or older. */
  text: string;
  language: string;
}

export interface SearchOptions {
  most?: number;
  /** How likely a bird is here and now, from 0 to 1: of names that fit alike, the likelier bird comes first. */
  likelihood?: (taxon: TaxonId) => number;
}

/** What a kind of hit costs. Where a word lies in the name, and how much of the name was typed, decide between equals. */
const PREFIX = 3;
const LAST_WORD = 4;
const LATER_WORD = 6;
const WORDS = 8;
const WITHIN = 10;
const SLIP = 7;
/** Each letter of the name beyond what was typed. */
const LONGER = 0.06;
/** What speaks for a bird, at most the distance between two kinds of hits. */
const LIKELY = 4;
const KNOWN = 0.1;

interface Hit {
  name: IndexedName;
  cost: number;
}

/**
 * Birds whose name is, begins with, holds, or is one slip away from what was typed, in any language, by common or
 * scientific name. The words may come in any order: "swallow barn".
 */
export function searchTaxa(index: NameIndex, typed: string, options: SearchOptions = {}): FoundTaxon[] {
  const { most = 8, likelihood = () => 0 } = options;
  const wanted = foldName(typed);
  if (wanted === '') return [];
  const words = wanted.split(' ');
  let hits = hitsOf(index, (name) => plainCost(name.folded, wanted, words));
  // Slips are looked for only where an exact search finds little.
  if (hits.length < 3 && !hits.some(({ cost }) => cost === 0)) hits = [...hits, ...slipHits(index, wanted, words)];
  for (const hit of hits) {
    const { taxon } = hit.name;
    hit.cost -= LIKELY * likelihood(taxon) + KNOWN * index.languagesThatName(taxon);
  }
  hits.sort((a, b) => a.cost - b.cost);
  const found = new Map<TaxonId, FoundTaxon>();
  for (const { name } of hits) {
    if (found.has(name.taxon)) continue;
    found.set(name.taxon, { taxon: name.taxon, text: name.text, language: name.language });
    if (found.size === most) break;
  }
  return [...found.values()];
}

function hitsOf(index: NameIndex, costOf: (name: IndexedName) => number | null): Hit[] {
  const hits: Hit[] = [];
  for (const name of index.names) {
    const cost = costOf(name);
    if (cost !== null) hits.push({ name, cost });
  }
  return hits;
}

function plainCost(name: string, wanted: string, words: readonly string[]): number | null {
  const at = name.indexOf(wanted);
  const longer = LONGER * (name.length - wanted.length);
  if (at === 0) return name.length === wanted.length ? 0 : PREFIX + longer;
  if (at > 0) {
    if (name[at - 1] !== ' ') return wanted.length < 2 && isLatin(wanted) ? null : WITHIN + longer;
    return (at + wanted.length === name.length ? LAST_WORD : LATER_WORD) + longer;
  }
  if (words.length === 1) return null;
  return words.every((word) => name.startsWith(word) || name.includes(` ${word}`)) ? WORDS + longer : null;
}

/** Names that match what was typed except for slips: as a whole ("gold crest"), or word by word, in any order. */
function slipHits(index: NameIndex, wanted: string, words: readonly string[]): Hit[] {
  const allowed = slipsAllowed(wanted.length);
  if (allowed === 0) return [];
  const own = lettersOf(wanted);
  const costs = words.map((word) => wordCosts(index, word));
  const syllables = HANGUL.test(wanted) ? wanted.normalize('NFC') : null;
  return hitsOf(index, ({ folded, language, letters, words: others }) => {
    const whole = lettersMissing(own, letters) > allowed ? allowed + 1 : slips(wanted, folded, allowed);
    if (whole <= allowed) return SLIP * whole;
    if (syllables !== null && language === 'ko') {
      const most = slipsAllowed(syllables.length);
      const found = slips(syllables, folded.normalize('NFC'), most);
      if (found <= most) return SLIP * found;
    }
    let total = 0;
    for (const cost of costs) {
      let least: number = NONE;
      for (const other of others) if (cost[other]! < least) least = cost[other]!;
      total += least;
      if (total > allowed) return null;
    }
    return SLIP * total + WORDS + LONGER * (folded.length - wanted.length);
  });
}

/** Folding takes Korean syllables apart into letters; one that was left out or swapped is several letters, and yet one slip. */
const HANGUL = /[\u1100-\u11ff]/;
/** More than any word may have. */
const NONE = 9;
/** From this length on a word that is only begun may have a slip in it too. */
const BEGUN = 5;

/** How many slips a typed word is away from each word of the index, or from its beginning; `NONE` where it is another. */
function wordCosts(index: NameIndex, word: string): Uint8Array {
  const own = lettersOf(word);
  const allowed = slipsAllowed(word.length);
  const costs = new Uint8Array(index.words.length).fill(NONE);
  for (const [number, { text, letters }] of index.words.entries()) {
    if (lettersMissing(own, letters) > allowed) continue;
    if (text.startsWith(word)) costs[number] = 0;
    else if (allowed > 0) {
      const whole = slips(word, text, allowed);
      const begun = word.length >= BEGUN ? slips(word, text.slice(0, word.length), 1) : NONE;
      const least = Math.min(whole <= allowed ? whole : NONE, begun <= 1 ? begun : NONE);
      costs[number] = least;
    }
  }
  return costs;
}

/** One letter of an alphabet lies within most names; one sign of another script may be a word. */
function isLatin(text: string): boolean {
  return /^[a-z0-9]+$/.test(text);
}
