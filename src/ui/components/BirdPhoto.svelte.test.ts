import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../testing/draw';
import { BOX, photo } from '../testing/factory';
import BirdPhoto from './BirdPhoto.svelte';

const TINY = { x: 700, y: 100, width: 20, height: 16 };
const birds = [
  { box: BOX, score: 0.9 },
  { box: TINY, score: 0.6 },
];

test('every bird is a button that says which it is, and choosing one hands on its box', async () => {
  const onchoose = vi.fn();
  await draw(BirdPhoto, { photo: photo(), birds, chosen: BOX, onchoose });
  const first = page.getByRole('button', { name: 'Bird 1 of 2, the one this verdict is about' });
  await expect.element(first).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Bird 2 of 2, identify this one' }).click();
  expect(onchoose).toHaveBeenCalledExactlyOnceWith(TINY);
});

test('the keyboard reaches and chooses a bird', async () => {
  const onchoose = vi.fn();
  await draw(BirdPhoto, { photo: photo(), birds, chosen: BOX, onchoose });
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(onchoose).toHaveBeenCalledExactlyOnceWith(TINY);
});

test('a tiny bird still takes a thumb of 44 pixels', async () => {
  await draw(BirdPhoto, { photo: photo(), birds, chosen: BOX, onchoose: vi.fn() });
  const button = page.getByRole('button', { name: /^Bird 2/ }).element();
  const target = getComputedStyle(button, '::before');
  expect(parseFloat(target.width)).toBeGreaterThanOrEqual(44);
  expect(parseFloat(target.height)).toBeGreaterThanOrEqual(44);
});

test('the frame has its final size before the photo is drawn', async () => {
  await draw(BirdPhoto, { photo: photo({ width: 1600, height: 900 }), birds: [], chosen: null });
  const { width, height } = document.querySelector('.photo')!.getBoundingClientRect();
  expect(width / height).toBeCloseTo(16 / 9, 1);
});
