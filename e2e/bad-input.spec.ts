import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { exif, jpeg, ycc } from '../src/testing/jpeg.ts';
import { animatedWebp, bombPng, gif, png } from '../src/testing/pictures.ts';
import { expect, test } from './fixtures.ts';
import { openPack, openPhoto, quarters, run } from './headless.ts';

const RED: [number, number, number] = [200, 40, 40];
const BLUE: [number, number, number] = [40, 60, 200];
const GREY: [number, number, number] = [120, 120, 120];

/** Left half of one colour, right half of another. */
const halves = (x: number): [number, number, number] => (x < 32 ? RED : BLUE);
const jpegHalves = (x: number): number[] => ycc(x < 4 ? RED : BLUE);
const photo = jpeg({ width: 64, height: 48, block: jpegHalves });

function ftyp(brand: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(64)]);
}

test.beforeEach(async ({ page }) => {
  expect(await openPack(page)).toBeNull();
});

const REFUSED: [what: string, name: string, content: Buffer, code: string, advice: RegExp][] = [
  ['text', 'notes.txt', Buffer.from('Saw a goldcrest today.'), 'not_an_image', /Choose a JPEG, PNG/],
  ['text with the name of a photo', 'bird.jpg', Buffer.from('not a photo'), 'not_an_image', /Choose a JPEG, PNG/],
  ['a web page', 'bird.png', Buffer.from('<!doctype html><p>Log in</p>'), 'not_an_image', /Choose a JPEG, PNG/],
  ['zeros', 'bird.jpg', Buffer.alloc(4096), 'not_an_image', /Choose a JPEG, PNG/],
  [
    'a raw file of a camera',
    'bird.nef',
    Buffer.concat([Buffer.from('MM\0*\0\0\0\x08'), Buffer.alloc(99)]),
    'not_an_image',
    /Choose a JPEG/,
  ],
  ['nothing', 'bird.jpg', Buffer.alloc(0), 'empty_file', /Copy it again/],
  ['half a JPEG', 'bird.jpg', photo.subarray(0, photo.length - 40), 'damaged_image', /Copy it again/],
  ['the header of a JPEG', 'bird.jpg', photo.subarray(0, 100), 'damaged_image', /Copy it again/],
  ['half a PNG', 'bird.png', png(64, 48, halves).subarray(0, 60), 'damaged_image', /Copy it again/],
  ['a decompression bomb', 'bomb.png', bombPng(60_000, 60_000), 'too_large', /at most 50 megapixels/],
  ['a PNG of 64 megapixels', 'large.png', bombPng(8_000, 8_000), 'too_large', /at most 50 megapixels/],
  ['HEIC', 'IMG_1.HEIC', ftyp('heic'), 'heic', /Save it as JPEG.*Most Compatible/],
  ['HEIF of another brand', 'IMG_2.heif', ftyp('mif1'), 'heic', /Save it as JPEG.*Most Compatible/],
];

test('a file that is no photo is refused with what to do, and the next photo opens', async ({ page }) => {
  for (const [what, name, buffer, code, advice] of REFUSED) {
    await test.step(what, async () => {
      const opened = await openPhoto(page, { name, buffer });
      expect.soft(opened, what).toMatchObject({ ok: false, problem: { code } });
      expect.soft(opened, what).toHaveProperty('problem.message', expect.stringMatching(advice));
    });
  }
  expect(await openPhoto(page, { name: 'bird.jpg', buffer: photo })).toMatchObject({ ok: true });
});

for (const name of ['bird.jpg', 'bird.png', 'bird.wav', 'bird.mp3']) {
  test(`a file that is gone when it is opened (${name}) is refused with what to do`, async ({ page }, info) => {
    const path = info.outputPath(name);
    await writeFile(path, photo);
    await page.locator('#files').setInputFiles(path);
    await rm(path);
    const request = { files: [0], place: null, day: null, policy: 'blueprint' };
    const { report, unreadable } = await page.evaluate((asked) => goldcrest.identify(asked), request);
    expect(report).toBeNull();
    expect(unreadable).toMatchObject([{ file: 0, code: 'unreadable_file' }]);
    expect(unreadable[0]?.message).toMatch(/choose it once more/);
  });
}

/** Near enough for a JPEG and a resize. */
function near(colour: readonly number[], wanted: readonly number[]): boolean {
  return wanted.every((value, i) => Math.abs(colour[i]! - value) <= 24);
}

async function expectHalves(page: Page, file: { name: string; buffer: Buffer }, left: number[], right: number[]) {
  const opened = await openPhoto(page, file);
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.photo).toMatchObject({ width: 64, height: 48 });
  const [topLeft, topRight] = await quarters(page, opened.value.photo.ref);
  expect([topLeft, near(topLeft!, left)]).toEqual([topLeft, true]);
  expect([topRight, near(topRight!, right)]).toEqual([topRight, true]);
}

test.describe('an unusual photo is opened with its colours', () => {
  const OPENED: [what: string, name: string, content: Buffer, left: number[], right: number[]][] = [
    ['JPEG', 'bird.jpg', photo, RED, BLUE],
    ['PNG', 'bird.png', png(64, 48, halves), RED, BLUE],
    ['16-bit PNG', 'deep.png', png(64, 48, halves, { bits: 16 }), RED, BLUE],
    [
      'greyscale PNG',
      'grey.png',
      png(64, 48, (x) => (x < 32 ? [80, 0, 0] : [180, 0, 0]), { kind: 'grey' }),
      [80, 80, 80],
      [180, 180, 180],
    ],
    [
      'greyscale JPEG',
      'grey.jpg',
      jpeg({ width: 64, height: 48, block: (x) => [x < 4 ? 80 : 180] }),
      [80, 80, 80],
      [180, 180, 180],
    ],
    // Adobe writes inks inverted: 255 is none. Magenta and yellow make red; cyan and magenta make blue.
    [
      'CMYK JPEG',
      'print.jpg',
      jpeg({ width: 64, height: 48, block: (x) => (x < 4 ? [255, 0, 0, 255] : [0, 0, 255, 255]) }),
      [255, 0, 0],
      [0, 0, 255],
    ],
    [
      'PNG with alpha',
      'cutout.png',
      png(64, 48, halves, { kind: 'rgba', alpha: (x) => (x < 32 ? 255 : 0) }),
      [...RED, 255],
      [0, 0, 0, 0],
    ],
    [
      'photo with a film after it',
      'motion.jpg',
      Buffer.concat([photo, Buffer.from([0xff, 0xda, 0, 8]), Buffer.alloc(5000, 7)]),
      RED,
      BLUE,
    ],
    ['animated GIF: its first picture', 'bird.gif', gif(64, 48, [RED, BLUE]), RED, RED],
  ];

  test('whatever its kind', async ({ page }) => {
    for (const [what, name, buffer, left, right] of OPENED) {
      await test.step(what, () => expectHalves(page, { name, buffer }, left, right));
    }
  });

  test('animated WebP: its first picture', async ({ page }) => {
    const frames = await page.evaluate(
      (colours) =>
        Promise.all(
          colours.map(async ([r, g, b]) => {
            const canvas = new OffscreenCanvas(64, 48);
            const context = canvas.getContext('2d')!;
            context.fillStyle = `rgb(${r} ${g} ${b})`;
            context.fillRect(0, 0, 64, 48);
            return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp' })).arrayBuffer())];
          }),
        ),
      [RED, BLUE],
    );
    const buffer = animatedWebp(
      64,
      48,
      frames.map((frame) => Buffer.from(frame)),
    );
    await expectHalves(page, { name: 'bird.webp', buffer }, RED, RED);
  });

  test('a photo taken with the camera on its side stands upright', async ({ page }) => {
    // Orientation 6: the stored top is the right side of the scene.
    const buffer = jpeg({
      width: 64,
      height: 48,
      block: (_, y) => ycc(y < 3 ? RED : BLUE),
      exif: exif({ orientation: 6 }),
    });
    const opened = await openPhoto(page, { name: 'upright.jpg', buffer });
    if (!opened.ok) throw new Error(opened.problem.message);
    expect(opened.value.photo).toMatchObject({ width: 48, height: 64 });
    const [topLeft, topRight, bottomLeft, bottomRight] = await quarters(page, opened.value.photo.ref);
    expect([topLeft, bottomLeft].map((colour) => near(colour!, BLUE))).toEqual([true, true]);
    expect([topRight, bottomRight].map((colour) => near(colour!, RED))).toEqual([true, true]);
  });
});

test.describe('what the camera wrote', () => {
  const open = async (page: Page, facts: Parameters<typeof exif>[0]) => {
    const opened = await openPhoto(page, {
      name: 'bird.jpg',
      buffer: jpeg({ width: 64, height: 48, block: jpegHalves, exif: exif(facts) }),
    });
    if (!opened.ok) throw new Error(opened.problem.message);
    return opened.value.exif;
  };

  test('is read: the day, and the place with south and west negative', async ({ page }) => {
    const place = { latitude: [33, 54, 'S'], longitude: [70, 30, 'W'] } as const;
    const facts = await open(page, { taken: '2024:05:17 06:12:00', place: structuredClone(place) as never });
    expect(facts.day).toBe('2024-05-17');
    expect(facts.place).toMatchObject({ source: 'exif' });
    expect(facts.place!.latitude).toBeCloseTo(-33.9, 5);
    expect(facts.place!.longitude).toBeCloseTo(-70.5, 5);
  });

  test('is left out where it cannot be: a day in the future, a place beyond the pole', async ({ page }) => {
    const place = { latitude: [95, 0, 'N'], longitude: [8, 30, 'E'] };
    expect(await open(page, { taken: '2199:01:01 00:00:00', place: place as never })).toEqual({
      day: null,
      time: null,
      place: null,
    });
  });
});

test.describe('a photo of 100 megapixels', () => {
  const SIZE = { width: 11_600, height: 8_700 };
  /** Unpacked whole it would take 400 MB, and as much again while it is made smaller. */
  const ROOM_MB = 250;

  /** The most memory that the page's process has ever held, in MB; null where the system does not tell. */
  async function peakMemory(page: Page): Promise<number | null> {
    const session = await page.context().browser()!.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const peaks = processInfo.map(async ({ type, id }) => {
      if (type !== 'renderer') return 0;
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    });
    return Math.max(...(await Promise.all(peaks))) || null;
  }

  test('opens at a size that serves, within bounded memory', async ({ page }) => {
    const buffer = jpeg({
      ...SIZE,
      block: (x, y) => ycc(x < SIZE.width / 16 ? RED : y < SIZE.height / 16 ? BLUE : GREY),
    });
    const before = await peakMemory(page);
    const start = Date.now();
    const opened = await openPhoto(page, { name: 'huge.jpg', buffer });
    const seconds = (Date.now() - start) / 1000;
    const after = await peakMemory(page);
    if (!opened.ok) throw new Error(opened.problem.message);
    const { ref, width, height } = opened.value.photo;
    expect(width * height).toBeLessThanOrEqual(24.1e6);
    expect(Math.min(width, height)).toBeGreaterThan(2000);
    expect(width / height).toBeCloseTo(SIZE.width / SIZE.height, 2);
    const colours = await quarters(page, ref);
    expect([RED, BLUE, RED, GREY].map((wanted, i) => near(colours[i]!, wanted))).toEqual([true, true, true, true]);
    test.info().annotations.push({ type: '100 MP', description: `${seconds} s, peak ${before} MB to ${after} MB` });
    if (before !== null && after !== null) expect(after - before).toBeLessThan(ROOM_MB);
  });

  test('stands upright too', async ({ page }) => {
    const block = (_: number, y: number): number[] => ycc(y < SIZE.height / 16 ? RED : BLUE);
    const buffer = jpeg({ ...SIZE, block, exif: exif({ orientation: 6 }) });
    const opened = await openPhoto(page, { name: 'huge.jpg', buffer });
    if (!opened.ok) throw new Error(opened.problem.message);
    const { ref, width, height } = opened.value.photo;
    expect(height).toBeGreaterThan(width);
    const [topLeft, topRight] = await quarters(page, ref);
    expect([near(topLeft!, BLUE), near(topRight!, RED)]).toEqual([true, true]);
  });

  test('that is cut off is damaged, not grey', async ({ page }) => {
    const buffer = jpeg({ ...SIZE, block: () => [128] }).subarray(0, 100_000);
    expect(await openPhoto(page, { name: 'huge.jpg', buffer })).toMatchObject({
      ok: false,
      problem: { code: 'damaged_image' },
    });
  });

  test('beyond 250 megapixels is refused', async ({ page }) => {
    const buffer = jpeg({ width: 64, height: 48, block: jpegHalves });
    const frame = buffer.indexOf(Buffer.from([0xff, 0xc0]));
    buffer.writeUInt16BE(20_000, frame + 5);
    buffer.writeUInt16BE(20_000, frame + 7);
    expect(await openPhoto(page, { name: 'huge.jpg', buffer })).toMatchObject({
      ok: false,
      problem: { code: 'too_large' },
    });
  });
});

test('a picture without a bird ends in "no bird found", with its ledger', async ({ page }) => {
  // A landscape: sky above, hills below.
  const buffer = png(320, 240, (x, y) =>
    y < 120 + 20 * Math.sin(x / 40) ? [150, 190, 230] : [60, 110 + (y % 16), 50],
  );
  const opened = await openPhoto(page, { name: 'hills.png', buffer });
  if (!opened.ok) throw new Error(opened.problem.message);
  const events = await run(page, opened.value);
  const last = events.at(-1);
  expect(last).toMatchObject({
    type: 'verdict',
    ending: 'concluded',
    verdict: { grain: 'abstain', rule: 'no_bird_found' },
  });
  const entries = events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : []));
  expect(entries[0]).toMatchObject({ tool: 'detect_bird', outcome: { status: 'ok', payload: { count: 0 } } });
  // It looked closer before it gave up, at the photo as a whole last, and asked about no place.
  const tools = entries.flatMap((entry) => ('tool' in entry ? [entry.tool] : []));
  expect(tools).toContain('zoom_in');
  expect(tools.at(-1)).toBe('classify_image');
  expect(tools).not.toContain('geo_prior');
  expect(tools.length).toBeLessThanOrEqual(12);
  expect(last).toHaveProperty('verdict.help', expect.arrayContaining(['another_photo']));
});
