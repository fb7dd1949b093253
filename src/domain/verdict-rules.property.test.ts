import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answer,
  classification,
  detection,
  heard,
  heardBird,
  id,
  ledger,
  listened,
  noPlace,
  place,
  quality,
  recording,
  taxonomy,
} from '../testing/ledger';
import { traits } from '../testing/traits';
import { ANSWERS, QUESTIONS } from './questions/answers';
import { answersFor } from './questions/likelihood';
import { isFiner } from './grain';
import { judgeBirds } from './judge-birds';
import { answers, type Evidence } from './ledger';
import type { ImageRef, SoundRef } from './observation';
import type { TaxonId } from './taxonomy';
import { DEFAULT_THRESHOLDS } from './thresholds';
import type { Verdict } from './verdict';
import { decideVerdict } from './verdict-rules';

/** Two genera of one family, look-alikes of one genus, and unrelated birds: every way in which taxa can be close or far. */
const SPECIES = [
  'Regulus regulus',
  'Regulus ignicapilla',
  'Parus major',
  'Cyanistes caeruleus',
  'Poecile palustris',
  'Poecile montanus',
  'Corvus corone',
  'Corvus corax',
  'Pica pica',
];

const decide = (entries: Evidence[]): Verdict =>
  decideVerdict(ledger(...entries), { taxonomy, traits, thresholds: DEFAULT_THRESHOLDS });

/** Shares of a few species that add up to at most one, the first `dominance` times heavier than drawn. */
const sharesWith = (dominances: number[], least: number) =>
  fc
    .record({
      names: fc.shuffledSubarray(SPECIES, { minLength: 1, maxLength: 6 }),
      weights: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 6, maxLength: 6 }),
      dominance: fc.constantFrom(...dominances),
      total: fc.integer({ min: least, max: 100 }),
    })
    .map(({ names, weights, dominance, total }) => {
      const scaled = names.map((_, i) => weights[i]! * (i === 0 ? dominance : 1));
      const sum = scaled.reduce((a, b) => a + b, 0);
      return Object.fromEntries(names.map((name, i) => [name, ((scaled[i]! / sum) * total) / 100]));
    });

const chances = fc.dictionary(fc.constantFrom(...SPECIES), fc.constantFrom(0, 0.001, 0.01, 0.05, 0.5), { minKeys: 1 });

let nextView = 0;
const lookWith = (dominances: number[], least: number, noBird: number[]) =>
  fc
    .record({
      shares: sharesWith(dominances, least),
      noBird: fc.constantFrom(...noBird),
      coverage: fc.constantFrom(null, 0.2, 0.9),
      unlabelled: fc.subarray([{ taxon: id(SPECIES[0]!), share: 0.2 }]),
    })
    .map(({ shares, ...rest }) => classification(shares, rest, `photo-1.crop-${++nextView}` as ImageRef));

const grade = fc
  .constantFrom('pass' as const, 'marginal' as const, 'fail' as const)
  .map((given) => quality({ grade: given, reasons: given === 'pass' ? [] : ['soft'] }));

/** Recordings in which one bird is heard. */
const voicesWith = (dominances: number[], least: number) =>
  fc.array(
    sharesWith(dominances, least).map((shares) => heard(strongestFirst(shares), `sound-${++nextView}` as SoundRef)),
    { maxLength: 2 },
  );

/** Recordings in which two or three are heard, each with rivals of its own and no bird twice. */
const chorusWith = (dominances: number[], least: number) =>
  fc.array(
    fc
      .array(fc.tuple(sharesWith(dominances, least), fc.integer({ min: 50, max: 100 })), { minLength: 2, maxLength: 3 })
      .map((voices) => {
        const birds = voices.map(([shares, sure]) => ({
          ...heardBird(strongestFirst(shares)),
          probability: sure / 100,
        }));
        const each = new Map(birds.map((bird) => [bird.taxon, bird]));
        const surestFirst = [...each.values()].sort((a, b) => b.probability - a.probability);
        return listened(surestFirst, {}, `sound-${++nextView}` as SoundRef);
      }),
    { minLength: 1, maxLength: 2 },
  );

function strongestFirst(shares: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(shares).sort((a, b) => b[1] - a[1]));
}

const ledgerOf = (birds: fc.Arbitrary<number>, looks: fc.Arbitrary<Evidence[]>, voices: fc.Arbitrary<Evidence[]>) =>
  fc
    .tuple(
      fc.option(birds, { nil: null }),
      fc.option(grade, { nil: null }),
      looks,
      voices,
      fc.option(
        fc.oneof(
          chances.map((given) => place(given)),
          fc.constant(noPlace()),
        ),
        { nil: null },
      ),
    )
    .map(([birds, graded, looks, voices, placed]) => [
      ...(birds === null ? [] : [detection(birds)]),
      ...(graded ? [graded] : []),
      ...looks,
      ...voices,
      ...(placed ? [placed] : []),
    ]);

const anyLedger = ledgerOf(
  fc.integer({ min: 0, max: 3 }),
  fc.array(lookWith([1, 10, 1000], 5, [0, 0, 0, 0.3, 0.6]), { maxLength: 3 }),
  voicesWith([1, 10, 1000], 5),
);

/** Ledgers that mostly carry a verdict, so that there is something to contradict. */
const tellingLedger = ledgerOf(
  fc.integer({ min: 1, max: 3 }),
  fc.array(lookWith([10, 100, 1000], 75, [0]), { maxLength: 2 }),
  voicesWith([10, 100, 1000], 75),
);

/** The same with recordings of several birds. */
const chorusLedger = ledgerOf(
  fc.integer({ min: 1, max: 3 }),
  fc.array(lookWith([10, 100, 1000], 75, [0]), { maxLength: 1 }),
  chorusWith([10, 100, 1000], 75),
);

/** What contrary evidence is made from, before it is known what it must contradict. */
const doubt = fc.record({
  pick: fc.nat(),
  share: fc.integer({ min: 50, max: 100 }),
  elsewhere: chances,
});
type Doubt = typeof doubt extends fc.Arbitrary<infer T> ? T : never;

const inside = (taxon: TaxonId): string[] =>
  SPECIES.filter((name) => taxonomy.contains(taxon, taxonomy.find(name)!.id));

/** A look that sees something outside the taxon. */
function contraryLook(taxon: TaxonId, { pick, share }: Doubt): Evidence {
  const outside = SPECIES.filter((name) => !inside(taxon).includes(name));
  const image = `photo-1.crop-${++nextView}` as ImageRef;
  return classification({ [outside[pick % outside.length]!]: share / 100 }, {}, image);
}

/** A recording in which something outside the taxon is heard. */
function contraryVoice(taxon: TaxonId, { pick, share }: Doubt): Evidence {
  const outside = SPECIES.filter((name) => !inside(taxon).includes(name));
  return heard({ [outside[pick % outside.length]!]: share / 100 }, `sound-${++nextView}` as SoundRef);
}

/** A place where nothing of the taxon lives. */
function contraryPlace(taxon: TaxonId, { elsewhere }: Doubt): Evidence {
  return place({ ...elsewhere, ...Object.fromEntries(inside(taxon).map((name) => [name, 0])) });
}

/** Every answer that fits no species of the taxon as well as it fits birds at large. */
function contraryAnswers(taxon: TaxonId): Evidence[] {
  const { error } = DEFAULT_THRESHOLDS.observer;
  return QUESTIONS.flatMap((question) => {
    const likely = (shares: readonly number[]) => answersFor(question, shares, error);
    const typical = likely(traits.typical(question));
    const members = inside(taxon).map((name) => likely(traits.sharesOf(id(name), question, taxonomy)));
    const misfits = ANSWERS[question].filter((_, at) => members.every((member) => member[at]! < typical[at]!));
    return misfits.map((said) => answer(question, said));
  });
}

const anyAnswers = fc
  .uniqueArray(fc.constantFrom(...QUESTIONS), { maxLength: 2 })
  .chain((questions) =>
    fc.tuple(
      ...questions.map((question) => fc.constantFrom(...ANSWERS[question]).map((said) => answer(question, said))),
    ),
  );

const CONTRARY = [
  ['a look that sees another bird', contraryLook],
  ['a recording of another bird', contraryVoice],
  ['a place where it does not live', contraryPlace],
  ['a search that finds no bird', () => detection(0)],
  ['a recording too bad to judge', () => recording({ grade: 'fail', reasons: ['clipped'] })],
  ['a picture too bad to judge', () => quality({ grade: 'fail', reasons: ['blurred'] })],
] as const;

describe('whatever the ledger holds', () => {
  it('no species is declared that is in no tool’s top-k', () => {
    fc.assert(
      fc.property(anyLedger, (entries) => {
        const verdict = decide(entries);
        if (verdict.grain !== 'species') return;
        const seen = answers(entries, 'classify_image').flatMap(({ payload }) => payload.candidates);
        const heardOf = answers(entries, 'classify_sound').flatMap(({ payload }) => payload.birds);
        const listed = [...seen, ...heardOf.flatMap(({ candidates }) => candidates)];
        expect(listed.map(({ taxon }) => taxon)).toContain(verdict.taxon);
      }),
      { numRuns: 1000, endOnFailure: true },
    );
  });

  it('a verdict names its rule, a taxon of its own grain, and a probability over that grain’s bar', () => {
    fc.assert(
      fc.property(anyLedger, (entries) => {
        const { grain, taxon, probability, rule, ladder } = decide(entries);
        expect(rule).toBeTruthy();
        if (grain === 'abstain') {
          expect(taxon).toBeNull();
          return;
        }
        expect(taxonomy.get(taxon!)?.rank).toBe(grain);
        const rung = ladder.find((one) => one.grain === grain)!;
        expect(probability).toBeGreaterThanOrEqual(rung.bar);
        expect(probability).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 1000, endOnFailure: true },
    );
  });

  it.each(CONTRARY)('%s never makes the verdict finer', (_name, contrary) => {
    let judged = 0;
    fc.assert(
      fc.property(tellingLedger, doubt, (entries, given) => {
        const before = decide(entries);
        if (before.taxon === null) return;
        judged += 1;
        const after = decide([...entries, contrary(before.taxon, given)]);
        expect(isFiner(after.grain, before.grain)).toBe(false);
      }),
      { numRuns: 2500, endOnFailure: true },
    );
    expect(judged).toBeGreaterThan(300);
  });

  it('an answer that fits the named bird badly never makes the verdict finer, whatever was answered before', () => {
    let judged = 0;
    fc.assert(
      fc.property(tellingLedger, anyAnswers, fc.nat(), (entries, answered, pick) => {
        const before = decide([...entries, ...answered]);
        if (before.taxon === null) return;
        const said = new Set(answered.map((one) => (one.kind === 'answer' ? one.question : null)));
        const open = contraryAnswers(before.taxon).filter((one) => one.kind === 'answer' && !said.has(one.question));
        const contrary = open[pick % open.length];
        if (!contrary) return;
        judged += 1;
        const after = decide([...entries, ...answered, contrary]);
        expect(isFiner(after.grain, before.grain)).toBe(false);
      }),
      { numRuns: 2500, endOnFailure: true },
    );
    expect(judged).toBeGreaterThan(300);
  });

  it.each(CONTRARY)('%s never makes a verdict with answers finer', (_name, contrary) => {
    let judged = 0;
    fc.assert(
      fc.property(tellingLedger, anyAnswers, doubt, (entries, answered, given) => {
        const before = decide([...entries, ...answered]);
        if (before.taxon === null) return;
        judged += 1;
        const after = decide([...entries, contrary(before.taxon, given), ...answered]);
        expect(isFiner(after.grain, before.grain)).toBe(false);
      }),
      { numRuns: 2500, endOnFailure: true },
    );
    expect(judged).toBeGreaterThan(300);
  });

  it.each(CONTRARY)('%s never makes the verdict on any bird of a chorus finer', (_name, contrary) => {
    const context = { taxonomy, thresholds: DEFAULT_THRESHOLDS };
    let judged = 0;
    fc.assert(
      fc.property(chorusLedger, doubt, (entries, given) => {
        for (const { taxon, verdict: before } of judgeBirds(ledger(...entries), context)) {
          if (before.taxon === null) continue;
          judged += 1;
          const later = ledger(...entries, contrary(before.taxon, given));
          const after = judgeBirds(later, context).find((bird) => bird.taxon === taxon)!.verdict;
          expect(isFiner(after.grain, before.grain)).toBe(false);
        }
      }),
      { numRuns: 2000, endOnFailure: true },
    );
    expect(judged).toBeGreaterThan(300);
  });

  it('where the named bird of a chorus does not live, only another one gets a finer verdict, as it would by itself', () => {
    const context = { taxonomy, thresholds: DEFAULT_THRESHOLDS };
    let moved = 0;
    fc.assert(
      fc.property(chorusLedger, doubt, (entries, given) => {
        const before = decide(entries);
        if (before.taxon === null) return;
        const later = ledger(...entries, contraryPlace(before.taxon, given));
        const after = decideVerdict(later, context);
        if (!isFiner(after.grain, before.grain)) return;
        moved += 1;
        expect(taxonomy.contains(before.taxon, after.taxon!)).toBe(false);
        const alone = judgeBirds(later, context).filter(({ verdict }) => verdict.taxon === after.taxon);
        expect(alone.map(({ verdict }) => verdict.grain)).toContain(after.grain);
      }),
      { numRuns: 2000, endOnFailure: true },
    );
    expect(moved).toBeGreaterThan(0);
  });
});
