import { expose } from 'comlink';
import { refuse, type ArrivalResult } from '../src/packs/arrive/errors';
import { runningHash } from '../src/packs/arrive/running-hash';
import { exportPack } from '../src/packs/export';
import { openSource } from '../src/packs/import/open';
import { listPacks } from '../src/packs/inventory';
import { PackKeeper } from '../src/packs/keeper';
import type { PacksApi, PacksSetup } from '../src/packs/protocol';
import { chooseStore } from '../src/packs/store/choose';
import { seldom } from '../src/packs/seldom';
import type { PackStore } from '../src/packs/store/store';
import { PINNED_KEYS } from '../src/packs/trust/keys';

interface Ready {
  store: PackStore;
  keeper: PackKeeper;
}

/** Every tab's worker waits for this: packs arrive one at a time, whichever tab asked. */
const LOCK = 'goldcrest-packs';

let ready: Promise<Ready | null> | null = null;
/** Of the steps that run or wait here. */
const underWay = new Set<AbortController>();

async function setUp({ hosts, stores }: PacksSetup): Promise<Ready | null> {
  const store = await chooseStore(stores);
  if (!store) return null;
  const keeper = new PackKeeper({
    store,
    fetch: (input, init) => fetch(input, init),
    hash: await runningHash(),
    keys: PINNED_KEYS,
    hosts,
  });
  return { store, keeper };
}

/** Runs one step by itself; without a store it says so. */
async function alone<T>(
  step: (ready: Ready, signal: AbortSignal) => Promise<ArrivalResult<T>>,
): Promise<ArrivalResult<T>> {
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

  offerFrom: (addresses) => alone(({ keeper }, signal) => keeper.offerFrom(addresses, signal)),
  offerOf: (files) => alone(async ({ keeper }) => keeper.offerOf(await openSource(files))),
  offerAgain: (name) => alone(({ keeper }) => keeper.offerAgain(name)),
  accept: (offer, consent, onArrival) =>
    alone(({ keeper }, signal) => keeper.accept(offer, consent, signal, seldom(onArrival))),
  stop: () => {
    for (const controller of underWay) controller.abort();
  },
  activate: (name) => alone(({ keeper }) => keeper.activate(name)),
  reject: async (name) => {
    await alone(({ keeper }) => done(keeper.reject(name)));
  },
  remove: async (name) => {
    await alone(({ keeper }) => done(keeper.remove(name)));
  },
  verify: (name, onArrival) => alone(({ keeper }, signal) => keeper.verify(name, signal, seldom(onArrival))),
  export: (name) => alone(({ store }) => exportPack(store, name)),
};

async function done(work: Promise<void>): Promise<ArrivalResult<void>> {
  await work;
  return { ok: true, value: undefined };
}

expose(api);
