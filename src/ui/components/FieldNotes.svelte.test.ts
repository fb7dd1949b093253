import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Evidence } from '../../domain/ledger';
import { failed } from '../../domain/outcome';
import { RunState } from '../state/run.svelte';
import { draw } from '../testing/draw';
import {
  BOX,
  classification,
  detected,
  finishedRun,
  goldcrest,
  graded,
  PHOTO,
  place,
  noPlace,
} from '../testing/factory';
import FieldNotes from './FieldNotes.svelte';

async function show(entries: Evidence[]): Promise<void> {
  await showRun(new RunState(finishedRun(entries)));
}

async function showRun({ unfolded, ledger, verdict, photos, sounds }: RunState): Promise<void> {
  await draw(FieldNotes, { unfolded, ledger, verdict, photos, sounds, place: null });
}

const lines = (): string[] =>
  [...document.querySelectorAll('.entry')].map((line) => line.textContent.replace(/\s+/g, ' ').trim());

test('each step is a sentence in the order it was taken, with the word for or against', async () => {
  await show(goldcrest());
  expect(lines()).toHaveLength(4);
  expect(lines()[0]).toMatch(/^Found one bird: very likely, 90%\. for/);
  expect(lines()[1]).toMatch(/^Sharp and well lit; 200 pixels on the bird\. for/);
  expect(lines()[2]).toMatch(/^By its looks, Goldcrest\..*for/);
  expect(lines()[3]).toMatch(/^Goldcrest is expected here in May\. for/);
});

test('a second look at the very pixels of the first says so, and stands neither for nor against', async () => {
  const look = classification({ 'Regulus regulus': 0.8 });
  await show([detected(BOX), graded('pass'), look, structuredClone(look), noPlace()]);
  expect(lines()[2]).toMatch(/^By its looks, Goldcrest\b.*\./);
  expect(lines()[3]).toMatch(/^Saw the same picture as before, so it counts only once\. (?!for|against)/);
});

test('what speaks against, and what is missing, says so in words', async () => {
  await show([
    detected(BOX),
    graded('marginal', 'dark', 'bird_small'),
    classification({ 'Regulus regulus': 0.9 }),
    noPlace(),
  ]);
  expect(lines()[1]).toMatch(/^Only just good enough: it is dark and the bird is small; .* against/);
  expect(lines()[3]).toMatch(/^Place not used: none was given\. missing/);
});

test('a step that failed or was left out is noted with its reason', async () => {
  const enhance: Evidence = {
    kind: 'tool',
    id: 0,
    tool: 'enhance',
    args: { image: PHOTO, operation: 'sharpen' },
    outcome: failed('worker_lost', 'gone'),
    model: null,
    ms: 3,
  };
  await show([detected(), enhance, { kind: 'skipped', id: 0, tool: 'classify_image', reason: 'no_bird' }]);
  expect(lines()[1]).toMatch(/did not work: the browser stopped it.* missing/);
  expect(lines()[2]).toMatch(/^Comparing with known birds was left out: no bird was found\. missing/);
});

test('strongest first brings the look at the bird to the top', async () => {
  await show(goldcrest());
  await page.getByLabelText('Strongest first').click();
  expect(lines()[0]).toMatch(/^By its looks/);
});

test('a species that the place speaks against is listed as left behind, with the reason', async () => {
  await show([
    detected(BOX),
    graded('pass'),
    classification({ 'Regulus regulus': 0.9, 'Regulus satrapa': 0.08 }),
    place({ 'Regulus regulus': 1, 'Regulus satrapa': 0 }),
  ]);
  const row = page.getByRole('listitem').filter({ hasText: 'Golden-crowned Kinglet' });
  await expect.element(row).toHaveTextContent(/Regulus satrapa not known here, 8% by its looks/);
});

test('raw arguments and results fold out', async () => {
  await show(goldcrest());
  const raw = page.getByLabelText('Result').nth(2);
  await expect.element(raw).not.toBeVisible();
  await page.getByText('Details').nth(2).click();
  await expect.element(raw).toBeVisible();
  expect(JSON.parse(raw.element().textContent)).toMatchObject({ status: 'ok', payload: { labelCount: 400 } });
});

test('details that the reader has opened are still open when the notes are drawn anew', async () => {
  const run = new RunState(finishedRun(goldcrest()));
  await showRun(run);
  await page.getByText('Details').nth(1).click();
  await expect.poll(() => [...run.unfolded]).toHaveLength(1);
  document.body.replaceChildren();
  await showRun(run);
  const open = [...document.querySelectorAll('details')].map((details) => details.open);
  expect(open).toEqual([false, true, false, false]);
});
