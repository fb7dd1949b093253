/**
 * `npm run hard-set -- --set DIR --run DIR --out SET [--seed N]`: makes hard photos of a set's photos, two of each: the bird small in a
 * larger picture, and the bird cut by the edge. Where the bird is, an earlier run of the set tells (`npm run bench`): photos on
 * which it found none at first sight are left out. A test set's photos stay test photos.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { loadBench, readSetFolder } from './bench-lib.ts';
import { CHROMIUM_FLAGS } from './browser.ts';
import { ensureBrowser } from './install-browser.ts';
import { fromHere, main, UserError } from './run.ts';
import type { Box } from '../src/domain/box';

/** The part of the frame that a small bird takes. */
const SMALL = { least: 0.03, most: 0.08 };
/** The part of the bird's box that a cut takes away. */
const CUT = { least: 0.25, most: 0.4 };
/** The frame of a small bird, in pixels: about what a telephone sends on. */
const FRAME = { width: 1600, height: 1200 };

interface Wish {
  photo: string;
  bird: Box;
  /** Four seeded numbers from 0 to 1. */
  chance: [number, number, number, number];
}

/** Runs in the page. The photo is laid on its own blurred enlargement, its borders faded, so that no frame shows. */
async function drawSmall({
  wish,
  least,
  most,
  frame,
}: {
  wish: Wish;
  least: number;
  most: number;
  frame: typeof FRAME;
}) {
  const bitmap = await createImageBitmap(await (await fetch(wish.photo)).blob());
  const { bird, chance } = wish;
  const part = least + (most - least) * chance[0];
  // The bird is only ever made smaller: where it is small already, the frame is.
  const room = Math.min(frame.width * frame.height, (bird.width * bird.height) / part);
  const shape = frame.width / frame.height;
  const canvas = new OffscreenCanvas(Math.round(Math.sqrt(room * shape)), Math.round(Math.sqrt(room / shape)));
  const scale = Math.sqrt((part * room) / (bird.width * bird.height));
  const context = canvas.getContext('2d')!;
  const cover = 1.2 * Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  context.filter = `blur(${canvas.width / 25}px)`;
  context.drawImage(
    bitmap,
    ...([(canvas.width - cover * bitmap.width) / 2, (canvas.height - cover * bitmap.height) / 2] as const),
    ...([cover * bitmap.width, cover * bitmap.height] as const),
  );
  const layer = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const paint = layer.getContext('2d')!;
  paint.imageSmoothingQuality = 'high';
  paint.drawImage(bitmap, 0, 0, layer.width, layer.height);
  paint.globalCompositeOperation = 'destination-in';
  const fade = 0.08 * Math.min(layer.width, layer.height);
  for (const [x, y] of [
    [layer.width, 0],
    [0, layer.height],
  ] as const) {
    const ramp = paint.createLinearGradient(0, 0, x, y);
    const edge = fade / Math.max(x, y);
    ramp.addColorStop(0, 'transparent');
    ramp.addColorStop(edge, 'black');
    ramp.addColorStop(1 - edge, 'black');
    ramp.addColorStop(1, 'transparent');
    paint.fillStyle = ramp;
    paint.fillRect(0, 0, layer.width, layer.height);
  }
  context.filter = 'none';
  const [width, height] = [bird.width * scale, bird.height * scale];
  const left = 0.05 * canvas.width + chance[1] * Math.max(0, 0.9 * canvas.width - width);
  const top = 0.05 * canvas.height + chance[2] * Math.max(0, 0.9 * canvas.height - height);
  context.drawImage(layer, left - bird.x * scale, top - bird.y * scale);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer());
  return [...bytes];
}

/** Runs in the page: everything beyond a line through the bird, at one of the four sides, is gone. */
async function drawCut({ wish, least, most }: { wish: Wish; least: number; most: number }) {
  const bitmap = await createImageBitmap(await (await fetch(wish.photo)).blob());
  const { bird, chance } = wish;
  const lost = least + (most - least) * chance[0];
  const whole = { left: 0, top: 0, right: bitmap.width, bottom: bitmap.height };
  const kept = [
    { ...whole, left: bird.x + lost * bird.width },
    { ...whole, right: bird.x + (1 - lost) * bird.width },
    { ...whole, top: bird.y + lost * bird.height },
    { ...whole, bottom: bird.y + (1 - lost) * bird.height },
  ][Math.min(3, Math.floor(4 * chance[1]))]!;
  const canvas = new OffscreenCanvas(Math.round(kept.right - kept.left), Math.round(kept.bottom - kept.top));
  canvas.getContext('2d')!.drawImage(bitmap, -kept.left, -kept.top);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer());
  return [...bytes];
}

function draw(page: Page, kind: 'small' | 'cut', wish: Wish): Promise<number[]> {
  return kind === 'small'
    ? page.evaluate(drawSmall, { wish, ...SMALL, frame: FRAME })
    : page.evaluate(drawCut, { wish, ...CUT });
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      run: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.set === undefined || values.run === undefined || values.out === undefined) {
    throw new UserError(
      'npm run hard-set -- --set DIR --run DIR (what npm run bench left of this set) --out SET [--seed 1]',
    );
  }
  const [set, run, out] = [values.set, values.run, values.out].map((path) => fromHere(path));
  if (set === undefined || run === undefined || out === undefined) return 1;
  const { bench, taxonomy } = await loadBench();
  const items = new Map(readSetFolder(bench, taxonomy, set).items.map((item) => [item.id, item]));
  const records = bench.readRecords(readFileSync(join(run, 'runs.jsonl'), 'utf8'));
  mkdirSync(join(out, 'photos'), { recursive: true });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: CHROMIUM_FLAGS });
  const rows: { id: string; scientific_name: string | null; photo: string }[] = [];
  try {
    const page = await browser.newPage();
    for (const record of records) {
      const item = items.get(record.id);
      const [first] = bench.searchesIn(bench.ledgerIn(record));
      const bird = bench.largestOf(first?.birds ?? []);
      if (item?.modality !== 'image' || item.image === null || bird === null) continue;
      const kind = extname(item.image) === '.png' ? 'png' : 'jpeg';
      const photo = `data:image/${kind};base64,${readFileSync(join(set, item.image)).toString('base64')}`;
      for (const how of ['small', 'cut'] as const) {
        const random = bench.seeded(`${values.seed} ${record.id} ${how}`);
        const bytes = await draw(page, how, { photo, bird, chance: [random(), random(), random(), random()] });
        const id = `${record.id.replace(/\/[a-z_]+$/, '')}-${how}`;
        writeFileSync(join(out, `photos/${id}.jpg`), Uint8Array.from(bytes));
        const name = item.truth === null ? null : (taxonomy.get(item.truth)?.scientificName ?? null);
        rows.push({ id, scientific_name: name, photo: `photos/${id}.jpg` });
      }
    }
  } finally {
    await browser.close();
  }
  writeFileSync(join(out, 'labels.json'), `${JSON.stringify(rows, null, 1)}\n`);
  console.log(`${rows.length} photos of ${rows.length / 2} birds in ${out}`);
  return 0;
});
