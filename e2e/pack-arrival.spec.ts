import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Page } from '@playwright/test';
import type { InstallResult } from '../src/packs/download/errors.ts';
import type { StoreKind } from '../src/packs/store/store.ts';
import {
  busy,
  cutAt,
  damaged,
  page as webPage,
  rangeStart,
  redirect,
  slow,
  status,
  whole,
  withoutRanges,
  type Answer,
} from '../src/testing/misbehaving.ts';
import { geoManifest } from '../src/testing/pack.ts';
import { CHUNK_BYTES as CHUNK } from '../scripts/pack-file.ts';
import { expect, test } from './fixtures.ts';

/** Everything here goes through the app's own worker, in a real browser, into its real stores. */
test.use({ allowedProblems: [/Failed to load resource/, /quota/i] });

const MODEL_BYTES = 300_000;
const TENTHS = Array.from({ length: 9 }, (_, i) => ((i + 1) * MODEL_BYTES) / 10);

interface Case {
  what: string;
  answer: (model: Buffer) => Answer;
  /** Why it is refused; null where it arrives. */
  code: string | null;
}

const CASES: Case[] = [
  { what: 'a good server', answer: (model) => whole(model), code: null },
  { what: 'a cut at every tenth', answer: (model) => cutAt(model, TENTHS), code: null },
  { what: 'no ranges, and two cuts', answer: (model) => withoutRanges(model, [90_000, 210_000]), code: null },
  { what: 'a slow server', answer: (model) => slow(model, 30_000, 10), code: null },
  { what: '429 with a time to wait', answer: (model) => busy(model, 1, 429, '1'), code: null },
  { what: '503 without one', answer: (model) => busy(model, 1, 503, null), code: null },
  { what: 'one byte changed', answer: (model) => whole(damaged(model)), code: 'damaged' },
  { what: 'zeros', answer: (model) => whole(Buffer.alloc(model.length)), code: 'zero_filled' },
  { what: 'a shorter file', answer: (model) => whole(model.subarray(0, 100_000)), code: 'wrong_length' },
  { what: 'a longer file', answer: (model) => whole(Buffer.concat([model, model])), code: 'too_long' },
  { what: 'a web page', answer: () => webPage(), code: 'web_page' },
  { what: 'a web page without its type', answer: () => webPage('application/octet-stream'), code: 'web_page' },
  { what: 'a login page behind a redirect', answer: () => redirect('/login'), code: 'web_page' },
  { what: 'an expired address', answer: () => status(403), code: 'file_missing' },
];

/** Offers, accepts and activates the pack at these addresses, as the screen does. */
function install(
  page: Page,
  addresses: string[],
  stores?: Exclude<StoreKind, 'memory'>[],
): Promise<InstallResult<void>> {
  return page.evaluate(
    async (given) => {
      const packs = goldcrest.packs(given.stores ? { stores: given.stores } : {});
      const offer = await packs.offerFrom(given.addresses);
      if (!offer.ok) return offer;
      const consent = { licences: ['MIT'], unsigned: true };
      const arrived = await packs.accept(offer.value.id, consent, () => undefined);
      return arrived.ok ? packs.activate(offer.value.manifest.name) : arrived;
    },
    { addresses, stores: stores ?? null },
  );
}

/** Serves a pack whose one large file is answered like this. */
function serve(answers: Map<string, Answer>, folder: string, model: Buffer, answer: Answer): string {
  const files = { 'labels/geo.txt': 'Regulus regulus\n', 'golden/geo.json': '{}', 'geo.onnx': model };
  const manifest = JSON.stringify(geoManifest(folder, '1', files));
  for (const [path, content] of Object.entries({ ...files, 'manifest.json': manifest })) {
    answers.set(`/${folder}/${path}`, whole(Buffer.from(content)));
  }
  answers.set(`/${folder}/geo.onnx`, answer);
  return `/${folder}/manifest.json`;
}

for (const kind of ['opfs', 'indexeddb'] as const) {
  test(`from a server that misbehaves a pack arrives right in ${kind}, or says why it does not`, async ({
    page,
    answers,
  }) => {
    answers.set('/login', webPage());
    await page.goto('/headless.html');
    // The stores differ in how they write, not in what they are told: the others see the cases that write.
    const cases = kind === 'opfs' ? CASES : CASES.filter(({ code }) => code === null || code === 'damaged').slice(0, 4);
    for (const [index, { what, answer, code }] of cases.entries()) {
      // Bytes of its own for every case: a file that the store has is not fetched again.
      const model = randomBytes(MODEL_BYTES);
      const address = serve(answers, `case-${kind}-${index}`, model, answer(model));
      const result = await install(page, [address], [kind]);
      expect(result.ok ? null : result.problem.code, what).toBe(code);
    }
    const model = randomBytes(MODEL_BYTES);
    const bad = serve(answers, 'mirror', model, whole(damaged(model)));
    const good = serve(answers, 'good', model, whole(model));
    answers.set('/mirror/manifest.json', answers.get('/good/manifest.json')!);
    expect(await install(page, [bad, good], [kind]), 'two mirrors, one bad').toMatchObject({ ok: true });

    const { kind: chosen, packs } = await page.evaluate(
      (store) => goldcrest.packs({ stores: [store] }).inventory(),
      kind,
    );
    expect(chosen).toBe(kind);
    const arrived = cases.filter(({ code }) => code === null).length + 1;
    expect(packs.filter(({ active }) => active?.lost.length === 0)).toHaveLength(arrived);
  });
}

test('packs that two tabs ask for arrive one after the other; stopping stops what waits as well as what runs', async ({
  context,
  answers,
}) => {
  let open = 0;
  let most = 0;
  const shelve = (folder: string): string => {
    // Bytes of its own for each: what the store has is not fetched again.
    const model = randomBytes(MODEL_BYTES);
    const answer = slow(model, 30_000, 60);
    return serve(answers, folder, model, (request, response) => {
      most = Math.max(most, ++open);
      response.on('close', () => (open -= 1));
      answer(request, response);
    });
  };
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab) => tab.goto('/headless.html')));
  const results = await Promise.all(tabs.map((tab, index) => install(tab, [shelve(`tab-${index}`)])));
  expect(results).toEqual([{ ok: true }, { ok: true }]);
  expect(most, 'at a time').toBe(1);

  const stopped = tabs[0].evaluate(
    async (addresses) => {
      const packs = goldcrest.packs();
      const offered: number[] = [];
      for (const address of addresses) {
        const offer = await packs.offerFrom([address]);
        if (offer.ok) offered.push(offer.value.id);
      }
      const consent = { licences: ['MIT'], unsigned: true };
      return Promise.all(offered.map((id) => packs.accept(id, consent, () => void packs.stop())));
    },
    [shelve('running'), shelve('waiting')],
  );
  const cancelled = { ok: false, problem: { code: 'cancelled' } };
  expect(await stopped).toMatchObject([cancelled, cancelled]);
});

test('a tab that is killed at fifty random points of a download loses at most one chunk each time', async ({
  context,
  answers,
}) => {
  test.setTimeout(180_000);
  const model = randomBytes(48 * CHUNK);
  const starts: number[] = [];
  const throttled = slow(model, 96 * 1024, 8);
  const note = (request: IncomingMessage): void => {
    starts.push(rangeStart(request));
  };
  const address = serve(answers, 'killed', model, (request, response) => {
    note(request);
    throttled(request, response);
  });

  let kills = 0;
  let arrived = 0;
  for (;;) {
    const tab = await context.newPage();
    await tab.goto('/headless.html');
    let last = 0;
    await tab.exposeFunction('noteArrival', (done: number) => {
      last = Math.max(last, done);
    });
    const finished = tab
      .evaluate(async (manifest) => {
        const packs = goldcrest.packs();
        const offer = await packs.offerFrom([manifest]);
        if (!offer.ok) return offer;
        const tell = (globalThis as unknown as { noteArrival: (done: number) => void }).noteArrival;
        return packs.accept(offer.value.id, { licences: ['MIT'], unsigned: true }, ({ file, done }) => {
          if (file === 'geo.onnx') tell(done);
        });
      }, address)
      .catch(() => 'killed' as const);
    const before = starts.length;
    if (kills < 50) {
      await expect.poll(() => starts.length, { intervals: [5], timeout: 20_000 }).toBeGreaterThan(before);
      expect(arrived - starts.at(-1)!, 'bytes that had arrived and are fetched again').toBeLessThanOrEqual(CHUNK);
      await tab.waitForTimeout(Math.random() * 80);
      await tab.close();
      arrived = Math.max(starts.at(-1)!, last);
      kills += 1;
      continue;
    }
    expect(await finished).toEqual({ ok: true });
    break;
  }
  expect(kills).toBe(50);
  expect(starts, 'it never goes back').toEqual([...starts].sort((a, b) => a - b));
});

test('when the quota runs out in mid-download it says so, loses nothing, and goes on when there is room', async ({
  page,
  context,
  answers,
  site,
}) => {
  const model = randomBytes(24 * CHUNK);
  const starts: number[] = [];
  const small = randomBytes(MODEL_BYTES);
  const first = serve(answers, 'first', small, whole(small));
  const second = serve(answers, 'second', model, (request, response) => {
    starts.push(rangeStart(request));
    whole(model)(request, response);
  });
  await page.goto('/headless.html');
  expect(await install(page, [first])).toMatchObject({ ok: true });
  const session = await context.newCDPSession(page);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: used + 10 * CHUNK });
  const full = await install(page, [second]);
  expect(full).toMatchObject({ ok: false, problem: { code: 'storage_full', file: 'geo.onnx' } });
  expect(full).toHaveProperty('problem.message', expect.stringContaining('What has arrived is kept'));
  const kept = await page.evaluate(() => goldcrest.packs().inventory());
  expect(kept.packs.find(({ name }) => name === 'first')?.active?.lost).toEqual([]);

  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin });
  expect(await install(page, [second])).toMatchObject({ ok: true });
  expect(starts.at(-1), 'it went on where it had stopped').toBeGreaterThan(4 * CHUNK);
});
