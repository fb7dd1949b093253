import { expose } from 'comlink';
import { refuse, type InstallResult } from '../src/packs/download/errors';
import { exportPack } from '../src/packs/export';
import { openSource } from '../src/packs/import/open';
import { listPacks } from '../src/packs/inventory';
import { PackManager } from '../src/packs/manager';
import type { PacksApi, PacksSetup } from '../src/packs/protocol';
import { chooseStore } from '../src/packs/store/choose';
import { throttled } from '../src/packs/throttle';
import type { PackStore } from '../src/packs/store/store';
import { PINNED_KEYS } from '../src/packs/trust/keys';

interface Ready {
  store: PackStore;
  manager: PackManager;
}

/** Shared by the workers of all tabs: packs are downloaded one at a time. */
const LOCK = 'goldcrest-packs';

let ready: Promise<Ready | null> | null = null;
/** Of the steps that run or wait in this worker. */
const underWay = new Set<AbortController>();

async function setUp({ hosts, own, stores }: PacksSetup): Promise<Ready | null> {
  const store = await chooseStore(stores);
  if (!store) return null;
  const manager = new PackManager({
    store,
    fetch: (input, init) => fetch(input, init),
    keys: PINNED_KEYS,
    hosts,
    ...(own !== undefined && { own }),
  });
  return { store, manager };
}

/** Runs one step by itself; without a store it says so. */
async function alone<T>(
  step: (ready: Ready, signal: AbortSignal) => Promise<InstallResult<T>>,
): Promise<InstallResult<T>> {
  const there = await ready;
  if (!there) return refuse('storage_missing', 'This browser keeps no data for the app (a private window?).');
  const controller = new AbortController();
  underWay.add(controller);
  try {
    return await navigator.locks.request(LOCK, () => step(there, controller.signal));
  } finally {
    underWay.delete(controller);
  }
}

const api: PacksApi = {
  async setUp(setup) {
    ready = setUp(setup);
    await ready;
  },

  async inventory() {
    const there = await ready;
    return { kind: there?.store.kind ?? null, packs: there ? await listPacks(there.store) : [] };
  },

  offerFrom: (addresses) => alone(({ manager }, signal) => manager.offerFrom(addresses, signal)),
  offerOf: (files) => alone(async ({ manager }) => manager.offerOf(await openSource(files))),
  offerAgain: (name) => alone(({ manager }) => manager.offerAgain(name)),
  accept: (offer, consent, onProgress) =>
    alone(({ manager }, signal) => manager.accept(offer, consent, signal, throttled(onProgress))),
  stop: () => {
    for (const controller of underWay) controller.abort();
  },
  activate: (name) => alone(({ manager }) => manager.activate(name)),
  reject: async (name) => {
    await alone(({ manager }) => done(manager.reject(name)));
  },
  remove: async (name) => {
    await alone(({ manager }) => done(manager.remove(name)));
  },
  verify: (name, onProgress) => alone(({ manager }, signal) => manager.verify(name, signal, throttled(onProgress))),
  export: (name) => alone(({ store }) => exportPack(store, name)),
};

async function done(work: Promise<void>): Promise<InstallResult<void>> {
  await work;
  return { ok: true, value: undefined };
}

expose(api);
