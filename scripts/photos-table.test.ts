import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIGURES, PAGES, table, withTable, type AllFigures } from './photos-table.ts';
import { ROOT } from './run.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const figures = () => JSON.parse(read(FIGURES)) as AllFigures;

test('the tables of photos are the figures that were measured, digit for digit', () => {
  for (const [page, write] of Object.entries(PAGES)) {
    expect(withTable(read(page), write(figures())), page).toBe(read(page));
  }
});

test('README says what the table says of right and wrong species', () => {
  const readme = read('README.md');
  for (const pack of ['starter', 'kit']) {
    const { own, none } = figures()[pack]!;
    const row = `${own!.right} right, ${own!.wrong} wrong | ${none!.right} right, ${none!.wrong} wrong |`;
    expect(readme.replaceAll(/ +/g, ' '), pack).toContain(row);
  }
});

test('a pack that was not measured has no row', () => {
  expect(table({}).split('\n')).toHaveLength(2);
});
