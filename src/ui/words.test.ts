import { describe, expect, test } from 'vitest';
import { chanceInWords, words } from './words';

describe('probability in words', () => {
  test.each([
    [0.97, 'almost certainly'],
    [0.95, 'almost certainly'],
    [0.944, 'very likely'],
    [0.8, 'very likely'],
    [0.6, 'probably'],
    [0.5, 'about one in two'],
    [0.3, 'about one in three'],
    [0.1, 'unlikely'],
    [0, 'very unlikely'],
  ])('%d is %s', (probability, inWords) => {
    expect(chanceInWords(probability)).toBe(inWords);
  });

  test('the words never contradict the rounded number beside them', () => {
    expect(words.percent(0.9461)).toBe('95\u202f%');
    expect(chanceInWords(0.9461)).toBe('almost certainly');
  });

  test.each([
    [0.999, 'over 99\u202f%'],
    [0.004, 'under 1\u202f%'],
    [0.5, '50\u202f%'],
  ])('%d is written %s', (probability, written) => {
    expect(words.percent(probability)).toBe(written);
  });
});
