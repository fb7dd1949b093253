import type { Page } from '@playwright/test';
import type { AgentEvent } from '../src/domain/events.ts';
import type { Evidence } from '../src/domain/ledger.ts';
import { png } from '../src/testing/pictures.ts';
import { expect, test } from './fixtures.ts';
import { openPack, openPhoto } from './headless.ts';

/** What the models make of input that is no picture, no place and no month: a clear failure or a sane answer. */

const BIRD = { x: 60, y: 40, width: 200, height: 160 };
const speckled = png(320, 240, (x, y) => [(x * 37 + y * 91) % 256, (x * y) % 256, (x * 11) % 256]);

interface Given {
  picture: Buffer;
  place?: { latitude: number; longitude: number };
  day?: string;
  focus?: typeof BIRD;
}

async function run(page: Page, { picture, place, day, focus }: Given): Promise<AgentEvent[]> {
  const opened = await openPhoto(page, { name: 'made.png', buffer: picture });
  if (!opened.ok) throw new Error(opened.problem.message);
  return page.evaluate(
    async (given) => {
      const observation = {
        id: 'test',
        photos: [{ ...given.photo, focus: given.focus }],
        sounds: [],
        // Numbers that JSON does not know come as text.
        place: given.place && {
          latitude: Number(given.place[0]),
          longitude: Number(given.place[1]),
          precisionKm: null,
          source: 'given' as const,
        },
        day: given.day,
      };
      const events: AgentEvent[] = [];
      for await (const event of goldcrest.app.identify(observation)) events.push(event);
      return events;
    },
    {
      photo: opened.value.photo,
      focus: focus ?? null,
      place: place ? [String(place.latitude), String(place.longitude)] : null,
      day: day ?? null,
    },
  );
}

const entryOf = (events: AgentEvent[], tool: string): Evidence | undefined =>
  events
    .flatMap((event) => (event.type === 'evidence' ? [event.entry] : []))
    .find((entry) => 'tool' in entry && entry.tool === tool);

test.beforeEach(async ({ page }) => {
  expect(await openPack(page)).toBeNull();
});

test('an all-black and an all-white picture hold no bird, and a bird pointed out in them cannot be judged', async ({
  page,
}) => {
  for (const [name, level, reason] of [
    ['black', 0, 'dark'],
    ['white', 255, 'bright'],
  ] as const) {
    await test.step(name, async () => {
      const picture = png(320, 240, () => [level, level, level]);
      const alone = await run(page, { picture });
      expect(alone.at(-1)).toMatchObject({ ending: 'concluded', verdict: { grain: 'abstain', rule: 'no_bird_found' } });
      const pointed = await run(page, { picture, focus: BIRD });
      expect(entryOf(pointed, 'quality_gate')).toMatchObject({
        outcome: { status: 'ok', payload: { grade: 'fail', reasons: expect.arrayContaining([reason]) as unknown } },
      });
      expect(pointed.at(-1)).toMatchObject({ ending: 'concluded', verdict: { grain: 'abstain' } });
    });
  }
});

test('a place at a pole or on the date line is answered; one that is no number fails with a code', async ({ page }) => {
  for (const [latitude, longitude] of [
    [90, 0],
    [-90, 45],
    [12, 180],
    [12, -180],
  ] as const) {
    await test.step(`${latitude}, ${longitude}`, async () => {
      const events = await run(page, { picture: speckled, focus: BIRD, place: { latitude, longitude } });
      expect(entryOf(events, 'geo_prior')).toMatchObject({ outcome: { status: 'ok', payload: { applied: true } } });
    });
  }
  const events = await run(page, { picture: speckled, focus: BIRD, place: { latitude: NaN, longitude: 8 } });
  expect(entryOf(events, 'geo_prior')).toMatchObject({ outcome: { status: 'failed', code: 'model_output_invalid' } });
  expect(events.at(-1)).toMatchObject({ type: 'verdict', ending: 'concluded' });
});

test('a thirteenth month counts as no month', async ({ page }) => {
  const place = { latitude: 47.4, longitude: 8.5 };
  const events = await run(page, { picture: speckled, focus: BIRD, place, day: '2024-13-01' });
  expect(entryOf(events, 'geo_prior')).toMatchObject({
    outcome: { status: 'ok', payload: { applied: true, month: null } },
  });
});

test('a region of ten by ten degrees is prepared in under a minute, in tiles under 30 kB', async ({ page }) => {
  const prepared = await page.evaluate(async () => {
    const told: number[] = [];
    const start = performance.now();
    const region = { south: 42, west: 3, side: 10 };
    const result = await goldcrest.app.prepareRegion(region, (done) => told.push(done), new AbortController().signal);
    const seconds = (performance.now() - start) / 1000;
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('goldcrest');
      request.onsuccess = () => {
        resolve(request.result);
      };
    });
    const tiles = await new Promise<{ bytes: Uint8Array }[]>((resolve) => {
      const request = database.transaction('tiles').objectStore('tiles').getAll();
      request.onsuccess = () => {
        resolve(request.result as { bytes: Uint8Array }[]);
      };
    });
    return { result, told, seconds, sizes: tiles.map(({ bytes }) => bytes.length) };
  });
  test.info().annotations.push({
    type: 'region',
    description: `${prepared.seconds.toFixed(1)} s, tiles up to ${Math.max(...prepared.sizes)} bytes`,
  });
  expect(prepared.result).toEqual({ ok: true });
  expect(prepared.told.at(-1)).toBe(100);
  expect(prepared.sizes).toHaveLength(100);
  expect(Math.max(...prepared.sizes)).toBeLessThan(30_000);
  expect(prepared.seconds).toBeLessThan(60);
});
