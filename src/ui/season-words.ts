import { seasonOf } from '../domain/season';
import { monthInWords } from './words/language.svelte';
import { placeWords } from './words/place';

/** "April to September", "all year". */
export function seasonInWords(chances: readonly number[]): string {
  const { months: say } = placeWords;
  const season = seasonOf(chances);
  switch (season.kind) {
    case 'never':
      return say.never;
    case 'all_year':
      return say.allYear;
    case 'parts':
      return say.parts(season.parts.map(({ from, to }) => say.part(monthInWords(from), monthInWords(to))));
  }
}
