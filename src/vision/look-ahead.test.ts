import { describe, expect, test } from 'vitest';
import type { ImageRef } from '../domain/observation';
import type { WorkResult } from '../runtime/protocol';
import { LookAhead } from './look-ahead';

const photo = 'photo-1' as ImageRef;
const ok = <T>(value: T): Promise<WorkResult<T>> => Promise.resolve({ ok: true, value });
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('looking ahead', () => {
  test('a step is run once, whether it was begun or asked for, and its answer is kept', async () => {
    const ahead = new LookAhead();
    let runs = 0;
    const work = (): Promise<WorkResult<number>> => ok(++runs);
    ahead.begin('classify', photo, { x: 1 }, work);
    expect(await ahead.take('classify', photo, { x: 1 }, work)).toEqual({ ok: true, value: 1 });
    ahead.begin('classify', photo, { x: 1 }, work);
    ahead.answered();
    await soon();
    expect(await ahead.take('classify', photo, { x: 1 }, work)).toEqual({ ok: true, value: 1 });
    expect(runs).toBe(1);
  });

  test('a step that failed is tried again when it is asked for again', async () => {
    const ahead = new LookAhead();
    const failure = { ok: false, problem: { code: 'out_of_memory', message: '' } } as const;
    expect(await ahead.take('classify', photo, null, () => Promise.resolve(failure))).toEqual(failure);
    await expect(ahead.take('classify', photo, null, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await ahead.take('classify', photo, null, () => ok('now'))).toEqual({ ok: true, value: 'now' });
  });

  test('another region, image or step is another question', async () => {
    const ahead = new LookAhead();
    ahead.begin('classify', photo, { x: 1 }, () => ok('ahead'));
    const now = (): Promise<WorkResult<string>> => ok('now');
    expect(await ahead.take('classify', photo, { x: 2 }, now)).toMatchObject({ value: 'now' });
    expect(await ahead.take('classify', 'photo-2' as ImageRef, { x: 1 }, now)).toMatchObject({ value: 'now' });
    expect(await ahead.take('detect', photo, { x: 1 }, now)).toMatchObject({ value: 'now' });
  });

  test('a photo that was closed is forgotten, another whose name begins alike is not', async () => {
    const ahead = new LookAhead();
    const other = 'photo-11' as ImageRef;
    for (const ref of [photo, other]) ahead.begin('detect', ref, null, () => ok('ahead'));
    ahead.forget(photo);
    const now = (): Promise<WorkResult<string>> => ok('now');
    expect(await ahead.take('detect', photo, null, now)).toMatchObject({ value: 'now' });
    expect(await ahead.take('detect', other, null, now)).toMatchObject({ value: 'ahead' });
  });

  test('what a model said is forgotten when another takes its place, what others said is not', async () => {
    const ahead = new LookAhead();
    for (const step of ['detect', 'classify']) await ahead.take(step, photo, null, () => ok('before'));
    ahead.forgetStep('classify');
    const now = (): Promise<WorkResult<string>> => ok('now');
    expect(await ahead.take('classify', photo, null, now)).toMatchObject({ value: 'now' });
    expect(await ahead.take('detect', photo, null, now)).toMatchObject({ value: 'before' });
  });

  test('a step waits until the answer before it is sent, or it is asked for itself', async () => {
    const ahead = new LookAhead();
    const begun: string[] = [];
    const work = (name: string) => (): Promise<WorkResult<unknown>> => ok(begun.push(name));
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
    const work = async (): Promise<WorkResult<null>> => {
      most = Math.max(most, ++running);
      await soon();
      running -= 1;
      return { ok: true, value: null };
    };
    ahead.begin('detect', photo, null, work);
    const failing = ahead.inTurn(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await Promise.all([ahead.inTurn(work), ahead.take('detect', photo, null, work), ahead.inTurn(work)]);
    expect(most).toBe(1);
  });
});
