import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RunState } from '../state/run.svelte';
import { draw } from '../testing/draw';
import {
  BOX,
  classification,
  detected,
  finishedRun,
  goldcrest,
  graded,
  heard,
  lookup,
  unclear,
  noPlace,
  place,
} from '../testing/factory';
import type { Evidence } from '../../domain/ledger';
import { listened, recording } from '../../testing/evidence';
import VerdictCard from './VerdictCard.svelte';

async function show(entries: Evidence[], language: 'de' | 'en' = 'en'): Promise<void> {
  const run = new RunState(finishedRun(entries));
  if (!run.verdict || !run.ended) throw new Error('a finished run has a verdict');
  const { verdict, ended, subject, photos, ledger } = run;
  await draw(VerdictCard, { verdict, ending: ended.ending, subject, photos, ledger }, lookup(language));
}

test('a species has its common name upright, its scientific name in italics, and the chance in words before the number', async () => {
  await show(goldcrest());
  const heading = page.getByRole('heading', { level: 2 });
  await expect.element(heading).toHaveTextContent(/^Goldcrest\s+Regulus regulus$/);
  const scientific = page.getByText('Regulus regulus', { exact: true }).element();
  expect(getComputedStyle(scientific).fontStyle).toBe('italic');
  expect(scientific.getAttribute('lang')).toBe('la');
  await expect.element(page.getByText('Almost certainly a')).toBeVisible();
  expect(document.querySelector('.chance')?.textContent.replace(/\s+/g, ' ')).toMatch(/^(over )?9\d% sure$/);
});

test('all three rungs are lit for a species', async () => {
  await show(goldcrest());
  const rungs = [...document.querySelectorAll('.ladder li')].map((rung) => rung.textContent.replace(/\s+/g, ' '));
  expect(rungs).toHaveLength(3);
  for (const rung of rungs) expect(rung).toMatch(/ sure enough /);
});

test('names come in the reader’s language, marked as such', async () => {
  await show(goldcrest(), 'de');
  const name = page.getByRole('heading', { level: 2 }).getByText('Wintergoldhähnchen');
  await expect.element(name).toHaveAttribute('lang', 'de');
});

test('a genus is named alone, with the species that it could be, and the rung that failed says why', async () => {
  await show([
    detected(BOX),
    graded('pass'),
    classification({ 'Regulus regulus': 0.5, 'Regulus ignicapilla': 0.45 }),
    noPlace(),
  ]);
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(/^Regulus$/);
  await expect.element(page.getByText(/^Not sure enough: 50%\./)).toBeVisible();
  const others = page.getByRole('list').filter({ hasText: 'Regulus ignicapilla' });
  await expect.element(others).toHaveTextContent(/Goldcrest.*Common Firecrest/);
});

test('an abstention is an answer: it has a name of its own and a reason', async () => {
  await show(unclear());
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Not enough to name it');
  await expect.element(page.getByText('not enough to name even its family', { exact: false })).toBeVisible();
});

test('no bird says what to do', async () => {
  await show([detected()]);
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('No bird found');
  await expect
    .element(page.getByText('Try one where the bird fills more of the frame', { exact: false }))
    .toBeVisible();
});

test('below the bar the likeliest bird leads as a guess, with how likely it is and what would settle it', async () => {
  await show([
    detected(BOX),
    graded('pass'),
    classification({ 'Regulus regulus': 0.5, 'Corvus corone': 0.3 }),
    noPlace(),
  ]);
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(/^Perhaps\s+a\s+Goldcrest/);
  await expect.element(page.getByText('about one in two')).toBeVisible();
  await expect.element(page.getByText('so this is only a guess.')).toBeVisible();
  await expect.element(page.getByText('What would settle it:')).toBeVisible();
  expect(document.querySelector('.card.guess:not(.certain)')).not.toBeNull();
});

test('a voice that no name fits is said to be one: not "no bird", and not "a bird" either', async () => {
  await show([recording(), listened([]), noPlace()]);
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('A voice the app does not know');
  await expect.element(page.getByText('or no bird at all', { exact: false })).toBeVisible();
});

test('what is too unlikely is no guess', async () => {
  await show([
    detected(BOX),
    graded('pass'),
    classification({ 'Regulus regulus': 0.3, 'Corvus corone': 0.3 }),
    noPlace(),
  ]);
  expect(document.querySelector('.card.guess')).toBeNull();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Not enough to name it');
});

test('a likely species leads the genus that was declared, which stands beneath it', async () => {
  await show([
    detected(BOX),
    graded('pass'),
    classification({ 'Regulus regulus': 0.8, 'Regulus ignicapilla': 0.15 }),
    noPlace(),
  ]);
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(/^Goldcrest\s+Regulus regulus$/);
  await expect.element(page.getByText(/^(Probably|Very likely) a$/)).toBeVisible();
  await expect.element(page.getByText(/^Certainly of the genus/)).toBeVisible();
  expect(document.querySelector('.card.guess:not(.certain)')).not.toBeNull();
});

test('every fact that counted is a line, for or against, and how much', async () => {
  const rare = place({ 'Regulus regulus': 0.02, 'Regulus ignicapilla': 0.02 });
  await show([detected(BOX), graded('marginal'), classification({ 'Regulus regulus': 0.9 }), rare]);
  await page.getByText('Everything that counted for the').click();
  const lines = [...document.querySelectorAll('details li')].map((line) =>
    line.textContent.replace(/\s+/g, ' ').trim(),
  );
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/ (for|against) (a lot|clearly|a little)$/);
  const weights = [...document.querySelectorAll<HTMLElement>('details .weight')].map((bar) =>
    parseFloat(bar.style.inlineSize),
  );
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
});

test('a recording is said to sound like a bird, not to look like it', async () => {
  await show([recording(), heard({ 'Regulus regulus': 0.9 }), noPlace()]);
  await page.getByText('Everything that counted for the').click();
  await expect.element(page.getByText(/^It sounds (only somewhat )?like this bird$/).first()).toBeVisible();
  await expect.element(page.getByText(/It looks/)).not.toBeInTheDocument();
});
