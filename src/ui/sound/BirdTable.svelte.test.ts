import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw';
import { id } from '../testing/factory';
import BirdTable from './BirdTable.svelte';
import { marksOf, type HeardRow } from './heard';

const robin: HeardRow = {
  number: 1,
  taxon: id('Erithacus rubecula'),
  probability: 0.97,
  times: Array.from({ length: 9 }, (_, index) => ({ from: index * 10, to: index * 10 + 3, probability: 0.9 })),
  verdict: { grain: 'species', taxon: id('Erithacus rubecula'), probability: 0.9 },
  certain: true,
};
const warbler: HeardRow = {
  number: 2,
  taxon: id('Phylloscopus collybita'),
  probability: 0.42,
  times: [{ from: 75, to: 78, probability: 0.42 }],
  verdict: { grain: 'abstain', taxon: null },
  certain: false,
};

const rows = [robin, warbler];
const marks = marksOf(rows, []);

test('the table tells what the boxes show: bird, times, probability and verdict', async () => {
  await draw(BirdTable, { rows, marks, playable: true, onplay: vi.fn() });
  await expect.element(page.getByRole('table', { name: /^Birds in the recording/ })).toBeVisible();
  const lines = [...document.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()),
  );
  expect(lines[0]).toEqual(['Bird', 'Probability', 'Verdict']);
  expect(lines[1]![0]).toMatch(/European Robin Erithacus rubecula.*0:00/);
  expect(lines[1]!.slice(1)).toEqual(['almost certainly 97%', 'Species']);
  expect(lines[2]![0]).toMatch(/Common Chiffchaff.*1:15/);
  expect(lines[2]!.slice(1)).toEqual(['about one in two 42%', 'not enough']);
});

test('a time plays its stretch; many times fold away', async () => {
  const onplay = vi.fn();
  await draw(BirdTable, { rows, marks, playable: true, onplay });
  await page.getByRole('button', { name: 'Play European Robin at 10.0 s' }).click();
  expect(onplay).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ from: 10, to: 13, number: 1 }));
  await page.getByRole('button', { name: '3 more' }).click();
  await expect.element(page.getByRole('button', { name: 'Play European Robin at 1:20.0 s' })).toBeVisible();
});

test('without the recording nothing pretends to play', async () => {
  await draw(BirdTable, { rows, marks, playable: false, onplay: vi.fn() });
  await expect.element(page.getByRole('button', { name: 'Play European Robin at 10.0 s' })).toBeDisabled();
});
