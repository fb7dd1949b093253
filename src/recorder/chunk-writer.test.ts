import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Stored } from '../storage/database';
import { ChunkWriter } from './chunk-writer';

const RATE = 100;

/** A store that takes this many chunks. */
function storeWithRoomFor(room: number) {
  const kept: number[] = [];
  const append = (_id: string, index: number, samples: Int16Array): Promise<Stored> => {
    if (index >= room) return Promise.resolve({ ok: false, problem: { code: 'storage_full', message: '' } });
    kept.push(...samples);
    return Promise.resolve({ ok: true, value: undefined });
  };
  return { append, kept };
}

const ramp = (from: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => (from + index) / 32_767);

test('whatever the size of the blocks, every sample is stored once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 350 }), { maxLength: 12 }), async (sizes) => {
      const store = storeWithRoomFor(Infinity);
      const writer = new ChunkWriter(store, { id: 'a', sampleRate: RATE }, vi.fn());
      let sent = 0;
      for (const size of sizes) {
        writer.push(ramp(sent, size));
        sent += size;
      }
      expect(writer.seconds).toBe(sent / RATE);
      await writer.finish();
      expect(store.kept).toEqual(Array.from({ length: sent }, (_, index) => index));
      expect(writer.unstored).toEqual([]);
    }),
  );
});

test('when the storage is full it says so once, and keeps the rest in memory, in order', async () => {
  const store = storeWithRoomFor(2);
  const onProblem = vi.fn();
  const writer = new ChunkWriter(store, { id: 'a', sampleRate: RATE }, onProblem);
  writer.push(ramp(0, 450));
  await writer.finish();
  expect(onProblem).toHaveBeenCalledExactlyOnceWith({ code: 'storage_full', message: '' });
  const all = [...store.kept, ...writer.unstored.flatMap((chunk) => [...chunk])];
  expect(all).toEqual(Array.from({ length: 450 }, (_, index) => index));
});
