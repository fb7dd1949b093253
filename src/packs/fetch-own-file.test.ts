import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cutAt,
  page,
  rangeStart,
  resetAtOnce,
  status,
  whole,
  withoutRanges,
  type Answer,
} from '../testing/misbehaving';
import { fetchOwnFile, PART_BYTES, type Shelf } from './fetch-own-file';
import { KEPT_MARK } from './kept';

const BYTES = 2 * PART_BYTES + 1_000_000;
const CONTENT = Buffer.from(Uint8Array.from({ length: BYTES }, (_, i) => (i * 7 + (i >> 8)) % 251));
const PATIENCE = { tries: 3, firstPauseMs: 2, longestPauseMs: 5, longestWaitMs: 10 };

let server: Server;
let address: string;
let answer: Answer;
let asked: IncomingMessage[];
let kept: Map<string, Blob>;
let shelf: Shelf;

beforeEach(async () => {
  asked = [];
  kept = new Map();
  shelf = { key: '/packs/sound/sound.onnx?sha256=a', cache: memoryCache(kept) };
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sound.onnx`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** As much of the browser's cache as is asked of it here. */
function memoryCache(blobs: Map<string, Blob>): Cache {
  const cache: Pick<Cache, 'match' | 'put' | 'delete'> = {
    match: (key) => {
      const blob = blobs.get(key as string);
      return Promise.resolve(blob && new Response(blob));
    },
    put: async (key, response) => {
      blobs.set(key as string, await response.blob());
    },
    delete: (key) => Promise.resolve(blobs.delete(key as string)),
  };
  return cache as Cache;
}

async function arrives(bytes = BYTES): Promise<boolean> {
  const response = await fetchOwnFile(address, { bytes }, shelf, PATIENCE);
  return Buffer.from(await response.arrayBuffer()).equals(CONTENT.subarray(0, bytes));
}

describe('a large file of a pack that comes with the app', () => {
  test('goes on where the connection broke: no byte is asked for twice', async () => {
    const cuts = [PART_BYTES - 100_000, PART_BYTES + 200_000];
    answer = cutAt(CONTENT, cuts);
    expect(await arrives()).toBe(true);
    expect(asked.map(rangeStart)).toEqual([0, ...cuts]);
    expect(kept.size, 'nothing is left of its parts').toBe(0);
  });

  test('goes on where the last visit stopped', async () => {
    answer = cutAt(CONTENT, [2 * PART_BYTES + 10, 0, 0, 0]);
    await expect(arrives()).rejects.toThrow();
    expect(kept.size).toBe(2);
    answer = whole(CONTENT);
    asked = [];
    expect(await arrives()).toBe(true);
    expect(asked.map(rangeStart)).toEqual([2 * PART_BYTES]);
    expect(kept.size).toBe(0);
  });

  test.each<[string, Answer]>([
    ['though the server knows no ranges', withoutRanges(CONTENT, [PART_BYTES + 10])],
    ['though resets overtake its bytes', resetAtOnce(CONTENT, 2)],
    ['though a page comes in between', inTurn(cutAt(CONTENT, [1_000_000]), page(), whole(CONTENT))],
    ['though the server fails in between', inTurn(cutAt(CONTENT, [1_000_000]), status(503), whole(CONTENT))],
  ])('arrives whole, %s', async (_, given) => {
    answer = given;
    expect(await arrives()).toBe(true);
  });

  test('begins again where what was kept no longer fits', async () => {
    kept.set(`${shelf.key}&from=0`, new Blob([new Uint8Array(PART_BYTES)]));
    answer = inTurn(status(416), whole(CONTENT));
    expect(await arrives()).toBe(true);
  });

  test('is given up after several tries without a byte', async () => {
    answer = cutAt(CONTENT, [1_000_000, 0, 0, 0, 0, 0]);
    await expect(arrives()).rejects.toThrow();
    expect(asked).toHaveLength(1 + PATIENCE.tries);
  });

  test('ends where the server ends it, right or not', async () => {
    answer = whole(CONTENT.subarray(0, 1_000_000));
    expect(await arrives()).toBe(false);
    expect(asked).toHaveLength(1);
  });

  test('is left to the service worker where that answers', async () => {
    answer = (_, response) => response.writeHead(200, { [KEPT_MARK]: '1' }).end(CONTENT);
    expect(await arrives()).toBe(true);
    expect(kept.size).toBe(0);
  });

  test('an answer without the file is passed on as it is', async () => {
    answer = status(404);
    expect((await fetchOwnFile(address, { bytes: BYTES }, shelf, PATIENCE)).status).toBe(404);
  });
});

/** One answer after the other, and the last for ever. */
function inTurn(...answers: Answer[]): Answer {
  return (request, response) => {
    const [first] = answers;
    if (answers.length > 1) answers.shift();
    first!(request, response);
  };
}
