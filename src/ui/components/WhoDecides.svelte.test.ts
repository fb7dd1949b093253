import { page } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { Picking } from '../state/picking.svelte';
import { Settings } from '../state/settings.svelte';
import { draw } from '../testing/draw';
import WhoDecides from './WhoDecides.svelte';

beforeEach(() => {
  localStorage.clear();
});

test('the rules decide until something else is chosen', async () => {
  const settings = new Settings();
  await draw(WhoDecides, { settings, picking: new Picking() });
  await expect.element(page.getByRole('radio', { name: /The rules/ })).toBeChecked();
  expect(new Picking().decides(settings.policy)).toBe('blueprint');
});

test('what was measured is shown, with who was picked for it', async () => {
  const settings = new Settings();
  settings.change({ policy: 'auto' });
  const picking = new Picking();
  picking.findings = {
    version: '1',
    by: {
      'tiny-webllm': { seconds: null, tokensPerSecond: null, device: 'lost' },
      'tiny-wasm': { seconds: 2.34, tokensPerSecond: 61.2, device: 'wasm' },
    },
  };
  await draw(WhoDecides, { settings, picking });
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('Tiny policy on the graphics card: cannot run here.');
  await expect.element(status).toHaveTextContent('Tiny policy on the processor: 2.3 s a run, 61 tokens a second.');
  await expect.element(status).toHaveTextContent('Picked: Tiny policy on the processor.');
  expect(picking.decides('auto')).toBe('tiny-wasm');
});

test('a policy that was chosen by name stays among the choices', async () => {
  const settings = new Settings();
  settings.change({ policy: 'tiny-wasm' });
  await draw(WhoDecides, { settings, picking: new Picking() });
  await expect.element(page.getByRole('radio', { name: /Tiny policy on the processor/ })).toBeChecked();
});
