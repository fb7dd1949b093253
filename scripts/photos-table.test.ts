import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIGURES, PAGES, table, withTable, type AllFigures } from './photos-table.ts';
import { ROOT } from './run.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const figures = () => JSON.parse(read(FIGURES)) as AllFigures;

test('the tables of photos are the figures that were measured, digit for digit', () => {
  for (const page of PAGES) expect(withTable(read(page), figures()), page).toBe(read(page));
});

test('README says what the table says of right and wrong species', () => {
  const readme = read('README.md');
  for (const pack of ['starter', 'kit']) {
    for (const place of ['own', 'none']) {
      const { right, wrong } = figures()[pack]![place]!;
      expect(readme, `${pack}, ${place}`).toMatch(new RegExp(`\\| ${right} +\\| ${wrong} +\\|`));
    }
  }
});

test('a pack that was not measured has no row', () => {
  expect(table({}).split('\n')).toHaveLength(2);
});
