import type { DeviceAbilities } from './catalogue';

interface Adapter {
  features: ReadonlySet<string>;
  info?: { isFallbackAdapter?: boolean; architecture?: string };
  limits: { maxStorageBufferBindingSize: number };
}

/** What this browser tells about its device. */
export async function deviceAbilities(): Promise<DeviceAbilities> {
  const { gpu, deviceMemory } = navigator as {
    gpu?: { requestAdapter(): Promise<Adapter | null> };
    deviceMemory?: number;
  };
  const adapter = (await gpu?.requestAdapter().catch(() => null)) ?? null;
  return {
    webgpu: adapter !== null,
    halfPrecision: adapter?.features.has('shader-f16') ?? false,
    softwareOnly: adapter?.info?.isFallbackAdapter === true || adapter?.info?.architecture === 'swiftshader',
    // Safari and Firefox do not say; a model that needs much is then not offered.
    memoryGb: deviceMemory ?? 4,
    bufferBytes: adapter?.limits.maxStorageBufferBindingSize ?? 0,
  };
}
