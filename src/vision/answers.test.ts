import { expect, test, vi } from 'vitest';
import type { ImageRef } from '../domain/observation';
import { Answers } from './answers';

const [PHOTO, OTHER] = ['photo-1' as ImageRef, 'photo-2' as ImageRef];
const good = () => vi.fn(() => Promise.resolve({ ok: true as const, value: 1 }));

test('the same question about the same photo is answered once, as long as the photo is open', async () => {
  const answers = new Answers();
  const work = good();
  await answers.take('detect', PHOTO, null, work);
  await answers.take('detect', PHOTO, null, work);
  expect(work).toHaveBeenCalledTimes(1);
  await answers.take('detect', OTHER, null, work);
  await answers.take('classify', PHOTO, { x: 0 }, work);
  expect(work).toHaveBeenCalledTimes(3);
  answers.forget(PHOTO);
  await answers.take('detect', PHOTO, null, work);
  await answers.take('detect', OTHER, null, work);
  expect(work).toHaveBeenCalledTimes(4);
});

test('another model in the same place answers for itself', async () => {
  const answers = new Answers();
  const work = good();
  await answers.take('classify', PHOTO, null, work);
  answers.forgetStep('classify');
  await answers.take('classify', PHOTO, null, work);
  expect(work).toHaveBeenCalledTimes(2);
});

test('what failed is tried again', async () => {
  const answers = new Answers();
  const problem = { code: 'tool_crashed' as const, message: '' };
  await answers.take('detect', PHOTO, null, () => Promise.resolve({ ok: false, problem }));
  expect(await answers.take('detect', PHOTO, null, good())).toEqual({ ok: true, value: 1 });
});
