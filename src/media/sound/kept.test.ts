import { describe, expect, test, vi } from 'vitest';
import { chirp, joined, sourceOf } from '../../testing/sounds';
import { keepShort } from './kept';
import type { AudioSource } from './source';

const RATE = 8000;

async function read(source: AudioSource, from: number, to: number): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for await (const { channels } of source.pieces(from, to)) parts.push(channels[0]!);
  return joined(...parts);
}

describe('a short recording', () => {
  test('is decoded once, and any part of it is the same the second time', async () => {
    const source = sourceOf(chirp(9, RATE), RATE);
    const decode = vi.spyOn(source, 'pieces');
    const kept = keepShort(source);
    const stretches = [
      [0, 9],
      [0, 3],
      [2.5, 2.6],
      [1.75, 8.999],
      [8, 12],
    ] as const;
    const fresh = await Promise.all(stretches.map(([from, to]) => read(sourceOf(chirp(9, RATE), RATE), from, to)));
    for (const [i, [from, to]] of stretches.entries()) expect(await read(kept, from, to)).toEqual(fresh[i]);
    expect(decode).toHaveBeenCalledOnce();
  });

  test('is not kept where its reader left before the end', async () => {
    const kept = keepShort(sourceOf(chirp(9, RATE), RATE));
    for await (const piece of kept.pieces(0, 9)) if (piece.at >= 0) break;
    expect(await read(kept, 0, 9)).toHaveLength(9 * RATE);
  });
});

test('a long recording is decoded anew, so that memory stays flat', () => {
  const hour = { ...sourceOf(chirp(1, RATE), RATE), seconds: 3600, sampleRate: 48_000 };
  expect(keepShort(hour)).toBe(hour);
});
