import { expect, test, vi } from 'vitest';
import { installProblem, type InstallResult } from '../packs/download/errors';
import { WifiOnly, type Line } from './wifi-only';

/** A network that changes when it is told to. */
class FakeLine implements Line {
  #wifi: boolean;
  readonly #listeners = new Set<() => void>();

  constructor(wifi: boolean) {
    this.#wifi = wifi;
  }
  allowed = (): boolean => this.#wifi;
  onChange = (callback: () => void, signal: AbortSignal): void => {
    this.#listeners.add(callback);
    signal.addEventListener('abort', () => this.#listeners.delete(callback));
  };
  become(wifi: boolean): void {
    this.#wifi = wifi;
    for (const listener of [...this.#listeners]) listener();
  }
  get listeners(): number {
    return this.#listeners.size;
  }
}

const DONE: InstallResult<void> = { ok: true, value: undefined };

/** A download that ends when it is told to, or is interrupted. */
function download() {
  const runs: ((result: InstallResult<void>) => void)[] = [];
  const interrupt = vi.fn(() => runs.at(-1)?.({ ok: false, problem: installProblem('cancelled', 'Stopped.') }));
  const step = vi.fn(() => new Promise<InstallResult<void>>((end) => runs.push(end)));
  return { step, interrupt, onGoing: vi.fn(), onWaiting: vi.fn(), end: () => runs.at(-1)?.(DONE) };
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

test('on Wi-Fi a download runs at once', async () => {
  const line = new FakeLine(true);
  const fetching = download();
  const result = new WifiOnly(line).run(fetching);
  fetching.end();
  expect(await result).toEqual(DONE);
  expect(fetching.onWaiting).not.toHaveBeenCalled();
  expect(line.listeners, 'nobody listens any more').toBe(0);
});

test('elsewhere it waits for Wi-Fi, and begins when it comes', async () => {
  const line = new FakeLine(false);
  const fetching = download();
  const result = new WifiOnly(line).run(fetching);
  await settled();
  expect(fetching.step, 'not a byte is asked for').not.toHaveBeenCalled();
  expect(fetching.onWaiting).toHaveBeenCalledOnce();
  line.become(true);
  await settled();
  fetching.end();
  expect(await result).toEqual(DONE);
});

test('when the Wi-Fi goes in mid-download it is interrupted, and goes on when it is back', async () => {
  const line = new FakeLine(true);
  const fetching = download();
  const result = new WifiOnly(line).run(fetching);
  line.become(false);
  await settled();
  expect(fetching.interrupt).toHaveBeenCalledOnce();
  expect(fetching.onWaiting).toHaveBeenCalledOnce();
  line.become(true);
  await settled();
  expect(fetching.step).toHaveBeenCalledTimes(2);
  fetching.end();
  expect(await result).toEqual(DONE);
});

test('waiting can be stopped', async () => {
  const gate = new WifiOnly(new FakeLine(false));
  const result = gate.run(download());
  await settled();
  gate.stop();
  expect(await result).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
});

test('a download that fails for another reason is not tried again', async () => {
  const problem = installProblem('unreachable', 'It did not come through.');
  const fetching = { ...download(), step: () => Promise.resolve({ ok: false, problem } as const) };
  expect(await new WifiOnly(new FakeLine(true)).run(fetching)).toEqual({ ok: false, problem });
});
