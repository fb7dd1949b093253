import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NO_CHOICES } from '../../packs/choices';
import { draw } from '../testing/draw';
import { offer, openedPack, storedPack, storedVersion } from '../testing/packs';
import type { Job } from '../state/packs.svelte';
import PackFiles from './PackFiles.svelte';
import PackJob from './PackJob.svelte';
import PackOffer from './PackOffer.svelte';
import RoleChoices from './RoleChoices.svelte';
import StoredPackCard from './StoredPackCard.svelte';

const button = (name: string | RegExp) => page.getByRole('button', { name });

async function showCard(pack = storedPack(), on = true) {
  const told = {
    onuse: vi.fn(),
    onagain: vi.fn(),
    ondiscard: vi.fn(),
    onverify: vi.fn(),
    onexport: vi.fn(),
    onremove: vi.fn(),
    onupdate: vi.fn(),
  };
  await draw(StoredPackCard, { pack, usedAt: null, busy: false, on, ...told });
  return told;
}

test('a pack says what it does, how large it is, whether it is signed, and when it was verified and used', async () => {
  await showCard();
  const card = page.getByRole('article', { name: 'Pack field' });
  await expect.element(card).toHaveTextContent(/Knows which birds live where and when\. Version 1, 3(\.0)? MB, signed/);
  await expect.element(card).toHaveTextContent(/Verified\s*(16 Nov|Nov 16,) 2026.*Last used\s*not yet/);
});

test('a pack is switched off and on', async () => {
  const told = await showCard();
  await page.getByRole('switch', { name: 'Use this pack' }).click();
  expect(told.onuse).toHaveBeenCalledExactlyOnceWith(false);
});

test('a pack that is off says that it does nothing', async () => {
  await showCard(storedPack(), false);
  await expect.element(page.getByRole('switch', { name: 'Use this pack' })).not.toBeChecked();
  await expect.element(page.getByText(/does nothing until you use it again/)).toBeVisible();
});

test('removing asks first', async () => {
  const told = await showCard();
  await button('Remove').click();
  expect(told.onremove).not.toHaveBeenCalled();
  await button('Remove it').click();
  expect(told.onremove).toHaveBeenCalledOnce();
});

test('a pack with lost files offers one button to repair it, and can be neither used nor handed on', async () => {
  const told = await showCard(storedPack({ active: storedVersion({ lost: ['geo.onnx'] }) }));
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(/geo\.onnx is lost or damaged, so the pack is not used/);
  expect(page.getByRole('switch').elements()).toEqual([]);
  await expect.element(button('Save as a file')).toBeDisabled();
  await button('Repair').click();
  expect(told.onagain).toHaveBeenCalledOnce();
});

test('a pack that was cut says how far it is, and goes on', async () => {
  const told = await showCard(
    storedPack({ active: null, candidate: { ...storedVersion(), downloadedBytes: 1_000_000 } }),
  );
  await expect.element(page.getByText('Partly downloaded: 1.0 MB of 3.0 MB.')).toBeVisible();
  await button('Continue').click();
  expect(told.onagain).toHaveBeenCalledOnce();
});

test('a signed offer wants its terms accepted, and shows size, time and room before', async () => {
  const onaccept = vi.fn();
  await draw(PackOffer, { offer: offer(), room: { used: 0, free: 50_000_000 }, onaccept, onclose: vi.fn() });
  const sheet = page.getByRole('dialog', { name: 'Pack field' });
  await expect
    .element(sheet)
    .toHaveTextContent(/Size\s*3(\.0)? MB.*Time\s*about \d+ s.*Free on this device\s*50(\.0)? MB/);
  await expect.element(button(/^Download,/)).toBeDisabled();
  await page.getByRole('checkbox', { name: /^I accept/ }).click();
  await button(/^Download,/).click();
  expect(onaccept).toHaveBeenCalledExactlyOnceWith({ licences: ['MIT'], unsigned: false });
});

test('an unsigned offer also wants to be meant', async () => {
  const onaccept = vi.fn();
  await draw(PackOffer, {
    offer: offer({ trust: 'unsigned', fromFiles: true }),
    room: null,
    onaccept,
    onclose: vi.fn(),
  });
  await expect.element(page.getByText('Nobody has verified this pack.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^I accept/ }).click();
  await expect.element(button(/^Download,/)).toBeDisabled();
  await page.getByRole('checkbox', { name: /^I know where it comes from/ }).click();
  await button(/^Download,/).click();
  expect(onaccept).toHaveBeenCalledExactlyOnceWith({ licences: ['MIT'], unsigned: true });
});

test('an offer that does not fit is not taken', async () => {
  await draw(PackOffer, { offer: offer(), room: { used: 0, free: 1000 }, onaccept: vi.fn(), onclose: vi.fn() });
  await page.getByRole('checkbox', { name: /^I accept/ }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/not enough space/);
  await expect.element(button(/^Download,/)).toBeDisabled();
});

function job(changes: Partial<Job> = {}): Job {
  const progress = { file: 'geo.onnx', done: 2_000_000, total: 8_000_000, waitMs: null };
  return { doing: 'arriving', title: 'Pack field', progress, since: performance.now() - 10_000, from: 0, ...changes };
}

test('a download shows the file, how far it is, how long still, and the room that is left; it can be stopped', async () => {
  const onstop = vi.fn();
  await draw(PackJob, { job: job(), free: 10_000_000, onstop });
  await expect.element(page.getByText('Downloading: geo.onnx')).toBeVisible();
  await expect
    .element(page.getByText(/2\.0 MB of 8\.0 MB, about 3\d s left\.\s+8\.0 MB free on this device/))
    .toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '2000000');
  await button('Stop').click();
  expect(onstop).toHaveBeenCalledOnce();
});

test('waiting for Wi-Fi and for a busy server is said', async () => {
  await draw(PackJob, { job: job({ doing: 'waiting_for_wifi', progress: null }), free: null, onstop: vi.fn() });
  await expect.element(page.getByText('Waiting for Wi-Fi')).toBeVisible();
});

test('a server that asks to wait is quoted', async () => {
  const progress = { file: 'geo.onnx', done: 0, total: 10, waitMs: 12_000 };
  await draw(PackJob, { job: job({ progress }), free: null, onstop: vi.fn() });
  await expect.element(page.getByText(/The server asked to wait 12 s/)).toBeVisible();
});

const PACKS = [openedPack('field', 'image', 'geo'), openedPack('starter', 'detector', 'image', 'sound', 'geo')];

test('work that more than one pack can do is given to one of them', async () => {
  const onchoose = vi.fn();
  await draw(RoleChoices, { packs: PACKS, choices: NO_CHOICES, disabled: false, onchoose });
  expect(page.getByRole('combobox').elements()).toHaveLength(2);
  const looks = page.getByRole('combobox', { name: 'Names birds by their looks' });
  await expect.element(looks).toHaveValue('field');
  await looks.selectOptions('Pack starter');
  expect(onchoose).toHaveBeenCalledExactlyOnceWith('image', 'starter');
});

test('a pack that is off is not among those to choose from', async () => {
  await draw(RoleChoices, { packs: PACKS, choices: { off: ['field'], roles: {} }, disabled: false, onchoose: vi.fn() });
  expect(page.getByRole('combobox').elements()).toEqual([]);
});

test('files and folders are offered side by side', async () => {
  await draw(PackFiles, { disabled: true, onfiles: vi.fn() });
  await expect.element(button('Choose a folder')).toBeDisabled();
  await expect.element(button('Choose a .zip or .tar')).toBeDisabled();
});
