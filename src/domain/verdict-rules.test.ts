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
import type { Evidence } from './ledger';
import type { ImageRef, SoundRef } from './observation';
import type { TermId } from './judgement/term';
import { DEFAULT_THRESHOLDS } from './thresholds';
import type { RuleId, Verdict } from './verdict';
import { decideAbout, decideVerdict, VERDICT_TABLE, type VerdictContext } from './verdict-rules';

const GOLDCREST = 'Regulus regulus';
const FIRECREST = 'Regulus ignicapilla';
const BLUE_TIT = 'Cyanistes caeruleus';
const GREAT_TIT = 'Parus major';
const CROW = 'Corvus corone';
const SECOND = 'photo-1.crop-1' as ImageRef;

function decide(entries: Evidence[], changes: Partial<VerdictContext> = {}): Verdict {
  return decideVerdict(ledger(...entries), { taxonomy, traits, thresholds: DEFAULT_THRESHOLDS, ...changes });
}

const found = [detection(), quality()];
const expectedHere = place({ [GOLDCREST]: 0.3, [FIRECREST]: 0.3, [BLUE_TIT]: 0.5, [GREAT_TIT]: 0.5 });
const sure = classification({ [GOLDCREST]: 0.97, [BLUE_TIT]: 0.02 });

/** A Great Black-backed Gull is as large as a goose, a Common Gull as a pigeon. */
const gull = classification({ 'Larus marinus': 0.7, 'Larus canus': 0.25 });

/** One ledger for each row of the table, with what it must lead to. */
const ROWS: Record<RuleId, { entries: Evidence[]; grain: Verdict['grain']; names: string | null }> = {
  no_bird_found: { entries: [detection(0)], grain: 'abstain', names: null },
  quality_failed: {
    entries: [detection(), quality({ grade: 'fail', reasons: ['blurred'] })],
    grain: 'abstain',
    names: null,
  },
  nothing_classified: { entries: [detection(), quality()], grain: 'abstain', names: null },
  no_bird_heard: { entries: [recording({ snrDb: 4 }), listened([])], grain: 'abstain', names: null },
  unknown_voice: { entries: [recording({ snrDb: 25 }), listened([])], grain: 'abstain', names: null },
  not_a_bird: {
    entries: [...found, classification({ [GOLDCREST]: 0.3 }, { noBird: 0.6 })],
    grain: 'abstain',
    names: null,
  },
  species_seen_and_heard: {
    entries: [...found, classification({ [GOLDCREST]: 0.8 }), recording(), heard({ [GOLDCREST]: 0.8 }), expectedHere],
    grain: 'species',
    names: GOLDCREST,
  },
  species_with_answer: {
    entries: [...found, gull, place({ 'Larus marinus': 1, 'Larus canus': 1 }), answer('size', 'goose')],
    grain: 'species',
    names: 'Larus marinus',
  },
  species_with_place: { entries: [...found, sure, expectedHere], grain: 'species', names: GOLDCREST },
  species_without_place: { entries: [...found, sure, noPlace()], grain: 'species', names: GOLDCREST },
  rolled_up_to_genus: {
    entries: [...found, classification({ [GOLDCREST]: 0.5, [FIRECREST]: 0.45 }), expectedHere],
    grain: 'genus',
    names: 'Regulus',
  },
  rolled_up_to_family: {
    entries: [...found, classification({ [BLUE_TIT]: 0.5, [GREAT_TIT]: 0.45 }), expectedHere],
    grain: 'family',
    names: 'Paridae',
  },
  senses_disagree: { entries: [...found, sure, recording(), heard({ [CROW]: 0.9 })], grain: 'abstain', names: null },
  either_or: {
    entries: [recording(), heard({ [GOLDCREST]: 0.5, [BLUE_TIT]: 0.4 }), expectedHere],
    grain: 'abstain',
    names: null,
  },
  not_enough_evidence: {
    entries: [...found, classification({ [GOLDCREST]: 0.4, [BLUE_TIT]: 0.3, [CROW]: 0.3 }), expectedHere],
    grain: 'abstain',
    names: null,
  },
};

describe('the verdict table', () => {
  it.each(VERDICT_TABLE.map(({ rule }) => rule))('has a ledger that the row %s decides', (rule) => {
    const { entries, grain, names } = ROWS[rule];
    const verdict = decide(entries);
    expect(verdict.rule).toBe(rule);
    expect(verdict.grain).toBe(grain);
    expect(verdict.taxon).toBe(names === null ? null : id(names));
  });

  it('says the same to the same ledger every time', () => {
    const { entries } = ROWS.rolled_up_to_genus;
    expect(decide(entries)).toEqual(decide(entries));
  });
});

describe('the bars', () => {
  const { bars } = DEFAULT_THRESHOLDS.judgement.seen.placed;
  const just = (over: number): number => over + 1e-3;
  const under = (below: number): number => below - 1e-3;

  it('names a species from its bar on, where the place is known', () => {
    const at = (share: number) => decide([...found, classification({ [GOLDCREST]: share }), place({ [GOLDCREST]: 1 })]);
    // What no species got keeps its weight, so the place adds nothing to a bird that is alone.
    expect(at(just(bars.species)).grain).toBe('species');
    expect(at(under(bars.species)).grain).not.toBe('species');
  });

  it('names a genus from its bar on', () => {
    const at = (share: number) =>
      decide([...found, classification({ [GOLDCREST]: share / 2, [FIRECREST]: share / 2 })]);
    expect(at(just(bars.genus)).grain).toBe('genus');
    expect(at(under(bars.genus)).grain).not.toBe('genus');
  });

  it('names a family from its bar on', () => {
    const at = (share: number) => decide([...found, classification({ [BLUE_TIT]: share / 2, [GREAT_TIT]: share / 2 })]);
    expect(at(just(bars.family)).grain).toBe('family');
    expect(at(under(bars.family)).grain).toBe('abstain');
  });

  it('ask for more without a place', () => {
    const { unplaced } = DEFAULT_THRESHOLDS.judgement.seen;
    const at = (share: number) => decide([...found, classification({ [GOLDCREST]: share }), noPlace()]);
    expect(unplaced.bars.species).toBeGreaterThan(bars.species);
    expect(at(just(unplaced.bars.species)).rule).toBe('species_without_place');
    expect(at(under(unplaced.bars.species)).grain).not.toBe('species');
  });
});

describe('the judgement', () => {
  const usual = () => decide([...found, sure, expectedHere]);
  const against = (verdict: Verdict): TermId[] =>
    verdict.terms.filter(({ stance }) => stance === 'against').map(({ id: term }) => term);

  const AGAINST: Partial<Record<TermId, Evidence[]>> = {
    coverage: [...found, classification({ [GOLDCREST]: 0.97, [BLUE_TIT]: 0.02 }, { coverage: 0.2 }), expectedHere],
    unlabelled: [
      ...found,
      classification({ [GOLDCREST]: 0.97, [BLUE_TIT]: 0.02 }, { unlabelled: [{ taxon: id(FIRECREST), share: 0.3 }] }),
      expectedHere,
    ],
    lives_here: [...found, sure, place({ [GOLDCREST]: 0.003, [BLUE_TIT]: 0.5 })],
    ruled_out: [
      ...found,
      classification({ [GOLDCREST]: 0.95, [BLUE_TIT]: 0.05 }),
      place({ [GOLDCREST]: 0.3, [BLUE_TIT]: 0 }),
    ],
    agreement: [...found, sure, classification({ [BLUE_TIT]: 0.9 }, {}, SECOND), expectedHere],
    quality: [detection(), quality({ grade: 'marginal', reasons: ['soft'] }), sure, expectedHere],
    no_bird: [...found, classification({ [GOLDCREST]: 0.97, [BLUE_TIT]: 0.02 }, { noBird: 0.2 }), expectedHere],
    found: [detection(0), quality(), classification({ [GOLDCREST]: 0.97, [BLUE_TIT]: 0.02 }, {}, SECOND), expectedHere],
  };

  it.each(Object.keys(AGAINST) as TermId[])('tells what speaks against the name: %s', (term) => {
    expect(against(usual())).not.toContain(term);
    const { terms, ladder } = decide(AGAINST[term]!);
    const weight = terms.find((one) => one.id === term)?.weight ?? 0;
    expect(weight).toBeLessThan(0);
    // Without it the name would be likelier.
    const odds = Math.log(ladder[2]!.probability / (1 - ladder[2]!.probability));
    expect(ladder[2]!.probability).toBeLessThan(1 / (1 + Math.exp(weight - odds)));
  });

  it('is the sum of its terms: they alone carry the odds from the bias to the probability', () => {
    const { terms, probability } = usual();
    const { bias } = DEFAULT_THRESHOLDS.judgement.seen.placed.grains.species;
    const odds = terms.reduce((total, { weight }) => total + weight, bias);
    expect(1 / (1 + Math.exp(-odds))).toBeCloseTo(probability, 1);
  });

  it('gives a genus and a family no less than the likeliest species in them', () => {
    const { ladder } = decide([...found, classification({ [GOLDCREST]: 0.97 }), expectedHere]);
    const [family, genus, species] = ladder.map(({ probability }) => probability);
    expect(genus).toBeGreaterThanOrEqual(species!);
    expect(family).toBeGreaterThanOrEqual(genus!);
  });

  it('gives every bird one probability, and all of them together no more than one whole', () => {
    const entries = [...found, classification({ [GOLDCREST]: 0.6, [FIRECREST]: 0.35, [BLUE_TIT]: 0.05 }), expectedHere];
    const verdict = decide(entries);
    const context = { taxonomy, thresholds: DEFAULT_THRESHOLDS };
    const ofSpecies = verdict.guess!;
    const all = [ofSpecies, ...verdict.alternatives];
    for (const { taxon, probability } of all) {
      expect(decideAbout(ledger(...entries), taxon, context).probability).toBe(probability);
    }
    expect(new Set(verdict.alternatives.map(({ taxon }) => taxon)).has(verdict.taxon!)).toBe(false);
    const others = verdict.alternatives.filter(({ taxon }) => taxon !== ofSpecies.taxon);
    expect(others).toHaveLength(2);
    const whole = others.reduce((sum, { probability }) => sum + probability, ofSpecies.probability);
    expect(whole).toBeLessThanOrEqual(1);
  });

  it('guesses the likeliest species where none is declared, and nothing where one is', () => {
    const unsure = decide([...found, classification({ [GOLDCREST]: 0.5, [BLUE_TIT]: 0.3 }), noPlace()]);
    expect(unsure).toMatchObject({ grain: 'abstain', guess: { taxon: id(GOLDCREST) } });
    expect(unsure.guess!.probability).toBe(unsure.ladder[2]!.probability);
    expect(usual().guess).toBeNull();
  });

  it('is not moved by a second look at the very pixels of the first, which stands neither for nor against', () => {
    const first = classification({ [GOLDCREST]: 0.8 });
    const other = classification({ [GOLDCREST]: 0.5, [BLUE_TIT]: 0.4 }, {}, SECOND);
    const again = classification({ [GOLDCREST]: 0.8 }, {}, SECOND);
    const verdict = decide([...found, first, again, expectedHere]);
    expect(verdict.supporting).toEqual(decide([...found, first, noPlace(), expectedHere]).supporting);
    expect(decide([...found, first, again, other]).probability).toBe(decide([...found, first, other]).probability);
  });
});

describe('the place', () => {
  it('weakens what was seen but never replaces it', () => {
    const seen = classification({ [BLUE_TIT]: 0.8, [GOLDCREST]: 0.2 });
    const verdict = decide([...found, seen, place({ [BLUE_TIT]: 0, [GOLDCREST]: 0.9 })]);
    expect(verdict.taxon).not.toBe(id(GOLDCREST));
    expect(verdict.grain).not.toBe('species');
  });

  it('names no species out of its range that the picture is not very sure of', () => {
    const verdict = decide([...found, classification({ [GOLDCREST]: 0.9 }), place({ [GOLDCREST]: 0 })]);
    expect(verdict.grain).not.toBe('species');
  });

  it('confirms a species that the picture alone leaves just short of one', () => {
    const seen = classification({ [GOLDCREST]: 0.9, [BLUE_TIT]: 0.02 });
    expect(decide([...found, seen, noPlace()]).grain).toBe('genus');
    expect(decide([...found, seen, expectedHere])).toMatchObject({ grain: 'species', taxon: id(GOLDCREST) });
  });

  it('does not tell two look-alikes apart by ruling one of them out: the place may be wrong, the genus is not', () => {
    const seen = classification({ [GOLDCREST]: 0.55, [FIRECREST]: 0.44 });
    const verdict = decide([...found, seen, place({ [GOLDCREST]: 0.4, [FIRECREST]: 0 })]);
    expect(verdict).toMatchObject({ grain: 'genus', taxon: id('Regulus') });
    expect(verdict.ladder[2]!.taxon).toBe(id(GOLDCREST));
    expect(verdict.terms.find(({ grain, id: term }) => grain === 'genus' && term === 'ruled_out')).toBeUndefined();
  });
});

describe('a failed quality gate', () => {
  it('lets nothing finer than a family pass, even if a policy classifies all the same', () => {
    const verdict = decide([detection(), quality({ grade: 'fail', reasons: ['blurred'] }), sure, expectedHere]);
    expect(verdict.grain).toBe('family');
    expect(verdict.ladder.map((rung) => rung.reason)).toEqual(['reached', 'quality_failed', 'quality_failed']);
  });
});

describe('a policy that asks for less', () => {
  it.each(['genus', 'family', 'abstain'] as const)('gets a verdict no finer than %s', (ceiling) => {
    expect(decide([...found, sure, expectedHere], { ceiling }).grain).toBe(ceiling);
  });

  it('that asks for a species does not get one that the ledger does not carry', () => {
    expect(decide(ROWS.rolled_up_to_genus.entries, { ceiling: 'species' }).grain).toBe('genus');
  });
});

describe('two looks at one bird', () => {
  const decided = (first: number) =>
    decide([
      ...found,
      classification({ [GOLDCREST]: first, [CROW]: 0.98 - first }),
      classification({ [BLUE_TIT]: 1 }, {}, SECOND),
      place({ [GOLDCREST]: 0, [CROW]: 0, [BLUE_TIT]: 0.5 }),
    ]);

  it('that are each sure of another bird are not settled by which of the two lives here', () => {
    expect(decided(0.9).grain).toBe('abstain');
  });

  it('count by how sure each is: one that wavers takes little from one that knows', () => {
    const clear = classification({ [GOLDCREST]: 0.9, [BLUE_TIT]: 0.05 });
    const blurred = classification({ [CROW]: 0.3, [BLUE_TIT]: 0.3, [GREAT_TIT]: 0.3 }, {}, SECOND);
    const verdict = decide([...found, clear, blurred, expectedHere]);
    expect(verdict.ladder[2]!.taxon).toBe(id(GOLDCREST));
    expect(verdict.ladder[2]!.probability).toBeGreaterThan(0.75);
  });

  it('are worth less on a whole frame than on a bird that was found', () => {
    const bird = classification({ [GOLDCREST]: 0.7 });
    const frame = classification({ [CROW]: 0.7 }, {}, SECOND);
    expect(decide([...found, bird, frame, expectedHere]).ladder[2]!.taxon).toBe(id(GOLDCREST));
    expect(decide([...found, frame, bird, expectedHere]).ladder[2]!.taxon).toBe(id(GOLDCREST));
  });
});

describe('what a verdict tells', () => {
  it('lists the entries for and against', () => {
    const again = classification({ [GOLDCREST]: 0.97 }, {}, 'photo-1.crop-2' as ImageRef);
    const other = classification({ [BLUE_TIT]: 0.97, [FIRECREST]: 0.03 }, {}, SECOND);
    const torn = decide([detection(), quality(), sure, again, other, place({ [GOLDCREST]: 0.3 })]);
    expect(torn).toMatchObject({ taxon: id('Regulus'), supporting: [1, 2, 3, 4, 6], opposing: [5] });
    const clear = decide([detection(), quality(), sure, place({ [GOLDCREST]: 0.3 })]);
    expect(clear.supporting).toEqual([1, 2, 3, 4]);
  });

  it('lists what it could not exclude, never the declared species', () => {
    const verdict = decide([
      ...found,
      classification({ [GOLDCREST]: 0.88, [FIRECREST]: 0.11, [BLUE_TIT]: 0.01 }),
      expectedHere,
    ]);
    expect(verdict.alternatives.map(({ taxon }) => taxon)).toEqual([id(FIRECREST)]);
  });

  it('says what would help, and nothing once a species is named', () => {
    expect(decide(ROWS.species_with_place.entries).help).toEqual([]);
    expect(decide([...found, classification({ [GOLDCREST]: 0.5 }), noPlace()]).help).toContain('a_place');
    expect(decide(ROWS.quality_failed.entries).help).toContain('a_sharper_photo');
    expect(decide([...found, classification({ [GOLDCREST]: 0.4 }), place({ [GOLDCREST]: 0.4 }, null)]).help).toContain(
      'a_date',
    );
  });
});

describe('what was only heard', () => {
  const { heard: byEar } = DEFAULT_THRESHOLDS.judgement;

  it('has a bar of its own', () => {
    const lower = { ...byEar, placed: { ...byEar.placed, bars: { ...byEar.placed.bars, species: 0.6 } } };
    const own = { ...DEFAULT_THRESHOLDS, judgement: { ...DEFAULT_THRESHOLDS.judgement, heard: lower } };
    const entries = [recording(), heard({ [GOLDCREST]: 0.61 }), expectedHere];
    expect(decide(entries, { thresholds: own }).grain).toBe('species');
    expect(decide(entries).grain).not.toBe('species');
  });

  it('rolls up to a genus whose species it wavers between', () => {
    const verdict = decide([recording(), heard({ [GOLDCREST]: 0.5, [FIRECREST]: 0.45 }), expectedHere]);
    expect(verdict).toMatchObject({ grain: 'genus', taxon: id('Regulus') });
  });

  it('is never summed up where its candidates cross families: the set is told instead', () => {
    const wavering = heard({ [BLUE_TIT]: 0.31, [GOLDCREST]: 0.3, [GREAT_TIT]: 0.3 });
    const verdict = decide([recording(), wavering, expectedHere]);
    expect(verdict).toMatchObject({ grain: 'abstain', rule: 'either_or' });
    expect(verdict.alternatives.map(({ taxon }) => taxon).sort()).toEqual(
      [BLUE_TIT, GOLDCREST, GREAT_TIT].map(id).sort(),
    );
    // A picture with the same shares names the family of the tits.
    const tits = classification({ [BLUE_TIT]: 0.45, [GREAT_TIT]: 0.4, [GOLDCREST]: 0.15 });
    expect(decide([...found, tits, expectedHere]).grain).toBe('family');
    const heardTits = heard({ [BLUE_TIT]: 0.45, [GREAT_TIT]: 0.4, [GOLDCREST]: 0.15 });
    expect(decide([recording(), heardTits, expectedHere]).grain).toBe('abstain');
  });

  it('is a voice that nobody knows where something calls and no name fits', () => {
    const faint = heard({ [BLUE_TIT]: 0.12, [GOLDCREST]: 0.11 });
    const verdict = decide([recording(), faint, expectedHere]);
    expect(verdict).toMatchObject({ grain: 'abstain', rule: 'unknown_voice', guess: null });
  });

  it.each([
    ['people talking', [recording(), listened([], { others: [{ kind: 'human_voice', probability: 0.9, times: [] }] })]],
    ['a voice in the signal', [recording({ voice: [{ from: 0, to: 3, probability: 0.9 }] }), listened([])]],
    [
      'a call in another recording',
      [recording({ snrDb: 25 }, 'sound-2' as SoundRef), recording({ snrDb: 4 }), listened([])],
    ],
  ] as const)('is none where what stands out is %s', (_, entries) => {
    expect(decide([...entries]).rule).toBe('no_bird_heard');
  });

  it('in a recording too bad to judge names nothing finer than a family', () => {
    const bad = recording({ grade: 'fail', reasons: ['clipped'] });
    expect(decide([bad, heard({ [GOLDCREST]: 0.99 }), expectedHere]).grain).toBe('family');
  });

  it('of several birds is about the one that is in the photo', () => {
    const chorus = listened([heardBird({ [BLUE_TIT]: 0.95 }), heardBird({ [GOLDCREST]: 0.8 })]);
    const seen = classification({ [GOLDCREST]: 0.8 });
    expect(decide([...found, seen, recording(), chorus, expectedHere])).toMatchObject({
      rule: 'species_seen_and_heard',
      taxon: id(GOLDCREST),
    });
    expect(decide([recording(), chorus, expectedHere])).toMatchObject({ taxon: id(BLUE_TIT) });
  });
});

describe('a picture and a voice', () => {
  it('that agree name a species which neither names alone', () => {
    const seen = classification({ [GOLDCREST]: 0.7, [BLUE_TIT]: 0.2 });
    const voice = heard({ [GOLDCREST]: 0.7 });
    expect(decide([...found, seen, expectedHere]).grain).not.toBe('species');
    expect(decide([recording(), voice, expectedHere]).grain).not.toBe('species');
    expect(decide([...found, seen, recording(), voice, expectedHere]).grain).toBe('species');
  });

  it('that contradict each other lower the grain, and the verdict shows it', () => {
    const seen = classification({ [GOLDCREST]: 0.97 });
    const verdict = decide([...found, seen, recording(), heard({ [FIRECREST]: 0.9 }), expectedHere]);
    expect(verdict).toMatchObject({ grain: 'genus', taxon: id('Regulus') });
    expect(verdict.ladder[2]!.reason).toBe('senses_disagree');
    expect(verdict.alternatives.map(({ taxon }) => taxon)).toEqual(
      expect.arrayContaining([GOLDCREST, FIRECREST].map(id)),
    );
  });

  it('both stand among what speaks for or against', () => {
    const verdict = decide([...found, sure, recording(), heard({ [FIRECREST]: 0.9 }), expectedHere]);
    expect(verdict.supporting).toEqual([1, 2, 3, 4, 5, 6]);
    const torn = decide([...found, sure, recording(), heard({ [CROW]: 0.3 }), expectedHere]);
    expect(torn).toMatchObject({ taxon: id(GOLDCREST), opposing: [5] });
  });
});

describe('relatives that no model here knows', () => {
  const at = (share: number, mine: string = GOLDCREST) =>
    decide([
      ...found,
      classification({ [mine]: 0.97 }, { unlabelled: [{ taxon: id(FIRECREST), share }] }),
      place({ [mine]: 0.3 }),
    ]);

  it('speak against a species, the more of them live here', () => {
    const [none, few, many] = [0, 0.05, 0.3].map((share) => at(share).ladder[2]!.probability);
    expect(few).toBeLessThan(none!);
    expect(many).toBeLessThan(few!);
  });

  it('say nothing about a bird of another genus', () => {
    expect(at(1, BLUE_TIT).probability).toBe(at(0, BLUE_TIT).probability);
  });
});

describe('a guess', () => {
  const at = (share: number) => decide([...found, classification({ [GOLDCREST]: share, [CROW]: 0.3 }), noPlace()]);
  it('is the likeliest species from its floor on, and never a declaration', () => {
    expect(at(DEFAULT_THRESHOLDS.guess + 1e-6)).toMatchObject({
      grain: 'abstain',
      taxon: null,
      guess: { taxon: id(GOLDCREST) },
    });
    expect(at(DEFAULT_THRESHOLDS.guess - 1e-6).guess).toBeNull();
  });

  it.each(['no_bird_found', 'not_a_bird', 'senses_disagree', 'either_or', 'species_with_place'] as const)(
    'is not made where the rule is %s',
    (rule) => {
      expect(decide(ROWS[rule].entries).guess).toBeNull();
    },
  );
});
