import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { describeChunks, describeFile, manifestOf } from '../testing/pack';
import { contentName, type PackFile } from './pack-file';
import { readStoredInto } from './read';
import { ChunkedStore } from './store/chunked';
import { indexedDbBlobs } from './store/blob-stores';
import { wholeFile, writeWhole } from './store/store';

const BASE = 'stored:indexeddb/';
const MODEL = Buffer.from(Array.from({ length: 1_200_000 }, (_, i) => (i * 7) % 251));

/** Memory that remembers what was put into it and whether it was given back. */
class Memory {
  readonly bytes: Uint8Array;
  freed = false;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  put(chunk: Uint8Array, from: number): void {
    this.bytes.set(chunk, from);
  }

  free(): void {
    this.freed = true;
  }
}

/** Keeps these bytes where the file is looked for, and reads it. */
async function keepAndRead(file: PackFile, content: Uint8Array): Promise<{ result: unknown; memory: Memory | null }> {
  const store = new ChunkedStore((await indexedDbBlobs())!);
  await writeWhole(store, wholeFile(await contentName(file)), new Uint8Array(content));
  let memory: Memory | null = null;
  const result = await readStoredInto(BASE, manifestOf([file]), 'image.onnx', (bytes) => {
    memory = new Memory(bytes);
    return Promise.resolve(memory);
  });
  return { result, memory };
}

test('a stored file is put into its room whole', async () => {
  const { result, memory } = await keepAndRead(describeChunks('image.onnx', MODEL), MODEL);
  expect(result).toMatchObject({ ok: true });
  expect(Buffer.from(memory!.bytes).equals(MODEL)).toBe(true);
  expect(memory!.freed).toBe(false);
});

test('no byte of a damaged chunk, or after it, is put there, and the room is given back', async () => {
  const damaged = Buffer.from(MODEL);
  damaged[600_000]! ^= 1;
  const { result, memory } = await keepAndRead(describeChunks('image.onnx', MODEL), damaged);
  expect(result).toMatchObject({ ok: false, problem: { code: 'file_damaged', file: 'image.onnx' } });
  expect(result).toHaveProperty('problem.message', expect.stringContaining('from byte 524288 to 1048576'));
  expect(memory!.bytes.subarray(524_288).every((byte) => byte === 0)).toBe(true);
  expect(memory!.freed).toBe(true);
});

test.each([
  ['of another length', describeChunks('image.onnx', MODEL), MODEL.subarray(0, 1_000_000)],
  ['without pinned chunks', describeFile('image.onnx', MODEL), MODEL],
])('a file %s takes the way through memory of its own', async (_, file, content) => {
  expect(await keepAndRead(file, content)).toEqual({ result: null, memory: null });
});
