import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AgentEvent } from '../../domain/events';
import { RunState } from '../state/run.svelte';
import { draw } from '../testing/draw';
import { BOX, detected, finishedRun, goldcrest, photo, PHOTO, started, unclear } from '../testing/factory';
import ObservationView from './ObservationView.svelte';

function actions() {
  const spies = {
    choose: vi.fn(),
    cancel: vi.fn(),
    edit: vi.fn(),
    write: vi.fn(),
    remove: vi.fn(),
    add: vi.fn(),
    another: vi.fn(),
  };
  return { ...spies, suggestion: null, useSuggestion: vi.fn() };
}

async function show(run: RunState, offered: ReturnType<typeof actions> | null): Promise<void> {
  await draw(ObservationView, {
    run,
    photos: [photo()],
    sounds: [],
    voice: () => ({ erased: [], kept: false }),
    playable: () => true,
    birds: () => null,
    day: null,
    daySource: null,
    place: null,
    note: '',
    actions: offered,
  });
}

const CALLING: AgentEvent = { type: 'calling', id: 1, tool: 'detect_bird', args: { image: PHOTO }, thought: null };

test('a run shows its steps as they happen, with real progress, and then its verdict', async () => {
  const run = new RunState([started()]);
  await show(run, actions());
  run.push(CALLING);
  await expect.element(page.getByText('Looking for birds', { exact: true })).toBeVisible();

  run.push({ type: 'progress', id: 1, stage: 'loading_model', done: 2_500_000, total: 5_000_000 });
  await expect.element(page.getByText('2.5 MB of 5.0 MB')).toBeVisible();
  const bar = page.getByRole('progressbar').element() as HTMLProgressElement;
  expect(bar.value / bar.max).toBe(0.5);

  for (const event of finishedRun(goldcrest()).slice(1)) run.push(event);
  await expect.element(page.getByRole('heading', { name: 'Goldcrest', exact: false, level: 2 })).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
});

test('a run can be cancelled while it is on its way, and not after', async () => {
  const offered = actions();
  const run = new RunState([started()]);
  await show(run, offered);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(offered.cancel).toHaveBeenCalledOnce();
  for (const event of finishedRun(unclear(), { ending: 'cancelled' }).slice(1)) run.push(event);
  await expect.element(page.getByText('You cancelled the run', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
});

test('what would help can be done at once', async () => {
  const offered = actions();
  await show(new RunState(finishedRun(unclear())), offered);
  await page.getByRole('button', { name: 'Add a place' }).click();
  expect(offered.edit).toHaveBeenCalledOnce();
});

test('each of several birds can be asked about', async () => {
  const offered = actions();
  const other = { x: 700, y: 300, width: 200, height: 200 };
  const [, ...rest] = goldcrest();
  await show(new RunState(finishedRun([detected(BOX, other), ...rest])), offered);
  await page.getByRole('button', { name: 'Bird 2 of 2, identify this one' }).click();
  expect(offered.choose).toHaveBeenCalledExactlyOnceWith({ photo: PHOTO, box: other });
});

test('a saved run draws the same verdict and offers nothing that needs the photo', async () => {
  await show(new RunState(finishedRun(goldcrest())), null);
  await expect.element(page.getByRole('heading', { name: 'Goldcrest', exact: false, level: 2 })).toBeVisible();
  await expect.element(page.getByText('A saved observation', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Bird 1 of 1', exact: false })).toBeDisabled();
});
