import { describe, expect, test } from 'vitest';
import { articleFor } from './en/counts';
import { preferredLanguage } from './language.svelte';
import { chanceInWords, degreesInWords } from './phrases';
import { verdictWords } from './verdict';

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
    expect(verdictWords.percent(0.9461)).toBe('95%');
    expect(chanceInWords(0.9461)).toBe('almost certainly');
  });

  test.each([
    [0.999, 'over 99%'],
    [0.004, 'under 1%'],
    [0.5, '50%'],
  ])('%d is written %s', (probability, written) => {
    expect(verdictWords.percent(probability)).toBe(written);
  });
});

test.each([
  [{ south: 42, west: 3 }, '42° to 52° N, 3° to 13° E'],
  [{ south: -5, west: -5 }, '5° S to 5° N, 5° W to 5° E'],
  [{ south: -22, west: 174 }, '22° to 12° S, 174° E to 176° W'],
  [{ south: 80, west: -180 }, '80° to 90° N, 180° to 170° W'],
  [{ south: 0, west: -10 }, '0° to 10° N, 10° to 0° W'],
])('a region is told by its edges: %o', (corner, wanted) => {
  expect(degreesInWords({ ...corner, side: 10 })).toBe(wanted);
});

test.each([
  ['Goldcrest', 'a'],
  ['American Robin', 'an'],
  ['Eurasian Blackbird', 'a'],
])('the article of %s is "%s"', (name, article) => {
  expect(articleFor(name)).toBe(article);
});

test.each([
  [null, ['de-CH', 'en'], 'de'],
  [null, ['is', 'pt-BR', 'en'], 'pt'],
  [null, ['is'], 'en'],
  ['fr', ['de'], 'fr'],
] as const)('with %s chosen, a reader of %j reads %s', (chosen, preferred, language) => {
  expect(preferredLanguage(chosen, preferred)).toBe(language);
});
