import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, choosePolicy, MOST_SECONDS, offerOn, type DeviceAbilities } from './catalogue';
import { downloadBytes, PolicyManifestSchema } from './manifest';

const DESKTOP: DeviceAbilities = {
  webgpu: true,
  halfPrecision: false,
  softwareOnly: false,
  memoryGb: 8,
  bufferBytes: 2 ** 30,
};
const offered = (device: DeviceAbilities) =>
  CATALOGUE.filter((entry) => offerOn(entry, device).offered).map(({ name }) => name);

describe('the policies', () => {
  it('that come with the app show the licence of their pack', () => {
    const content = readFileSync('public/packs/tiny-policy/manifest.json', 'utf8');
    const { licence } = v.parse(PolicyManifestSchema, JSON.parse(content));
    const shipped = CATALOGUE.filter(({ pack }) => pack === 'tiny-policy');
    expect(shipped.map((entry) => entry.licence)).toEqual([licence.id, licence.id]);
  });

  it('begin with the rules, then the tiny ones, then the large', () => {
    expect(CATALOGUE.slice(0, 3).map(({ name }) => name)).toEqual(['blueprint', 'tiny-webllm', 'tiny-wasm']);
    expect(CATALOGUE.slice(3).every(({ downloadBytes: bytes }) => (bytes ?? 0) > 1e9)).toBe(true);
  });

  it('are offered only where the device can hold them', () => {
    expect(offered(DESKTOP)).toHaveLength(CATALOGUE.length);
    expect(offered({ ...DESKTOP, webgpu: false })).toEqual(['blueprint', 'tiny-wasm']);
    expect(offered({ ...DESKTOP, memoryGb: 4 })).toEqual(['blueprint', 'tiny-webllm', 'tiny-wasm']);
    expect(offered({ ...DESKTOP, bufferBytes: 134_217_728 })).toEqual(['blueprint', 'tiny-webllm', 'tiny-wasm']);
  });

  it('are picked by what was measured: the rules unless a tiny one is fast enough', () => {
    expect(choosePolicy({})).toBe('blueprint');
    expect(choosePolicy({ 'tiny-webllm': MOST_SECONDS + 0.1, 'tiny-wasm': 60 })).toBe('blueprint');
    expect(choosePolicy({ 'tiny-webllm': MOST_SECONDS, 'tiny-wasm': MOST_SECONDS / 2 })).toBe('tiny-wasm');
    expect(choosePolicy({ 'tiny-webllm': 1, 'tiny-wasm': 2 })).toBe('tiny-webllm');
    expect(choosePolicy({ 'qwen3-4b': 0.1 })).toBe('blueprint');
  });
});

describe('the tiny policy’s pack', () => {
  const file = JSON.parse(readFileSync('public/packs/tiny-policy/manifest.json', 'utf8')) as unknown;
  const manifest = v.parse(PolicyManifestSchema, file);

  it('says what each engine has to fetch', () => {
    const whole = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const engine of ['webllm', 'wasm'] as const) {
      const bytes = downloadBytes(manifest, engine, false)!;
      expect(bytes).toBeGreaterThan(1e6);
      expect(bytes).toBeLessThan(whole);
    }
    expect(
      downloadBytes({ ...manifest, models: [{ ...manifest.models[0], onnx: undefined }] }, 'wasm', false),
    ).toBeNull();
  });
});
