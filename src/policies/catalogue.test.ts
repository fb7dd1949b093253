import { describe, expect, it } from 'vitest';
import { CATALOGUE, choosePolicy, FAST_ENOUGH, offerOn, type DeviceAbilities } from './catalogue';

const DESKTOP: DeviceAbilities = { webgpu: true, softwareOnly: false, memoryGb: 8, bufferBytes: 2 ** 30 };
const offered = (device: DeviceAbilities) =>
  CATALOGUE.filter((entry) => offerOn(entry, device).offered).map(({ name }) => name);

describe('the policies', () => {
  it('begin with the rules, then the tiny ones, then the large', () => {
    expect(CATALOGUE.slice(0, 3).map(({ name }) => name)).toEqual(['blueprint', 'tiny-webllm', 'tiny-wasm']);
    expect(CATALOGUE.slice(3).every(({ downloadBytes }) => downloadBytes > 1e9)).toBe(true);
  });

  it('are offered only where the device can hold them', () => {
    expect(offered(DESKTOP)).toHaveLength(CATALOGUE.length);
    expect(offered({ ...DESKTOP, webgpu: false })).toEqual(['blueprint', 'tiny-wasm']);
    expect(offered({ ...DESKTOP, memoryGb: 4 })).toEqual(['blueprint', 'tiny-webllm', 'tiny-wasm']);
    expect(offered({ ...DESKTOP, bufferBytes: 134_217_728 })).toEqual(['blueprint', 'tiny-webllm', 'tiny-wasm']);
  });

  it('are picked by what was measured: the rules unless a tiny one is fast enough', () => {
    expect(choosePolicy({})).toBe('blueprint');
    expect(choosePolicy({ 'tiny-webllm': FAST_ENOUGH - 1, 'tiny-wasm': 2 })).toBe('blueprint');
    expect(choosePolicy({ 'tiny-webllm': FAST_ENOUGH, 'tiny-wasm': FAST_ENOUGH * 2 })).toBe('tiny-wasm');
    expect(choosePolicy({ 'tiny-webllm': FAST_ENOUGH * 3, 'tiny-wasm': FAST_ENOUGH * 2 })).toBe('tiny-webllm');
    expect(choosePolicy({ 'qwen3-4b': 1000 })).toBe('blueprint');
  });
});
