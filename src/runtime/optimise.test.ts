import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import { goldenInput } from '../packs/golden';
import type { Golden } from '../packs/manifest';
import { fieldsOf } from './protobuf';
import { optimise } from './optimise';

const PACK = join(import.meta.dirname, '../../e2e/fixtures/full-random');

function readModel(role: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(PACK, `${role}.onnx`)));
}

function casts(model: Uint8Array): number {
  return new TextDecoder('latin1').decode(model).split('\u0004Cast').length - 1;
}

async function outputOf(model: Uint8Array, { data, shape }: ReturnType<typeof goldenInput>): Promise<unknown> {
  const session = await InferenceSession.create(model);
  const results = await session.run({ [session.inputNames[0]!]: new Tensor('float32', data, shape) });
  return session.outputNames.map((name) => results[name]!.data);
}

describe('weights in half precision', () => {
  it.each(['geo', 'image', 'sound'])(
    'are floats afterwards, and the %s model computes the same numbers',
    async (role) => {
      const model = readModel(role);
      const golden = JSON.parse(readFileSync(join(PACK, `golden/${role}.json`), 'utf8')) as Golden;
      const wide = optimise(model);
      expect(wide.length).toBeGreaterThan(model.length);
      expect(casts(model)).toBeGreaterThan(0);
      expect(casts(wide)).toBe(0);
      const input = goldenInput(golden.input);
      expect(await outputOf(wide, input)).toEqual(await outputOf(model, input));
    },
  );

  it('are left where they are more than what a cast takes', () => {
    const model = readModel('detector');
    expect(casts(optimise(model))).toBeGreaterThan(0);
  });

  it('are widened once', () => {
    const wide = optimise(readModel('geo'));
    expect(optimise(wide)).toBe(wide);
  });
});

describe('weights as rows of 8-bit numbers', () => {
  // The sound model that comes with the app: its last layer and one before it, beside weights in half precision.
  const model = new Uint8Array(readFileSync(join(import.meta.dirname, '../../public/packs/sound/sound.onnx')));
  const holds = (bytes: Uint8Array, name: string): boolean => Buffer.from(bytes.buffer).includes(name);

  it('are floats afterwards, without the casts and multiplications that made them', () => {
    const wide = optimise(model);
    for (const name of ['__int8', '__scales', '__whole', '__fp16']) {
      expect(holds(model, name)).toBe(true);
      expect(holds(wide, name)).toBe(false);
    }
  });

  it('compute the same numbers', async () => {
    const golden = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../public/packs/sound/golden/sound.json'), 'utf8'),
    ) as Golden;
    const input = goldenInput(golden.input);
    expect(await outputOf(optimise(model), input)).toEqual(await outputOf(model, input));
  });
});

describe('what is no model', () => {
  it('is left to the runtime, which says what is wrong', () => {
    for (const bytes of [new Uint8Array(0), new TextEncoder().encode('<!doctype html>')]) {
      expect(optimise(bytes)).toBe(bytes);
    }
  });

  it('is left wherever it breaks off', () => {
    const model = readModel('geo');
    for (let length = 0; length < model.length; length += 997) {
      const part = model.slice(0, length);
      expect(optimise(part)).toBe(part);
    }
  });
});

describe('fields', () => {
  it('of every kind are passed over', () => {
    // 1: the number 300; 2: eight bytes; 3: "ab"; 4: four bytes.
    const bytes = [0x08, 0xac, 0x02, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 2, 97, 98, 0x25, 1, 2, 3, 4];
    const fields = [...fieldsOf(Uint8Array.from(bytes), 0, bytes.length)];
    expect(fields.map(({ number, from, to }) => [number, from, to])).toEqual([
      [1, 1, 3],
      [2, 4, 12],
      [3, 14, 16],
      [4, 17, 21],
    ]);
  });
});
