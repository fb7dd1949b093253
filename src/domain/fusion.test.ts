import { describe, expect, test } from 'vitest';
import { id } from '../testing/ledger';
import { fuseLadders, type Ladder, type Voter } from './fusion';
import type { NamingGrain } from './grain';
import type { TaxonId } from './taxonomy';
import { DEFAULT_THRESHOLDS } from './thresholds';
import type { Rung, RungReason } from './verdict';

const GOLDCREST: [string, string, string] = ['Regulidae', 'Regulus', 'Regulus regulus'];
const FIRECREST: [string, string, string] = ['Regulidae', 'Regulus', 'Regulus ignicapilla'];
const GREAT_TIT: [string, string, string] = ['Paridae', 'Parus', 'Parus major'];

const BAR = 0.85;

/** What one sense says: how sure it is of each taxon, from family to species. */
function says(taxa: [string, string, string], sure: [number, number, number], why?: RungReason): Voter {
  const rung = (grain: NamingGrain, i: number): Rung => ({
    grain,
    taxon: id(taxa[i]!),
    probability: sure[i]!,
    bar: BAR,
    reason: why ?? (sure[i]! >= BAR ? 'reached' : 'below_bar'),
  });
  const ladder = { family: rung('family', 0), genus: rung('genus', 1), species: rung('species', 2) };
  const asserted = (grain: NamingGrain, from: number) => {
    const { taxon, probability } = ladder[grain];
    return new Set(taxon && probability >= from ? [taxon] : []);
  };
  const visual = (taxon: TaxonId) => Object.values(ladder).find((one) => one.taxon === taxon)?.probability ?? 0;
  return { ladder, support: { asserted, visual } };
}

const fuse = (seen: Voter, heard: Voter): Ladder => fuseLadders(seen, heard, DEFAULT_THRESHOLDS);

describe('a picture and a voice', () => {
  test('that agree leave only the chance that both are wrong', () => {
    const { species } = fuse(says(GOLDCREST, [0.8, 0.8, 0.8]), says(GOLDCREST, [0.7, 0.7, 0.7]));
    expect(species.probability).toBeCloseTo(1 - 0.2 * 0.3, 9);
    expect(species.reason).toBe('reached');
  });

  test('that both only guess the same do not make it sure', () => {
    const { species } = fuse(says(GOLDCREST, [0.49, 0.49, 0.49]), says(GOLDCREST, [0.49, 0.49, 0.49]));
    expect(species.reason).toBe('below_bar');
  });

  test('have to clear the higher of their two bars', () => {
    const heard = says(GOLDCREST, [0.7, 0.7, 0.7]);
    heard.ladder.species.bar = 0.97;
    expect(fuse(says(GOLDCREST, [0.8, 0.8, 0.8]), heard).species).toMatchObject({ bar: 0.97, reason: 'below_bar' });
  });

  test('that agree carry at least what either carries alone, however careful the other is', () => {
    const careful = says(GOLDCREST, [0.2, 0.2, 0.2]);
    careful.ladder.species.bar = 0.99;
    const sure = says(GOLDCREST, [0.9, 0.9, 0.9]);
    for (const { species } of [fuse(careful, sure), fuse(sure, careful)]) {
      expect(species).toMatchObject({ bar: BAR, reason: 'reached' });
      expect(species.probability).toBeCloseTo(1 - 0.8 * 0.1, 9);
    }
  });

  test('of which only one carries a name by itself follow that one, though the other is surer of its own', () => {
    const surer = says(GREAT_TIT, [0.48, 0.48, 0.48]);
    const carried = says(GOLDCREST, [0.45, 0.45, 0.45], 'reached');
    expect(fuse(surer, carried)).toEqual(carried.ladder);
  });

  test.each([
    ['species', GOLDCREST, FIRECREST, ['reached', 'reached', 'senses_disagree']],
    ['family', GOLDCREST, GREAT_TIT, ['senses_disagree', 'senses_disagree', 'senses_disagree']],
  ] as const)('that contradict each other at the %s name nothing there or finer', (_grain, seen, heard, reasons) => {
    const { family, genus, species } = fuse(says([...seen], [0.95, 0.95, 0.95]), says([...heard], [0.9, 0.9, 0.9]));
    expect([family, genus, species].map(({ reason }) => reason)).toEqual(reasons);
  });

  test('of which one is in doubt follow the other', () => {
    const sure = says(GOLDCREST, [0.95, 0.95, 0.95]);
    const doubtful = says(GREAT_TIT, [0.4, 0.4, 0.3]);
    expect(fuse(sure, doubtful)).toEqual(sure.ladder);
    expect(fuse(doubtful, sure)).toEqual(sure.ladder);
  });

  test('of which one cannot be judged follow the other, unless they contradict', () => {
    const unusable = says(GOLDCREST, [0.9, 0.9, 0.9], 'quality_failed');
    const heard = says(GOLDCREST, [0.86, 0.86, 0.86]);
    expect(fuse(unusable, heard)).toEqual(heard.ladder);
    expect(fuse(unusable, says(GREAT_TIT, [0.9, 0.9, 0.9])).species.reason).toBe('senses_disagree');
  });
});
