import { expect, test, vi } from 'vitest';
import type { Goldcrest } from '../../app/goldcrest';
import type { LiveObservation } from './observation.svelte';
import type { RunState } from './run.svelte';
import { Session } from './session.svelte';

test('models of packs that were replaced are freed as soon as no run uses them', async () => {
  const dispose = vi.fn();
  const session = new Session();
  session.app = { dispose } as unknown as Goldcrest;
  vi.spyOn(session, 'retry').mockImplementation(() => {
    session.app = { runs: { save: () => Promise.resolve({ ok: true }) } } as unknown as Goldcrest;
    return Promise.resolve(session.app);
  });

  session.live = { run: { ended: null } } as unknown as LiveObservation;
  await session.packsChanged();
  expect(dispose).not.toHaveBeenCalled();

  session.live = { run: { ended: { type: 'verdict' } } } as unknown as LiveObservation;
  await session.keepRun({ events: [] } as unknown as RunState, null);
  expect(dispose).toHaveBeenCalledOnce();
});
