import { describe, expect, test } from 'vitest';
import type { ImageRef } from '../domain/observation';
import { LookAhead } from './look-ahead';

const photo = 'photo-1' as ImageRef;
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('looking ahead', () => {
  test('a step that was begun is not run again when it is asked for', async () => {
    const ahead = new LookAhead();
    let runs = 0;
    const work = (): Promise<number> => Promise.resolve(++runs);
    ahead.begin('classify', photo, { x: 1 }, work);
    expect(await ahead.take('classify', photo, { x: 1 }, work)).toBe(1);
    await soon();
    expect(runs).toBe(1);
  });

  test('an answer is given once: asked again, the step is run again', async () => {
    const ahead = new LookAhead();
    let runs = 0;
    const work = (): Promise<number> => Promise.resolve(++runs);
    ahead.begin('detect', photo, null, work);
    await ahead.take('detect', photo, null, work);
    expect(await ahead.take('detect', photo, null, work)).toBe(2);
  });

  test('another region, image or step is another question', async () => {
    const ahead = new LookAhead();
    ahead.begin('classify', photo, { x: 1 }, () => Promise.resolve('ahead'));
    const now = (): Promise<string> => Promise.resolve('now');
    expect(await ahead.take('classify', photo, { x: 2 }, now)).toBe('now');
    expect(await ahead.take('classify', 'photo-2' as ImageRef, { x: 1 }, now)).toBe('now');
    expect(await ahead.take('detect', photo, { x: 1 }, now)).toBe('now');
  });

  test('a photo that was closed is forgotten, another whose name begins alike is not', async () => {
    const ahead = new LookAhead();
    const other = 'photo-11' as ImageRef;
    for (const ref of [photo, other]) ahead.begin('detect', ref, null, () => Promise.resolve('ahead'));
    ahead.forget(photo);
    const now = (): Promise<string> => Promise.resolve('now');
    expect(await ahead.take('detect', photo, null, now)).toBe('now');
    expect(await ahead.take('detect', other, null, now)).toBe('ahead');
  });

  test('a step waits until the answer before it is sent, or it is asked for itself', async () => {
    const ahead = new LookAhead();
    const begun: string[] = [];
    const work = (name: string) => (): Promise<unknown> => Promise.resolve(begun.push(name));
    ahead.begin('detect', photo, null, work('first'));
    await soon();
    expect(begun).toEqual([]);
    ahead.answered();
    await soon();
    expect(begun).toEqual(['first']);
    ahead.begin('classify', photo, null, work('second'));
    await ahead.take('classify', photo, null, work('anew'));
    ahead.answered();
    await soon();
    expect(begun).toEqual(['first', 'second']);
  });

  test('steps never overlap, whoever began them, and a failed one holds nothing up', async () => {
    const ahead = new LookAhead();
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await soon();
      running -= 1;
    };
    ahead.begin('detect', photo, null, work);
    const failing = ahead.inTurn(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await Promise.all([ahead.inTurn(work), ahead.take('detect', photo, null, work), ahead.inTurn(work)]);
    expect(most).toBe(1);
  });
});
