import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeepOffline, KeepOfflineAnswer } from '../../sw/messages';
import { Offline } from './offline.svelte';

/** Stands in for an active service worker that gives these answers to a request. */
function fakeActiveWorker(answers: KeepOfflineAnswer[]) {
  const requests: KeepOffline[] = [];
  const active = {
    postMessage(request: KeepOffline, [port]: [MessagePort]) {
      requests.push(request);
      for (const answer of answers) port.postMessage(answer);
    },
  };
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockResolvedValue({
    active,
  } as unknown as ServiceWorkerRegistration);
  return requests;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('keeping what a run needs', () => {
  test('shows how far it is, and ends ready', async () => {
    const requests = fakeActiveWorker([{ type: 'progress', bytes: 5, total: 20 }, { type: 'kept' }]);
    const offline = new Offline();
    const shown: string[] = [];
    const stop = $effect.root(() => {
      $effect.pre(() => {
        const { state } = offline;
        shown.push(state.kind === 'preparing' ? `${state.bytes} of ${state.total}` : state.kind);
      });
    });
    await offline.keep(['wasm'], ['/packs/starter/'], ['/packs/sound/']);
    await vi.waitFor(() => expect(shown).toContain('ready'));
    stop();
    expect(shown[0]).toBe('0 of 0');
    expect(requests).toMatchObject([
      { type: 'keep-offline', runtimes: ['wasm'], packs: ['/packs/starter/'], begun: ['/packs/sound/'] },
    ]);
  });

  test('says why it failed, and can be tried again', async () => {
    fakeActiveWorker([{ type: 'failed', code: 'storage_full', file: '/packs/starter/image.onnx' }]);
    const offline = new Offline();
    await offline.keep();
    expect(offline.state).toEqual({ kind: 'failed', code: 'storage_full' });
    vi.restoreAllMocks();
    fakeActiveWorker([{ type: 'kept' }]);
    await offline.keep();
    expect(offline.ready).toBe(true);
  });
});

test('a service worker that cannot be installed is a failure, not an exception', async () => {
  const offline = new Offline('/there-is-no-such-script.js');
  await offline.register();
  expect(offline.state).toEqual({ kind: 'failed', code: 'not_installed' });
  expect(offline.updateAvailable).toBe(false);
});
