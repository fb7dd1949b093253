import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Workbox } from 'workbox-window';
import { Offline } from '../state/offline.svelte';
import { Comparison } from '../state/compare.svelte';
import { Session } from '../state/session.svelte';
import type { Recording } from '../sound/recording.svelte';
import { draw } from '../testing/draw';
import UpdateBar from './UpdateBar.svelte';

/** Stands in for the worker of the new version: it takes over when `takeOver` is called, and only if it was asked to. */
function waitingVersion() {
  const reload = vi.fn();
  const listeners: (() => void)[] = [];
  vi.spyOn(Workbox.prototype, 'addEventListener').mockImplementation((type, listener) => {
    if (type === 'controlling') listeners.push(listener as () => void);
  });
  const asked = vi.spyOn(Workbox.prototype, 'messageSkipWaiting').mockImplementation(() => undefined);
  const offline = new Offline('/sw.js', reload);
  offline.updateAvailable = true;
  const takeOver = (): void => {
    expect(asked).toHaveBeenCalledOnce();
    for (const listener of listeners) listener();
  };
  return { offline, reload, takeOver };
}

afterEach(() => {
  vi.restoreAllMocks();
});

class Work {
  busy = $state(false);
}

const offer = () => page.getByRole('button', { name: 'Reload now' });

describe('a new version', () => {
  test('is offered when nothing is under way, and reloads because it was asked to', async () => {
    const { offline, reload, takeOver } = waitingVersion();
    await draw(UpdateBar, { offline, work: new Work() });
    await offer().click();
    expect(reload).not.toHaveBeenCalled();
    takeOver();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('waits while something is under way, and is offered when that has ended', async () => {
    const { offline, reload } = waitingVersion();
    const work = new Work();
    work.busy = true;
    await draw(UpdateBar, { offline, work });
    expect(offer().query()).toBeNull();
    work.busy = false;
    await expect.element(offer()).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  test('never reloads over a recording that began after the click: it is offered again', async () => {
    const { offline, reload, takeOver } = waitingVersion();
    const work = new Work();
    await draw(UpdateBar, { offline, work });
    await offer().click();
    work.busy = true;
    takeOver();
    expect(reload).not.toHaveBeenCalled();
    work.busy = false;
    await expect.element(offer()).toBeVisible();
  });

  test('can be put off', async () => {
    const { offline, reload } = waitingVersion();
    await draw(UpdateBar, { offline, work: new Work() });
    await page.getByRole('button', { name: 'Close this message' }).click();
    await expect.element(offer()).not.toBeInTheDocument();
    expect(reload).not.toHaveBeenCalled();
  });
});

test.each(['asking', 'listening', 'ending'] as const)(
  'a recording that is %s is work that a reload would lose',
  (phase) => {
    const session = new Session();
    expect(session.busy).toBe(false);
    session.sound.recording = { phase } as Recording;
    expect(session.busy).toBe(true);
  },
);

describe('a reload would also lose', () => {
  test('a pack that is on its way, whichever screen is open', () => {
    const session = new Session();
    expect(session.busy).toBe(false);
    session.packs.job = { doing: 'arriving', title: 'A pack', progress: null, since: 0, from: 0 };
    expect(session.busy).toBe(true);
    session.packs.job = null;
    expect(session.busy).toBe(false);
  });

  test('policies that are being compared', () => {
    const session = new Session();
    const comparison = new Comparison();
    session.comparison = comparison;
    expect(session.busy).toBe(false);
    comparison.running = true;
    expect(session.busy).toBe(true);
    comparison.stop();
    expect(session.busy).toBe(false);
  });

  test('nothing else: a version that waits for a download is offered when that has ended', async () => {
    const { offline } = waitingVersion();
    const session = new Session();
    session.packs.job = { doing: 'proving', title: 'A pack', progress: null, since: 0, from: 0 };
    await draw(UpdateBar, { offline, work: session });
    expect(offer().query()).toBeNull();
    session.packs.job = null;
    await expect.element(offer()).toBeVisible();
  });
});
