import { page as screen, userEvent } from 'vitest/browser';
import { tick } from 'svelte';
import { expect, test } from 'vitest';
import { answerRun, askingEvents, type GivenAnswer } from '../../agent/answering';
import type { AgentEvent } from '../../domain/events';
import { Traits } from '../../domain/questions/traits';
import { DEFAULT_THRESHOLDS } from '../../domain/thresholds';
import { ledgerOf } from '../../agent/replay';
import { RunState } from '../state/run.svelte';
import { draw } from '../testing/draw';
import { isLanguage, LANGUAGES } from '../words/language.svelte';
import { speak } from '../words/topic.svelte';
import { BOX, classification, detected, finishedRun, graded, place, taxonomy } from '../testing/factory';
import Questions from './Questions.svelte';

const traits = Traits.fromTable(await (await fetch('/taxonomy/traits.json')).json(), taxonomy);
const context = { taxonomy, traits, thresholds: DEFAULT_THRESHOLDS };

/** A gull that is as large as a goose or as a pigeon. */
function gull(): AgentEvent[] {
  const events = finishedRun([
    detected(BOX),
    graded('pass'),
    classification({ 'Larus marinus': 0.7, 'Larus canus': 0.25 }),
    place({ 'Larus marinus': 1, 'Larus canus': 1 }),
  ]);
  return [...events.slice(0, -1), ...askingEvents(ledgerOf(events), context), ...events.slice(-1)];
}

async function shown(events: AgentEvent[] = gull()) {
  const run = new RunState(events);
  const onanswer = (given: GivenAnswer): Promise<void> => {
    for (const event of answerRun(run.events, given, context)) run.push(event);
    return Promise.resolve();
  };
  await draw(Questions, { run, onanswer });
  return run;
}

test('a question is asked with five pictures and answered by the keyboard alone; the verdict follows in place', async () => {
  const run = await shown();
  expect(run.verdict?.grain).toBe('genus');
  await expect.element(screen.getByRole('group', { name: 'How large was it?' })).toBeVisible();
  expect(screen.getByRole('radio').elements()).toHaveLength(5);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowUp}');
  // Moving is no answer yet.
  expect(run.verdict?.grain).toBe('genus');
  await expect.element(screen.getByRole('radio', { name: 'as large as a goose' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => run.verdict?.rule).toBe('species_with_answer');
  await expect.element(screen.getByRole('region', { name: 'Your answers' })).toHaveTextContent('as large as a goose');
});

test('a tap is an answer; it can be changed and taken back', async () => {
  const run = await shown();
  await screen.getByText('Goose', { exact: true }).click();
  await expect.poll(() => run.verdict?.grain).toBe('species');
  await screen.getByRole('button', { name: 'Change size' }).click();
  await screen.getByText('Pigeon', { exact: true }).click();
  await expect.poll(() => run.verdict?.grain).toBe('genus');
  await screen.getByRole('button', { name: 'Take back size' }).click();
  await expect.poll(() => run.ledger.at(-1)).toMatchObject({ kind: 'answer', question: 'size', said: null });
  expect(run.verdict?.grain).toBe('genus');
});

test('not to know is an answer: the same is not asked again', async () => {
  const run = await shown();
  await screen.getByRole('button', { name: 'I don’t know' }).click();
  await expect.element(screen.getByRole('region', { name: 'Your answers' })).toHaveTextContent('you don’t know');
  expect(run.asking?.question).not.toBe('size');
  expect(run.verdict?.grain).toBe('genus');
});

test('the question follows the language of the interface', async () => {
  await shown();
  const group = screen.getByRole('group').element();
  const asked = new Set<string>();
  try {
    for (const one of Object.keys(LANGUAGES).filter(isLanguage)) {
      await speak(one);
      await tick();
      asked.add(group.querySelector('legend')!.textContent);
      const answers = [...group.querySelectorAll('label')].map((label) => label.textContent);
      expect(new Set(answers).size, one).toBe(5);
    }
  } finally {
    await speak('en');
  }
  expect(asked.size).toBe(Object.keys(LANGUAGES).length);
});
