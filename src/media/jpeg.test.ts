import { describe, expect, test } from 'vitest';
import { exif, jpeg } from '../testing/jpeg.ts';
import { isJpeg, readJpeg } from './jpeg';

const photo = (width = 64, height = 48, exifBlock?: Buffer): Buffer => {
  const block = (x: number, y: number): number[] => [(x * 37 + y * 101) % 256];
  return jpeg({ width, height, block, ...(exifBlock && { exif: exifBlock }) });
};

const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** A header segment with this content. */
function segment(marker: number, content: Buffer): Buffer {
  const head = bytes(0xff, marker, 0, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The photo with segments put right after its start. */
function withSegments(file: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
}

describe('a JPEG', () => {
  test('is known by how it begins', () => {
    expect(isJpeg(photo())).toBe(true);
    expect(isJpeg(bytes(0x89, 0x50, 0x4e, 0x47))).toBe(false);
    expect(isJpeg(bytes())).toBe(false);
  });

  test('tells its size and that it is whole', () => {
    expect(readJpeg(photo(640, 480))).toEqual({ size: { width: 640, height: 480 }, whole: true });
  });

  test('tells its size as it is stored, whatever the camera’s rotation', () => {
    expect(readJpeg(photo(64, 48, exif({ orientation: 6 }))).size).toEqual({ width: 64, height: 48 });
  });

  test('that ends anywhere before its end is cut off', () => {
    const file = photo(64, 48, exif({ taken: '2024:05:17 06:12:00' }));
    for (let length = 2; length < file.length; length++) {
      expect(readJpeg(file.subarray(0, length)).whole, `${length} of ${file.length} bytes`).toBe(false);
    }
  });

  test('is not taken for its preview: neither for the preview’s size, nor for its end', () => {
    const preview = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), photo(16, 16)]));
    const file = withSegments(photo(640, 480), preview);
    expect(readJpeg(file)).toEqual({ size: { width: 640, height: 480 }, whole: true });
    expect(readJpeg(file.subarray(0, file.length - 100))).toMatchObject({ whole: false });
  });

  test('may have a header of several megabytes, as phones with a depth map write it', () => {
    const depth = Array.from({ length: 40 }, () => segment(0xe1, Buffer.alloc(65_000, 0xff)));
    expect(readJpeg(withSegments(photo(640, 480), ...depth)).size).toEqual({ width: 640, height: 480 });
  });

  test('is whole with a film after its end, whatever bytes the film has', () => {
    const film = Buffer.concat([Buffer.from('ftypmp42'), bytes(0xff, 0xda, 0, 12), Buffer.alloc(1000, 0xff)]);
    expect(readJpeg(Buffer.concat([photo(), film])).whole).toBe(true);
    const cut = photo().subarray(0, -2);
    expect(readJpeg(Buffer.concat([cut, Buffer.from('more')])).whole).toBe(false);
  });

  test('may hold 0xff among its pixels: followed by a zero, or by a restart marker, it ends nothing', () => {
    const file = photo();
    for (const pixels of [bytes(0xff, 0x00, 0x60, 0x60), bytes(0xff, 0xd3, 0x60, 0x60)]) {
      expect(readJpeg(Buffer.concat([file.subarray(0, -2), pixels, file.subarray(-2)])).whole).toBe(true);
      expect(readJpeg(Buffer.concat([file.subarray(0, -2), pixels])).whole).toBe(false);
    }
  });

  test('may fill up with 0xff before a marker', () => {
    expect(readJpeg(withSegments(photo(), bytes(0xff, 0xff, 0xff), segment(0xfe, Buffer.from('note'))))).toEqual({
      size: { width: 64, height: 48 },
      whole: true,
    });
  });

  test('of nothing but noise ends the search', () => {
    expect(readJpeg(Buffer.concat([bytes(0xff, 0xd8), Buffer.alloc(10_000, 0xff)]))).toEqual({
      size: null,
      whole: false,
    });
    expect(readJpeg(bytes(0xff, 0xd8, 0xff, 0xe1, 0, 0))).toEqual({ size: null, whole: false });
  });
});
