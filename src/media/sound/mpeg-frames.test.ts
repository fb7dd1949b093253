import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstFrame, fromFirstFrame } from './mpeg-frames';

/** Frames of MPEG 1, layer III, 128 kbit/s at 44.1 kHz: 417 bytes, or 418 with padding. */
function frames(count: number, filled = 0): Uint8Array {
  const parts = Array.from({ length: count }, (_, i) => {
    const padded = i % 2;
    return [0xff, 0xfb, 0x90 | (padded << 1), 0x00, ...new Array<number>(413 + padded).fill(filled)];
  });
  return Uint8Array.from(parts.flat());
}

const ID3 = new TextEncoder().encode('ID3');

/** A tag of `bytes` that states another length. */
function tag(bytes: number, stated: number): Uint8Array {
  const size = [21, 14, 7, 0].map((shift) => (stated >> shift) & 0x7f);
  return Uint8Array.from([...ID3, 3, 0, 0, ...size, ...new Array<number>(bytes).fill(0x41)]);
}

describe('the first real frame of an MP3 file', () => {
  test.each([
    ['too short', 30_000, 100],
    ['beyond the end of the file', 600, 200_000],
    ['right', 600, 600],
  ])('is found behind a tag whose stated length is %s', async (_, bytes, stated) => {
    const file = new Blob([tag(bytes, stated) as BlobPart, frames(20) as BlobPart]);
    const found = await fromFirstFrame(file);
    expect(found?.size).toBe(frames(20).length);
    expect(new Uint8Array(await found!.arrayBuffer())).toEqual(frames(20));
  });

  test('is not four bytes of a picture that look like one', () => {
    const lies = Uint8Array.from([0xff, 0xfb, 0x90, 0, ...new Array<number>(100).fill(7)]);
    expect(firstFrame(Uint8Array.from([...lies, ...lies, ...frames(8)]), true)).toBe(2 * lies.length);
  });

  test('is found where there are only three, if they fill the file', () => {
    expect(firstFrame(frames(3), true)).toBe(0);
    expect(firstFrame(frames(3), false)).toBeNull();
  });

  test('is not found in text, nor in noise', () => {
    expect(firstFrame(new TextEncoder().encode('this is a text, however long it may be'), true)).toBeNull();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(firstFrame(bytes, false)).toBeNull();
      }),
    );
  });
});
