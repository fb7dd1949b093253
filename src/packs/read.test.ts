import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFile, manifestInput, manifestOf } from '../testing/pack';
import type { PackResult } from './errors';
import type { Manifest } from './manifest';
import { readFile, readGolden, readManifest } from './read';

type Answer = (response: ServerResponse) => void;

const MODEL = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7) % 251));
const pinned = manifestOf([describeFile('image.onnx', MODEL)]);

let server: Server;
let base: string;
let answers: Record<string, Answer>;

beforeEach(async () => {
  answers = {};
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer) answer(response);
    else response.writeHead(404).end('Not found.');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function body(content: string | Uint8Array, type = 'application/octet-stream'): Answer {
  return (response) => response.writeHead(200, { 'content-type': type }).end(content);
}

/** Promises all of the content, sends the first part and hangs up. */
function cutOff(content: string | Uint8Array, sent: number): Answer {
  return (response) => {
    const bytes = Buffer.from(content);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, sent), () => response.destroy());
  };
}

const readModel = (manifest: Manifest = pinned): Promise<PackResult<Uint8Array>> =>
  readFile(base, manifest, 'image.onnx');

/** Serves this and gives why the model was refused. */
async function refusal(answer: Answer): Promise<{ code: string; message: string; file: string | null }> {
  answers['/image.onnx'] = answer;
  const result = await readModel();
  if (result.ok) throw new Error('the file was accepted');
  return result.problem;
}

describe('a file of a pack', () => {
  test('is given when it is exactly what the manifest pins', async () => {
    answers['/image.onnx'] = body(MODEL);
    const result = await readModel();
    expect(result.ok && Buffer.from(result.value).equals(MODEL)).toBe(true);
  });

  test('tells how much of it has arrived, up to the whole', async () => {
    answers['/image.onnx'] = body(MODEL);
    const seen: number[] = [];
    await readFile(base, pinned, 'image.onnx', (done, total) => {
      expect(total).toBe(MODEL.length);
      seen.push(done);
    });
    expect(seen.at(-1)).toBe(MODEL.length);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test('with one byte changed is named and refused', async () => {
    const damaged = Buffer.from(MODEL);
    damaged[150_000]! ^= 1;
    const problem = await refusal(body(damaged));
    expect(problem).toMatchObject({ code: 'file_damaged', file: 'image.onnx' });
    expect(problem.message).toMatch(/^image\.onnx of the pack is damaged and is not used/);
  });

  test.each([
    ['that ends early', body(MODEL.subarray(0, 1000)), 1000],
    ['that is empty', body(''), 0],
  ])('%s is refused, with how much of it came', async (_, answer, arrived) => {
    const problem = await refusal(answer);
    expect(problem).toMatchObject({ code: 'file_damaged', file: 'image.onnx' });
    expect(problem.message).toContain(`expected ${MODEL.length} bytes`);
    expect(problem.message).toContain(`got ${arrived} with`);
  });

  test('whose connection breaks is not called damaged', async () => {
    const problem = await refusal(cutOff(MODEL, 2000));
    expect(problem).toMatchObject({ code: 'file_missing', file: 'image.onnx' });
    expect(problem.message).toContain(`2000 of ${MODEL.length} bytes arrived`);
  });

  test('that begins with the right bytes and goes on is refused', async () => {
    expect(await refusal(body(Buffer.concat([MODEL, Buffer.from([0])])))).toMatchObject({ code: 'file_damaged' });
  });

  test('that never ends is left after one byte too many', async () => {
    let closed: () => void = () => undefined;
    const hungUp = new Promise<void>((done) => {
      closed = done;
    });
    const problem = await refusal((response) => {
      const chunk = Buffer.alloc(65_536);
      const send = (): void => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(send));
      };
      response.on('close', closed);
      response.writeHead(200);
      send();
    });
    await hungUp;
    expect(problem.message).toContain(`got ${MODEL.length + 1} with`);
  });

  test('is proved by its chunks where those are pinned, and the wrong one is named', async () => {
    const large = Buffer.from(Array.from({ length: 1_200_000 }, (_, i) => (i * 7) % 251));
    const chunked = manifestOf([describeFile('image.onnx', large)]);
    answers['/image.onnx'] = body(large);
    expect(await readModel(chunked)).toMatchObject({ ok: true });
    large[600_000]! ^= 1;
    const result = await readModel(chunked);
    expect(result).toMatchObject({ ok: false, problem: { code: 'file_damaged' } });
    expect(result).toHaveProperty('problem.message', expect.stringContaining('from byte 524288 to 1048576'));
  });

  test('whose chunks are not those of its sha256 is refused when it is proved twice', async () => {
    const large = Buffer.alloc(1_200_000, 3);
    const liar = { ...describeFile('image.onnx', large), sha256: describeFile('', 'another').sha256 };
    answers['/image.onnx'] = body(large);
    expect(await readFile(base, manifestOf([liar]), 'image.onnx', undefined, 'twice')).toMatchObject({
      ok: false,
      problem: { code: 'file_damaged' },
    });
  });

  test('that comes back as a web page is not taken for a model', async () => {
    const problem = await refusal(body('<!doctype html><title>Log in</title>', 'text/html; charset=utf-8'));
    expect(problem).toMatchObject({ code: 'file_not_a_model', file: 'image.onnx' });
    expect(problem.message).toContain('web page');
  });

  test('that the server does not have is named as missing', async () => {
    const result = await readModel();
    expect(result).toMatchObject({ ok: false, problem: { code: 'file_missing', file: 'image.onnx' } });
    expect(result).toHaveProperty('problem.message', expect.stringContaining('404'));
  });

  test('that the manifest does not pin is never asked for', async () => {
    let asked = false;
    answers['/other.onnx'] = (response) => {
      asked = true;
      response.end('bytes');
    };
    const result = await readFile(base, pinned, 'other.onnx');
    expect(result).toMatchObject({ ok: false, problem: { code: 'file_missing', file: 'other.onnx' } });
    expect(asked).toBe(false);
  });

  test('is missing, not a crash, where there is no server', async () => {
    const result = await readFile('http://127.0.0.1:1/', pinned, 'image.onnx');
    expect(result).toMatchObject({ ok: false, problem: { code: 'file_missing', file: 'image.onnx' } });
  });
});

describe('a manifest', () => {
  const text = JSON.stringify(manifestInput());

  test('is read', async () => {
    answers['/manifest.json'] = body(text, 'application/json');
    const result = await readManifest(base);
    expect(result.ok && result.value.title).toBe('Test pack');
  });

  test.each<[string, Answer]>([
    ['not there', (response) => response.writeHead(404).end()],
    ['a web page', body('<!doctype html>', 'text/html')],
    ['cut off by the network', cutOff(text, 100)],
  ])('that is %s means that the pack cannot be reached', async (_, answer) => {
    answers['/manifest.json'] = answer;
    expect(await readManifest(base)).toMatchObject({ ok: false, problem: { code: 'pack_unreachable' } });
  });

  test('is unreachable, not a crash, where there is no server', async () => {
    const result = await readManifest('http://127.0.0.1:1/');
    expect(result).toMatchObject({ ok: false, problem: { code: 'pack_unreachable' } });
  });

  test.each([
    ['that is not JSON', '{"format": 1,', /it is not JSON/],
    ['of another format', JSON.stringify({ ...manifestInput(), format: 9 }), /format: /],
    ['that is something else', '[]', /not valid/],
  ])('%s is refused with what is wrong', async (_, content, why) => {
    answers['/manifest.json'] = body(content, 'application/json');
    const result = await readManifest(base);
    expect(result).toMatchObject({ ok: false, problem: { code: 'manifest_invalid' } });
    expect(result).toHaveProperty('problem.message', expect.stringMatching(why));
  });
});

describe('a golden vector', () => {
  const golden = { input: { kind: 'rows', rows: [[1, 2, 3]] }, expect: { indices: [0], values: [1] }, tolerance: 0.01 };

  async function read(content: string): ReturnType<typeof readGolden> {
    answers['/golden/image.json'] = body(content);
    const manifest = manifestOf([describeFile('golden/image.json', content)]);
    return readGolden(base, manifest, 'golden/image.json');
  }

  test('is read', async () => {
    expect(await read(JSON.stringify(golden))).toEqual({ ok: true, value: { ...golden, also: [] } });
  });

  test.each(['not JSON', '{"tolerance": 1}'])('that makes no sense (%s) is refused by name', async (content) => {
    const problem = { code: 'manifest_invalid', file: 'golden/image.json' };
    expect(await read(content)).toMatchObject({ ok: false, problem });
  });
});
