import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { packProblem } from '../packs/errors';
import { openDatabase } from '../storage/database';
import { ProviderStore } from '../storage/providers';
import { openedPack } from '../testing/pack';
import { ModelHost, type ModelLoader } from './model-host';
import type { Provider } from '../domain/ledger';
import type { LoadRequest, LoadResult } from './protocol';

/** How fast each provider runs, or that its numbers are wrong. */
type Speeds = Record<Provider, number | 'wrong'>;

let devices = 0;

/** A device of its own, on which the app can be started several times. */
async function device(speeds: Speeds) {
  const providers = new ProviderStore(await openDatabase());
  const name = `device ${++devices}`;
  const asked: Pick<LoadRequest, 'provider' | 'check'>[] = [];
  const answer = ({ provider, check }: LoadRequest): LoadResult => {
    const speed = speeds[provider];
    if (speed === 'wrong') return { ok: false, problem: packProblem('golden_failed', 'off by 3') };
    return { ok: true, value: { milliseconds: check === 'timed' ? speed : null } };
  };
  const loader: ModelLoader = {
    load: (request) => {
      asked.push({ provider: request.provider, check: request.check });
      return Promise.resolve(answer(request));
    },
    dispose: () => undefined,
  };
  const start = (): ModelHost => new ModelHost([openedPack('pack', 'image')], () => loader, providers, name);
  return { asked, start, tune: () => start().tune(() => loader) };
}

describe('a model', () => {
  it('is checked once on a device, and not timed before the first answer', async () => {
    const { asked, start } = await device({ wasm: 40, webgpu: 20 });
    expect(await start().ready('image')).toEqual({ ok: true, value: 'wasm' });
    expect(await start().ready('image')).toEqual({ ok: true, value: 'wasm' });
    expect(asked).toEqual([
      { provider: 'wasm', check: 'golden' },
      { provider: 'wasm', check: false },
    ]);
  });

  it('that is not in use yet is not raced', async () => {
    const { asked, tune } = await device({ wasm: 40, webgpu: 20 });
    await tune();
    expect(asked).toEqual([]);
  });
});

describe('from the next start on', () => {
  it.each<[Speeds, Provider]>([
    [{ wasm: 40, webgpu: 31 }, 'webgpu'],
    [{ wasm: 40, webgpu: 33 }, 'wasm'],
    [{ wasm: 40, webgpu: 'wrong' }, 'wasm'],
  ])('%o is run on %s', async (speeds, provider) => {
    const { start, tune } = await device(speeds);
    await start().ready('image');
    await tune();
    expect(await start().ready('image')).toEqual({ ok: true, value: provider });
  });

  it('both providers have been timed alike, once', async () => {
    const { asked, start, tune } = await device({ wasm: 40, webgpu: 31 });
    await start().ready('image');
    asked.length = 0;
    await tune();
    await tune();
    expect(asked).toEqual([
      { provider: 'wasm', check: 'timed' },
      { provider: 'webgpu', check: 'timed' },
    ]);
    const [{ record } = { record: null }] = await start().findings();
    expect(record).toMatchObject({ provider: 'webgpu', milliseconds: { wasm: 40, webgpu: 31 } });
  });

  it('wrong numbers are remembered with their reason', async () => {
    const { asked, start, tune } = await device({ wasm: 40, webgpu: 'wrong' });
    await start().ready('image');
    await tune();
    asked.length = 0;
    await tune();
    expect(asked).toEqual([]);
    const [{ record } = { record: null }] = await start().findings();
    expect(record?.refused).toEqual({ webgpu: 'off by 3' });
  });

  it('a graphics card that fails after all is left for good', async () => {
    const speeds: Speeds = { wasm: 40, webgpu: 20 };
    const { start, tune } = await device(speeds);
    await start().ready('image');
    await tune();
    speeds.webgpu = 'wrong';
    expect(await start().ready('image')).toEqual({ ok: true, value: 'wasm' });
    speeds.webgpu = 20;
    expect(await start().ready('image')).toEqual({ ok: true, value: 'wasm' });
  });
});
