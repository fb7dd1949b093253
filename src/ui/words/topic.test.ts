import { afterEach, expect, test } from 'vitest';
import { dayInWords, inSize } from '../format';
import { listInWords, monthInWords } from './language.svelte';
import { speak } from './topic.svelte';
import { verdictWords } from './verdict';

afterEach(() => speak('en'));

test('numbers, dates, sizes and lists are those of the language', async () => {
  await speak('de');
  expect(verdictWords.percent(0.5)).toBe('50\u00a0%');
  expect(inSize(9_400_000)).toBe('9,4 MB');
  expect(dayInWords('2026-05-17')).toBe('17. Mai 2026');
  expect(monthInWords(3)).toBe('März');
  expect(listInWords(['a', 'b', 'c'])).toBe('a, b und c');
  await speak('fr');
  expect(inSize(9_400_000)).toMatch(/^9,4\sMo$/);
});
