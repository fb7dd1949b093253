import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memoryBlobs, memoryStore, type MemoryBlobs } from '../../testing/memory-store';
import {
  busy,
  cutAt,
  damaged,
  endless,
  mute,
  page,
  rangeStart,
  redirect,
  resetAtOnce,
  silentAfter,
  slow,
  status,
  whole,
  withoutRanges,
  wrongRange,
  type Answer,
} from '../../testing/misbehaving';
import { describeFile } from '../../testing/pack';
import { CHUNK_BYTES, contentName } from '../pack-file';
import { wholeFile, type PackStore } from '../store/store';
import type { InstallProblem, InstallResult } from './errors';
import { fetchFile, type FetchOptions } from './fetch-file';

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 8)) % 251));
const FILE = describeFile('image.onnx', CONTENT);
const TENTHS = Array.from({ length: 9 }, (_, i) => Math.floor(((i + 1) * CONTENT.length) / 10));

let server: Server;
let origin: string;
let answers: Record<string, Answer>;
let asked: IncomingMessage[];
let blobs: MemoryBlobs;
let store: PackStore;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    (answers[request.url ?? ''] ?? status(404))(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  answers = {};
  asked = [];
  blobs = memoryBlobs();
  store = memoryStore(blobs);
});

function fetchFrom(mirrors: string[], changes: Partial<FetchOptions> = {}): Promise<InstallResult<void>> {
  return fetchFile(
    store,
    FILE,
    mirrors.map((path) => origin + path),
    {
      fetch,
      signal: new AbortController().signal,
      onBytes: () => undefined,
      stallMs: 2000,
      patience: { tries: 3, firstPauseMs: 5, longestPauseMs: 20, longestWaitMs: 2500 },
      ...changes,
    },
  );
}

/** Whether the file in place is the right one; null where there is none. */
async function inPlace(): Promise<boolean | null> {
  const blob = await store.read(wholeFile(FILE.sha256));
  return blob && Buffer.from(await blob.arrayBuffer()).equals(CONTENT);
}

async function problemFrom(answer: Answer): Promise<InstallProblem> {
  answers['/a'] = answer;
  const result = await fetchFrom(['/a']);
  if (result.ok) throw new Error('the file was accepted');
  expect(await store.list('files'), 'no byte of a bad file is in place').toEqual([]);
  return result.problem;
}

describe('a file arrives whole', () => {
  test.each<[string, Answer]>([
    ['from a good server', whole(CONTENT)],
    ['though the connection breaks at every tenth of it', cutAt(CONTENT, TENTHS)],
    ['though the connection breaks before the first byte, twice', cutAt(CONTENT, [0, 0])],
    ['from a server without ranges that breaks off twice', withoutRanges(CONTENT, [100_000, 200_000])],
    ['from a slow server', slow(CONTENT, 50_000, 5)],
    ['from a server that falls silent', silentAfter(CONTENT, 120_000)],
    ['from a server that is busy (429) and says for how long', busy(CONTENT, 2, 429, '0')],
    ['from a server that is busy (503) and does not say', busy(CONTENT, 2, 503, null)],
  ])('%s', async (_, answer) => {
    answers['/a'] = answer;
    expect(await fetchFrom(['/a'], { stallMs: 200 })).toEqual({ ok: true, value: undefined });
    expect(await inPlace()).toBe(true);
    expect(await store.list('staging'), 'nothing is left behind').toEqual([]);
  });

  test('though a reset overtakes its bytes more often than a dead server is asked', async () => {
    answers['/a'] = resetAtOnce(CONTENT, 10);
    expect(await fetchFrom(['/a'])).toEqual({ ok: true, value: undefined });
    expect(asked, 'three tries are all that a server gets that does not answer').toHaveLength(11);
  });

  test('but a server that never answers, or never gives a byte, is given up', async () => {
    expect(await problemFrom(mute())).toMatchObject({ code: 'unreachable' });
    expect(asked).toHaveLength(3);
    expect(await problemFrom(resetAtOnce(CONTENT, Infinity))).toMatchObject({ code: 'unreachable' });
    expect(asked).toHaveLength(3 + 12);
  });

  test('and a cut costs no byte twice', async () => {
    answers['/a'] = cutAt(CONTENT, TENTHS);
    await fetchFrom(['/a']);
    expect(asked.map(rangeStart)).toEqual([0, ...TENTHS]);
  });

  test('after waiting as long as the server asked', async () => {
    answers['/a'] = busy(CONTENT, 1, 503, '1');
    const waits: number[] = [];
    const start = performance.now();
    await fetchFrom(['/a'], { onWait: (milliseconds) => waits.push(milliseconds) });
    expect(waits).toEqual([1000]);
    expect(performance.now() - start).toBeGreaterThan(950);
    expect(await inPlace()).toBe(true);
  });

  test.each<[string, Answer]>([
    ['gives other bytes', whole(damaged(CONTENT))],
    ['gives zeros', whole(Buffer.alloc(CONTENT.length))],
    ['has a shorter file', whole(CONTENT.subarray(0, 200_000))],
    ['has a longer file', whole(Buffer.concat([CONTENT, CONTENT]))],
    ['gives a web page', page()],
    ['has lost the file', status(404)],
    ['has let the address expire', status(403)],
    ['is always busy', busy(CONTENT, 99, 429, null)],
    ['wants too long a wait', busy(CONTENT, 99, 503, '3600')],
    ['gives other parts than it is asked for', cutThen(100_000, wrongRange(CONTENT))],
  ])('from the second mirror where the first %s', async (_, answer) => {
    answers = { '/bad': answer, '/good': whole(CONTENT) };
    expect(await fetchFrom(['/bad', '/good'])).toEqual({ ok: true, value: undefined });
    expect(await inPlace()).toBe(true);
  });

  test('from the second mirror where nobody answers at the first', async () => {
    answers['/good'] = whole(CONTENT);
    const result = await fetchFile(store, FILE, ['http://127.0.0.1:1/', `${origin}/good`], {
      fetch,
      signal: new AbortController().signal,
      onBytes: () => undefined,
      patience: { tries: 2, firstPauseMs: 1, longestPauseMs: 1, longestWaitMs: 1 },
    });
    expect(result.ok).toBe(true);
  });

  test('and tells how far it is, up to the whole', async () => {
    answers['/a'] = slow(CONTENT, 50_000, 2);
    const seen: number[] = [];
    await fetchFrom(['/a'], { onBytes: (bytes) => seen.push(bytes) });
    expect(seen.at(-1)).toBe(CONTENT.length);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe('a file that cannot be had is refused by name', () => {
  test('with other bytes: what was expected and what came, and it is deleted', async () => {
    const problem = await problemFrom(whole(damaged(CONTENT)));
    expect(problem).toMatchObject({ code: 'damaged', file: 'image.onnx' });
    expect(problem.message).toContain(
      `expected sha256 ${FILE.sha256}, got ${describeFile('', damaged(CONTENT)).sha256}`,
    );
    expect(await store.list('staging')).toEqual([]);
  });

  test.each<[string, Answer, Partial<InstallProblem>]>([
    ['zeros of the right length', whole(Buffer.alloc(CONTENT.length)), { code: 'zero_filled' }],
    ['a body that never ends', endless(), { code: 'too_long' }],
    ['a longer file', whole(Buffer.concat([CONTENT, Buffer.of(0)])), { code: 'too_long' }],
    ['a shorter file', whole(CONTENT.subarray(0, 1000)), { code: 'wrong_length' }],
    ['an empty file', whole(Buffer.alloc(0)), { code: 'wrong_length' }],
    ['a web page', page(), { code: 'web_page' }],
    ['a web page that calls itself a model', page('application/octet-stream'), { code: 'web_page' }],
    ['an expired address', status(410), { code: 'file_missing' }],
    ['an address that needs a key', status(401), { code: 'file_missing' }],
    ['a server that is always busy', busy(CONTENT, 99, 503, '0'), { code: 'busy' }],
  ])('%s', async (_, answer, expected) => {
    const problem = await problemFrom(answer);
    expect(problem).toMatchObject({ ...expected, file: 'image.onnx' });
    expect(problem.message).toContain('image.onnx');
  });

  test('a redirect to a login page is called one', async () => {
    answers['/login'] = page();
    expect((await problemFrom(redirect('/login'))).message).toContain(
      'The network sent a login page instead of image.onnx',
    );
  });

  test('from two bad mirrors: each is named with its reason', async () => {
    answers = { '/a': whole(damaged(CONTENT)), '/b': page() };
    const result = await fetchFrom(['/a', '/b']);
    expect(result).toMatchObject({ ok: false, problem: { code: 'web_page' } });
    expect(result).toHaveProperty('problem.message', expect.stringMatching(/any of 2 addresses.*sha256.*web page/));
  });

  test('without any address', async () => {
    expect(await fetchFrom([])).toMatchObject({ ok: false, problem: { code: 'no_address' } });
  });
});

const LARGE = Buffer.from(Array.from({ length: 5.3 * CHUNK_BYTES }, (_, i) => (i * 13 + (i >> 9)) % 253));

describe('what has arrived', () => {
  const large = describeFile('large.onnx', LARGE);
  const fetchLarge = (changes: Partial<FetchOptions> = {}): Promise<InstallResult<void>> =>
    fetchFile(store, large, [`${origin}/large`], {
      fetch,
      signal: new AbortController().signal,
      onBytes: () => undefined,
      patience: { tries: 2, firstPauseMs: 1, longestPauseMs: 1, longestWaitMs: 1 },
      ...changes,
    });

  /** Fetches until this many bytes are there, then stops. */
  async function fetchUntil(bytes: number): Promise<void> {
    const stop = new AbortController();
    answers['/large'] = slow(LARGE, 100_000, 1);
    const onBytes = (arrived: number): void => {
      if (arrived >= bytes) stop.abort();
    };
    expect(await fetchLarge({ signal: stop.signal, onBytes })).toMatchObject({ problem: { code: 'cancelled' } });
    asked = [];
    answers['/large'] = whole(LARGE);
  }

  async function finished(): Promise<boolean> {
    const blob = await store.read(wholeFile(await contentName(large)));
    return blob !== null && Buffer.from(await blob.arrayBuffer()).equals(LARGE);
  }

  test('before a cancel is not fetched again', async () => {
    await fetchUntil(1_500_000);
    expect(await fetchLarge()).toMatchObject({ ok: true });
    expect(rangeStart(asked[0]!)).toBeGreaterThanOrEqual(1_500_000);
    expect(asked).toHaveLength(1);
    expect(await finished()).toBe(true);
  });

  test('survives a web page in between', async () => {
    await fetchUntil(1_500_000);
    answers['/large'] = page('application/octet-stream');
    expect(await fetchLarge()).toMatchObject({ problem: { code: 'web_page' } });
    answers['/large'] = whole(LARGE);
    asked = [];
    expect(await fetchLarge()).toMatchObject({ ok: true });
    expect(rangeStart(asked[0]!)).toBeGreaterThanOrEqual(1_500_000);
  });

  test('is looked at again first: bytes that changed on the device are fetched anew, and only those', async () => {
    await fetchUntil(2_200_000);
    for (const [key, blob] of blobs.blobs) {
      if (!/^chunk\/.*\/1$/.test(key)) continue;
      const bytes = Buffer.from(await blob.arrayBuffer());
      bytes[1000]! ^= 1;
      blobs.blobs.set(key, new Blob([bytes]));
    }
    expect(await fetchLarge()).toMatchObject({ ok: true });
    const start = rangeStart(asked[0]!);
    expect(start).toBeGreaterThan(0);
    expect(start).toBeLessThanOrEqual(CHUNK_BYTES);
    expect(await finished()).toBe(true);
  });

  test('is kept when the device is full, and goes on when there is room', async () => {
    answers['/large'] = whole(LARGE);
    blobs.room = 1_600_000;
    const result = await fetchLarge();
    expect(result).toMatchObject({ ok: false, problem: { code: 'storage_full', file: 'large.onnx' } });
    expect(result).toHaveProperty('problem.message', expect.stringContaining('What has arrived is kept'));
    blobs.room = Infinity;
    asked = [];
    expect(await fetchLarge()).toMatchObject({ ok: true });
    expect(rangeStart(asked[0]!)).toBeGreaterThanOrEqual(CHUNK_BYTES - 100_000);
    expect(await finished()).toBe(true);
  });
});

describe('a file of several chunks', () => {
  const large = describeFile('large.onnx', LARGE);
  const third = { from: 2 * CHUNK_BYTES, to: 3 * CHUNK_BYTES };
  const bad = Buffer.from(LARGE);
  bad[third.from + 5]! ^= 1;
  const fetchLarge = (mirrors: string[]): Promise<InstallResult<void>> =>
    fetchFile(
      store,
      large,
      mirrors.map((path) => origin + path),
      {
        fetch,
        signal: new AbortController().signal,
        onBytes: () => undefined,
        patience: { tries: 2, firstPauseMs: 1, longestPauseMs: 1, longestWaitMs: 1 },
      },
    );

  test('names the chunk that is wrong, and nothing of it is kept', async () => {
    answers['/a'] = whole(bad);
    const result = await fetchLarge(['/a']);
    expect(result).toMatchObject({ problem: { code: 'damaged', file: 'large.onnx' } });
    const got = describeFile('', bad.subarray(third.from, third.to)).sha256;
    expect(result).toHaveProperty(
      'problem.message',
      `The piece of large.onnx from byte ${third.from} to ${third.to} is not the right data and was deleted: ` +
        `expected sha256 ${large.chunks![2]}, got ${got}.`,
    );
    const [part] = await store.list('staging');
    const left = await store.read(`staging/${part!}`);
    expect(Buffer.from(await left!.arrayBuffer()).equals(LARGE.subarray(0, third.from))).toBe(true);
  });

  test('leaves a mirror at its first wrong chunk, and takes only the rest from the next', async () => {
    answers = { '/bad': whole(bad), '/good': whole(LARGE) };
    expect(await fetchLarge(['/bad', '/good'])).toMatchObject({ ok: true });
    expect(asked.map(rangeStart)).toEqual([0, third.from]);
  });

  test('asks again for a chunk that began with another answer, before it blames anybody', async () => {
    const cut = third.from + 1000;
    let first = true;
    answers['/a'] = (request, response) => {
      (first ? whole(bad, cut) : whole(LARGE))(request, response);
      first = false;
    };
    expect(await fetchLarge(['/a'])).toMatchObject({ ok: true });
    expect(asked.map(rangeStart)).toEqual([0, cut, third.from]);
  });
});

/** Breaks off once after so many bytes, then answers like this. */
function cutThen(bytes: number, answer: Answer): Answer {
  let first = true;
  return (request, response) => {
    if (first) whole(CONTENT, bytes)(request, response);
    else answer(request, response);
    first = false;
  };
}
