import { page } from 'vitest/browser';
import { describe, expect, it } from 'vitest';
import type { DeviceAbilities } from '../../policies/catalogue';
import { Comparison } from '../state/compare.svelte';
import { draw } from '../testing/draw';
import PolicyList from './PolicyList.svelte';

const DESKTOP: DeviceAbilities = {
  webgpu: true,
  halfPrecision: true,
  softwareOnly: false,
  memoryGb: 8,
  bufferBytes: 2 ** 30,
};

async function list(device: Partial<DeviceAbilities>, packs: Comparison['packs']): Promise<Comparison> {
  const comparison = new Comparison();
  comparison.device = { ...DESKTOP, ...device };
  comparison.packs = { 'tiny-webllm': { bytes: 5_125_004 }, 'tiny-wasm': { bytes: 2_092_419 }, ...packs };
  await draw(PolicyList, { comparison });
  return comparison;
}

describe('the list of policies', () => {
  it('says what each engine has to fetch, as the pack has it', async () => {
    await list({}, {});
    await expect.element(page.getByText('5.1 MB')).toBeVisible();
    await expect.element(page.getByText('2.1 MB')).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: /Tiny policy on the processor/ })).toBeChecked();
  });

  it('keeps large models out of the way, and says of each why it cannot be had', async () => {
    await list({}, { 'qwen3-4b': 'missing', 'qwen3-vl-2b': { bytes: 1_500_000_000 } });
    const seeing = page.getByRole('checkbox', { name: /Qwen3-VL 2B/ });
    await expect.element(page.getByText('Not installed.').first()).not.toBeVisible();
    await page.getByText('Large models').click();
    await expect.element(page.getByText('Not installed.').first()).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: /Qwen3 4B Instruct/ })).toBeDisabled();
    await expect.element(seeing).toBeEnabled();
  });

  it('does not offer a large model that the device cannot hold', async () => {
    await list({ memoryGb: 4 }, { 'qwen3-vl-2b': { bytes: 1 } });
    await page.getByText('Large models').click();
    await expect.element(page.getByRole('checkbox', { name: /Qwen3-VL 2B/ })).toBeDisabled();
    await expect.element(page.getByText(/Needs a device with at least 8 GB/).first()).toBeVisible();
  });
});
