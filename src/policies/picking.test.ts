import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_SECONDS, type DeviceAbilities, type PolicyEntry } from './catalogue';
import type { Shelf } from '../storage/local';
import { findFastest, pickedBy, remembered } from './picking';
import { policyProblem } from './protocol';

const DESKTOP: DeviceAbilities = {
  webgpu: true,
  halfPrecision: false,
  softwareOnly: false,
  memoryGb: 8,
  bufferBytes: 2 ** 30,
};

class Memory implements Shelf {
  #kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
}

let shelf: Memory;
let asked: string[];

beforeEach(() => {
  shelf = new Memory();
  asked = [];
});

function find(seconds: Record<string, number | null>, device = DESKTOP, version = '1') {
  const measure = ({ name }: PolicyEntry) => {
    asked.push(name);
    const took = seconds[name] ?? null;
    if (took === null) return Promise.resolve(policyProblem('engine_failed', 'broken'));
    const value = { seconds: took, tokensPerSecond: 100 / took, loadMilliseconds: 1, device: 'test', version };
    return Promise.resolve({ ok: true as const, value });
  };
  return findFastest({ device, version, shelf, measure });
}

describe('picking a policy by measuring', () => {
  it('takes the faster tiny policy where it is fast enough', async () => {
    expect(pickedBy(await find({ 'tiny-webllm': 2, 'tiny-wasm': 3 }))).toBe('tiny-webllm');
    expect(asked).toEqual(['tiny-webllm', 'tiny-wasm']);
  });

  it('leaves it to the rules where both are slow or broken', async () => {
    expect(pickedBy(await find({ 'tiny-webllm': MOST_SECONDS * 2, 'tiny-wasm': null }))).toBe('blueprint');
  });

  it('does not time software that plays a graphics card', async () => {
    expect(pickedBy(await find({ 'tiny-webllm': 1, 'tiny-wasm': 3 }, { ...DESKTOP, softwareOnly: true }))).toBe(
      'tiny-wasm',
    );
    expect(asked).toEqual(['tiny-wasm']);
  });

  it('measures once a device, and again when the pack has changed', async () => {
    await find({ 'tiny-webllm': 2, 'tiny-wasm': 3 });
    await find({ 'tiny-webllm': 20, 'tiny-wasm': 30 });
    expect(asked).toHaveLength(2);
    expect(pickedBy(remembered(shelf, '1')!)).toBe('tiny-webllm');
    expect(remembered(shelf, '2')).toBeNull();
    await find({ 'tiny-webllm': 20, 'tiny-wasm': 30 }, DESKTOP, '2');
    expect(pickedBy(remembered(shelf)!)).toBe('blueprint');
  });

  it('takes what is remembered only if it can be read', () => {
    shelf.setItem('goldcrest.policy-measured', '{"version":1');
    expect(remembered(shelf)).toBeNull();
  });
});
