import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceAbilities } from './device';
import { filesFor, PolicyManifestSchema } from './manifest';

const PACK = 'public/packs/tiny-policy';
const manifest = v.parse(PolicyManifestSchema, JSON.parse(readFileSync(`${PACK}/manifest.json`, 'utf8')));

function graphicsCard(...features: string[]): void {
  const adapter = { features: new Set(features), limits: { maxStorageBufferBindingSize: 2 ** 30 } };
  vi.stubGlobal('navigator', { gpu: { requestAdapter: () => Promise.resolve(adapter) }, deviceMemory: 8 });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('half precision', () => {
  it.each([
    [['shader-f16'], 'webllm/q4f16.wasm', 'webllm/q4f32.wasm'],
    [[], 'webllm/q4f32.wasm', 'webllm/q4f16.wasm'],
  ])('of a graphics card with %j decides which library is fetched', async (features, fetched, left) => {
    graphicsCard(...features);
    const files = filesFor(manifest.models[0], 'webllm', (await deviceAbilities()).halfPrecision);
    expect(files).toContain(fetched);
    expect(files).not.toContain(left);
  });

  it('is what the shaders of one library ask for, and those of the other do without', () => {
    const asks = (library: string) => readFileSync(`${PACK}/webllm/${library}`).includes('enable f16;');
    expect([asks('q4f16.wasm'), asks('q4f32.wasm')]).toEqual([true, false]);
  });

  it('is not counted on where there is no WebGPU, or none that answers', async () => {
    vi.stubGlobal('navigator', {});
    expect(await deviceAbilities()).toMatchObject({ webgpu: false, halfPrecision: false });
    vi.stubGlobal('navigator', { gpu: { requestAdapter: () => Promise.reject(new Error('no')) } });
    expect(await deviceAbilities()).toMatchObject({ webgpu: false, halfPrecision: false });
  });
});
