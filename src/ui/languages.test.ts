import { expect, test } from 'vitest';
import { chooseLanguage } from './languages';

const AVAILABLE = ['de', 'en', 'no', 'pt-BR', 'pt-PT', 'zh'];

test.each([
  [['de-CH', 'en'], 'de'],
  [['pt-PT'], 'pt-PT'],
  [['pt'], 'pt-BR'],
  [['nb-NO'], 'no'],
  [['is', 'de'], 'de'],
  [['is'], 'en'],
  [[], 'en'],
])('%j reads names in %s', (preferred, language) => {
  expect(chooseLanguage(preferred, AVAILABLE)).toBe(language);
});
