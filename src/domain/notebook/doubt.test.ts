import { expect, test } from 'vitest';
import { keptRecord } from '../../testing/kept-records';
import { ledger, place, taxonomy } from '../../testing/ledger';
import { doubtsOf, rangeOf } from './doubt';
import { pageOf } from './page';

test.each([
  ['species', undefined, []],
  ['species', 'expected', []],
  ['species', 'unusual', ['unusual']],
  ['genus', 'out_of_range', ['unusual', 'unsure']],
  ['abstain', undefined, ['unsure']],
] as const)('a machine’s %s that is %s there is doubted for %j', (grain, range, expected) => {
  const { observation, identifications } = keptRecord('goldcr1', ['machine']);
  Object.assign(identifications[0]!.machine!, { grain, range });
  expect(doubtsOf(pageOf({ observation, identifications }))).toEqual(expected);
});

test('what a person has spoken about is not doubted', () => {
  const record = keptRecord('goldcr1', ['machine', 'rejected']);
  Object.assign(record.identifications[0]!.machine!, { grain: 'genus' });
  expect(doubtsOf(pageOf(record))).toEqual([]);
});

test('the range is that of the last look at that species', () => {
  const goldcrest = taxonomy.find('Regulus regulus')!.id;
  const looks = ledger(place({ 'Regulus regulus': 1 }), place({ 'Regulus regulus': 0.0001, 'Regulus ignicapilla': 1 }));
  expect(rangeOf(looks, goldcrest)).toBe('out_of_range');
  expect(rangeOf(looks.slice(0, 1), goldcrest)).toBe('expected');
  expect(rangeOf(looks, 'eurrob1')).toBeUndefined();
  expect(rangeOf(looks, null)).toBeUndefined();
});
