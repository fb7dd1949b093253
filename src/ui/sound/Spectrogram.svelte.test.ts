import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Sound, SoundRef } from '../../domain/observation';
import { draw } from '../testing/draw';
import { lookup, id } from '../testing/factory';
import { inLanes, type Mark } from './marks';
import { Player } from './player.svelte';
import Spectrogram from './Spectrogram.svelte';

const REF = 'sound-1' as SoundRef;
const sound = (seconds: number): Sound => ({ ref: REF, name: 'dawn.wav', seconds, sampleRate: 48_000, channels: 1 });

function mark(number: number, name: string, from: number, to: number, changes: Partial<Mark> = {}): Omit<Mark, 'lane'> {
  const taxon = id(name);
  return {
    key: `${number}-${from}`,
    kind: 'bird',
    taxon,
    probability: 0.9,
    number,
    certain: false,
    from,
    to,
    ...changes,
  };
}

const MARKS = inLanes([
  mark(1, 'Erithacus rubecula', 0, 3, { certain: true, probability: 0.97 }),
  mark(2, 'Troglodytes troglodytes', 2, 5),
  mark(1, 'Erithacus rubecula', 40, 43),
  { ...mark(0, 'Erithacus rubecula', 50, 52), kind: 'voice', taxon: null },
]);

let player: Player;
const play = vi.fn();
const painted = vi.fn();

beforeEach(() => {
  player = new Player(() => Promise.resolve(null));
  play.mockReset();
  painted.mockReset();
  vi.spyOn(player, 'play').mockImplementation((stretch) => {
    play(stretch);
    return Promise.resolve();
  });
});

async function show(seconds: number, marks: readonly Mark[] = MARKS): Promise<void> {
  const around = lookup();
  await draw(
    Spectrogram,
    { sound: sound(seconds), marks, player },
    {
      ...around,
      spectrogram: (...given) => {
        painted(...given);
        return around.spectrogram(...given);
      },
    },
  );
}

const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? '';

test('has axes in kHz and seconds, and says in words what it shows', async () => {
  await show(60);
  const labels = (axis: string): string[] =>
    [...document.querySelectorAll(`${axis} span`)].map((one) => one.textContent);
  expect(labels('.hertz')).toEqual(['0', '2', '4', '6', '8', '10', '12', 'kHz']);
  expect(labels('.seconds').slice(0, 4)).toEqual(['0\u202fs', '1\u202fs', '2\u202fs', '3\u202fs']);
  const label = page.getByRole('group', { name: /^Spectrogram of dawn\.wav: 0 to 12 kHz, 1:00\. 2 birds are marked/ });
  await expect.element(label).toBeVisible();
});

test('each bird is a box that says who, how likely and when, and plays just that stretch', async () => {
  await show(60);
  const wren = page.getByRole('button', { name: /^Eurasian Wren, very likely, 90%, from 2\.0 to 5\.0 s\. Play$/ });
  await wren.click();
  expect(play).toHaveBeenCalledExactlyOnceWith({ from: 2, to: 5 });
});

test('where people are heard is marked, in words and not by colour alone', async () => {
  await show(60);
  const scroller = document.querySelector('.scroller')!;
  scroller.scrollLeft = 50 * 80;
  await expect.element(page.getByRole('button', { name: 'People are heard from 50.0 to 52.0 s. Play' })).toBeVisible();
});

test('arrow keys step from box to box, also to one that is not on the screen yet, and Enter plays it', async () => {
  await show(60);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focused).toMatch(/^European Robin.*from 0\.0/);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focused).toMatch(/^Eurasian Wren/);
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focused).toMatch(/^European Robin.*from 40\.0/);
  expect(document.querySelector('.scroller')!.scrollLeft).toBeGreaterThan(2000);
  await userEvent.keyboard('{Enter}');
  expect(play).toHaveBeenLastCalledWith({ from: 40, to: 43 });
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(focused).toMatch(/^Eurasian Wren/);
  await userEvent.keyboard('{Home}');
  await expect.poll(focused).toMatch(/^European Robin.*from 0\.0/);
});

test('an hour is drawn in pieces: only what is on the screen and beside it', async () => {
  await show(3600, []);
  await expect.poll(() => painted.mock.calls.length).toBeGreaterThan(0);
  expect(document.querySelectorAll('.tile').length).toBeLessThanOrEqual(3);
  painted.mockClear();
  document.querySelector('.scroller')!.scrollLeft = 1800 * 80;
  await expect.poll(() => painted.mock.calls.length).toBeGreaterThan(0);
  for (const [, { from, to }] of painted.mock.calls as [unknown, { from: number; to: number }][]) {
    expect(from).toBeGreaterThan(1780);
    expect(to).toBeLessThan(1830);
  }
});

test('looking closer makes the same song wider', async () => {
  await show(60);
  const width = (): number => document.querySelector('[data-mark="0"]')!.getBoundingClientRect().width;
  const before = width();
  await page.getByRole('button', { name: 'Look closer' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.9);
});

test('boxes on narrow screens still take a thumb', async () => {
  await show(60);
  const { width, height } = document.querySelector('[data-mark="0"]')!.getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});
