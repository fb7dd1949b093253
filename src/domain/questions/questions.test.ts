import { describe, expect, it } from 'vitest';
import {
  answer,
  classification,
  detection,
  heardBird,
  id,
  ledger,
  listened,
  noPlace,
  place,
  quality,
  recording,
  taxonomy,
} from '../../testing/ledger';
import { traits } from '../../testing/traits';
import type { Evidence } from '../ledger';
import { DEFAULT_THRESHOLDS } from '../thresholds';
import { decideVerdict } from '../verdict-rules';
import { ANSWERS, QUESTIONS } from './answers';
import { inquire } from './inquire';
import { answersFor, answersGiven } from './likelihood';
import { Traits } from './traits';

/** A Great Black-backed Gull is as large as a goose, a Common Gull as a pigeon. */
const LARGE = 'Larus marinus';
const SMALL = 'Larus canus';
const context = { taxonomy, traits, thresholds: DEFAULT_THRESHOLDS };
const decide = (entries: readonly Evidence[]) => decideVerdict(ledger(...entries), context);
const ask = (entries: readonly Evidence[]) => inquire(ledger(...entries), context);
const gull: Evidence[] = [
  detection(),
  quality(),
  classification({ [LARGE]: 0.7, [SMALL]: 0.25 }),
  place({ [LARGE]: 1, [SMALL]: 1 }),
];

describe('what birds are like', () => {
  it.each([
    ['House Sparrow', 'Passer domesticus', 'sparrow', 'walking', 'town'],
    ['American Robin', 'Turdus migratorius', 'thrush', 'perched', 'woodland'],
    ['Rock Pigeon', 'Columba livia', 'pigeon', 'walking', 'town'],
    ['Carrion Crow', 'Corvus corone', 'crow', 'walking', 'town'],
    ['Greylag Goose', 'Anser anser', 'goose', 'water', 'wetland'],
    ['Common Swift', 'Apus apus', 'sparrow', 'air', 'town'],
    ['Great Spotted Woodpecker', 'Dendrocopos major', 'thrush', 'climbing', 'woodland'],
    ['Common Tern', 'Sterna hirundo', 'thrush', 'air', 'coast'],
  ])('is known of the %s', (_name, scientific, size, doing, where) => {
    expect(traits.usual(id(scientific), taxonomy)).toEqual({ size, doing, where });
  });

  it('is known of every species, and what was taken over from relatives says so', () => {
    for (const species of taxonomy.speciesIds) {
      for (const question of QUESTIONS) {
        const total = traits.sharesOf(species, question, taxonomy).reduce((sum, share) => sum + share, 0);
        expect(total).toBeCloseTo(1, 6);
      }
    }
    const taken = taxonomy.speciesIds.filter((species) => traits.takenFrom(species) !== null);
    expect(taken.length).toBeGreaterThan(0);
    expect(traits.takenFrom(id('Passer domesticus'))).toBeNull();
  });

  it('is refused where it is of another taxonomy', () => {
    const table = { format: 1, version: 'eBird 1999' };
    expect(() => Traits.fromTable(table, taxonomy)).toThrow();
  });
});

describe('people err', () => {
  it('as often as is said, and rather by one size than by two', () => {
    const given = answersGiven('size', 0, 0.15);
    expect(given[0]).toBeCloseTo(0.85);
    expect(given.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
    expect(given[1]!).toBeGreaterThan(given[2]!);
    expect(given[4]!).toBeGreaterThan(0);
  });

  it('so no answer is impossible', () => {
    for (const question of QUESTIONS) {
      for (let at = 0; at < ANSWERS[question].length; at++) {
        const certain = ANSWERS[question].map((_, truth) => Number(truth === at));
        expect(Math.min(...answersFor(question, certain, 0.15))).toBeGreaterThan(0);
      }
    }
  });
});

describe('the observer’s word', () => {
  it('tells two gulls apart by their size', () => {
    expect(decide(gull)).toMatchObject({ grain: 'genus', taxon: 'Larus' });
    const after = decide([...gull, answer('size', 'goose')]);
    expect(after).toMatchObject({ grain: 'species', taxon: id(LARGE), rule: 'species_with_answer' });
    expect(after.supporting).toContain(5);
    expect(after.terms.map(({ sense }) => sense)).toContain('said');
  });

  it('can be taken back and changed: the last word counts', () => {
    const said = [...gull, answer('size', 'goose')];
    expect(decide([...said, answer('size', null)])).toEqual(decide(gull));
    const changed = decide([...said, answer('size', 'sparrow')]);
    const once = decide([...gull, answer('size', 'sparrow')]);
    expect([changed.grain, changed.taxon, changed.probability]).toEqual([once.grain, once.taxon, once.probability]);
  });

  it('says nothing where it says that it does not know', () => {
    const { probability, grain } = decide([...gull, answer('size', 'unknown')]);
    expect({ probability, grain }).toMatchObject({ probability: decide(gull).probability, grain: 'genus' });
  });

  it('is listed against a name that it does not fit', () => {
    const after = decide([...gull, answer('doing', 'climbing')]);
    expect(after.opposing).toContain(5);
    expect(after.supporting).not.toContain(5);
  });

  it('names no bird that the rest of the evidence leaves out', () => {
    const after = decide([...gull, answer('size', 'sparrow'), answer('doing', 'climbing')]);
    expect(after.grain).not.toBe('species');
  });

  it('says nothing where nothing is known of birds', () => {
    const entries = ledger(...gull, answer('size', 'goose'));
    expect(decideVerdict(entries, { taxonomy, thresholds: DEFAULT_THRESHOLDS }).grain).toBe('genus');
  });
});

describe('what is asked', () => {
  it('is what tells the candidates apart', () => {
    expect(ask(gull)?.question).toBe('size');
  });

  it('is nothing once a species is named', () => {
    expect(ask([...gull.slice(0, 2), classification({ [LARGE]: 0.97 }), place({ [LARGE]: 1 })])).toBeNull();
  });

  it('is nothing where no answer would change the name', () => {
    const alike = classification({ 'Poecile palustris': 0.5, 'Poecile montanus': 0.45 });
    expect(ask([detection(), quality(), alike, noPlace()])?.question).toBeNull();
  });

  it('is never asked twice, and never more than two in all', () => {
    const unknown = [...gull, answer('size', 'unknown')];
    expect(ask(unknown)?.question).not.toBe('size');
    expect(ask([...unknown, answer('where', 'unknown')])?.question).toBeNull();
  });

  it('is asked beside what else would help, the best first', () => {
    const gains = ask([...gull.slice(0, 3), noPlace()])!.gains;
    expect(gains.map(({ piece }) => piece)).toEqual(expect.arrayContaining(['a_place', 'another_photo', 'a_sound']));
    expect(gains.map(({ gain }) => gain)).toEqual(gains.map(({ gain }) => gain).toSorted((a, b) => b - a));
  });

  it('is nothing where several birds sing: nobody could tell which is meant', () => {
    const chorus = listened([heardBird({ [LARGE]: 0.7, [SMALL]: 0.25 }), heardBird({ 'Parus major': 0.9 })]);
    expect(ask([recording(), chorus, noPlace()])).toBeNull();
  });
});
