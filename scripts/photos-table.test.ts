import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heldOutOf, heldOutPages, HOW_GOOD, PHOTOS } from './photos-table.ts';
import { ROOT } from './run.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the figures of docs/how-good.md and docs/results/photos.md are those of the calibrations, digit for digit', () => {
  const pages = heldOutPages(read);
  expect(pages.readme).toBe(read(HOW_GOOD));
  expect(pages.photos).toBe(read(PHOTOS));
});

test('a calibration is read by its rows', () => {
  const page = `
| both halves, each by the fit of the other: with a place  | 240 | 66.3 % | 2 (0.8 %, at most 2.6 %) | 107 | 3 | 76 | 2 of 73 |
| both halves, each by the fit of the other: no place      | 240 | 67.5 % | 4 (1.7 %, at most 3.8 %) | 57  | 9 | 65 | 3 of 73 |
| both halves, each by the fit of the other: a wrong place | 240 | 44.6 % | 0 (0.0 %, at most 1.2 %) | 0   | 4 | 129 | 0 of 73 |
| Goldcrest  | 66.3 % | 0.8 %  | 0.087 | | | |
| tool floor | 60.0 % | 37.1 % | 0.148 | +0.063 | | |
`;
  expect(heldOutOf(page)).toMatchObject({
    own: { solved: '66.3 %', wrong: '2', bound: '2.6 %', right: '107', coarser: '3', outside: '2 of 73' },
    ...{ none: { wrong: '4' }, far: { wrong: '0', outside: '0 of 73' } },
    ...{ area: '0.087', floor: { solved: '60.0 %', wrong: '37.1 %', area: '0.148' } },
  });
  expect(() => heldOutOf('nothing')).toThrow(/has no row/);
});
