/** Runs the items of a set through the built app and keeps every run's events. An interrupted run is continued. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { EVALUATION, ensureEvaluationBuilt } from './build.ts';
import { openEvaluation, type Headless, type HeadlessPage } from './headless.ts';
import { progress } from './progress.ts';
import { ROOT, UserError } from './run.ts';
import type { Item } from '../evaluation/item';
import type { SenseWeights } from '../src/domain/judgement/weighing';
import type { DrawnPlace } from '../evaluation/places';
import type { RunRecord, Settings } from '../evaluation/record';
import type { BenchArguments } from './bench-args.ts';
import type { Bench } from './bench-lib.ts';

/** Digits kept of a model's raw outputs: enough for any calibration, a third of the bytes. */
const SCORE_DIGITS = 5;

function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * A hash over the page that runs the items and everything it can load, not over what the whole app was built from: a run goes
 * on where a screen or a figure of the report has changed meanwhile. Packs are named by themselves.
 */
function hashApp() {
  const folder = join(EVALUATION, 'assets');
  const assets = readdirSync(folder);
  const hashes = new Map();
  const queue = [join('..', 'headless.html')];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const content = readFileSync(join(folder, name));
    hashes.set(name, sha256(content));
    if (!/\.(html|m?js)$/.test(name)) continue;
    const text = content.toString('utf8');
    queue.push(...assets.filter((asset) => !hashes.has(asset) && !queue.includes(asset) && text.includes(asset)));
  }
  return sha256([...hashes].sort().join('\n'));
}

/** @param files of a set */
function hashSet(files: readonly { text: string }[]) {
  return sha256(files.map(({ text }) => text).join('\0'));
}

/** Which pack it is, and the judgement in its manifest. */
export function packOf({ name, folder }: BenchArguments['pack']) {
  const manifest = readFileSync(join(folder ?? join(ROOT, 'public/packs', name), 'manifest.json'), 'utf8');
  const { version, models } = JSON.parse(manifest) as {
    version: string;
    models: {
      role: string;
      output: { kind: 'probabilities' | 'logits' };
      calibration?: { temperature: number; judgement?: SenseWeights };
    }[];
  };
  const of = (role: string) => models.find((one) => one.role === role);
  const image = of('image');
  return {
    pack: { name, version, sha256: sha256(manifest) },
    image: image?.calibration ? { kind: image.output.kind, temperature: image.calibration.temperature } : null,
    judgement: { seen: image?.calibration?.judgement, heard: of('sound')?.calibration?.judgement },
  };
}

/** @param files of the set */
export function settingsOf(
  wanted: BenchArguments,
  files: { text: string }[],
  modalities: Settings['modalities'],
): Settings {
  return {
    format: 1,
    set: { name: basename(wanted.set), sha256: hashSet(files) },
    pack: packOf(wanted.pack).pack,
    app: hashApp(),
    policy: wanted.policy,
    hints: wanted.hints,
    place: wanted.place,
    modalities,
    degrade: wanted.degrade,
    seed: wanted.seed,
    sample: wanted.sample,
  };
}

/** What an earlier, cut run left in the folder; refuses a folder of another run. */
export function resume(bench: Bench, out: string, settings: Settings) {
  const file = join(out, 'settings.json');
  if (!existsSync(file)) {
    mkdirSync(out, { recursive: true });
    writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
    return [];
  }
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const other = Object.entries(settings).find(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value));
  if (other) {
    const message = `${out} holds another run (its ${other[0]} differs). Name another --out, or remove it.`;
    throw new UserError(message);
  }
  return wholeRecords(bench, join(out, 'runs.jsonl'));
}

/**
 * Whether an item is done with. What failed is not: the file that was missing may be there by now. Nor is a run that spent its
 * time: on a machine with other work that says nothing about the app.
 */
export function isDone({ failed, events }: RunRecord) {
  const end = events.at(-1);
  return failed === null && !(end?.type === 'verdict' && end.ending === 'time_spent');
}

/**
 * What ran to its end. A last line that was cut off is taken out of the file, or the next item would be written into it; so
 * is what has to run again.
 */
function wholeRecords(bench: Bench, file: string) {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const records = bench.readRecords(text).filter(isDone);
  const whole = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  if (whole !== text) writeFileSync(file, whole);
  return records;
}

/**
 * Places for items whose set names none, drawn once a run and kept beside it. All runs' at once: the world is asked about once.
 */
export async function placesFor(
  app: Headless,
  items: readonly Item[],
  runs: readonly BenchArguments[],
): Promise<Map<string, DrawnPlace | null>[]> {
  const file = ({ out }: BenchArguments) => join(out, 'places.json');
  const wanting = runs.map((run) => {
    const placeless = items.filter((item) => (run.place === 'far' ? item.farSpot : item.spot) === null);
    return { run, placeless: run.place === 'none' || existsSync(file(run)) ? [] : placeless };
  });
  // By the bird, not by the item: a photo and a sound of one row are from the same place.
  const wishes = wanting.flatMap(({ run, placeless }) =>
    placeless.map((item) => ({ species: item.truth, seed: `${run.seed} ${item.id.replace(/\/[a-z_]+$/, '')}` })),
  );
  if (wishes.length > 0) {
    process.stderr.write('asking the geo model where the birds live\n');
    const drawn = await app.page.evaluate((wish) => globalThis.workbench.places(wish), wishes);
    for (const { run, placeless } of wanting) {
      if (placeless.length === 0) continue;
      const own = drawn.splice(0, placeless.length);
      const places = placeless.map((item, index) => [item.id, own[index] ?? null]);
      writeFileSync(file(run), `${JSON.stringify(Object.fromEntries(places))}\n`);
    }
  }
  return runs.map((run) => {
    const text = existsSync(file(run)) ? readFileSync(file(run), 'utf8') : '{}';
    const kept = JSON.parse(text) as Record<string, DrawnPlace | null>;
    return new Map(Object.entries(kept));
  });
}

/** Where and when an item is said to be from. */
export function whereabouts(item: Item, which: BenchArguments['place'], drawn: DrawnPlace | null | undefined) {
  if (which === 'none') return { spot: null, day: item.day ?? drawn?.day ?? null };
  const spot = which === 'own' ? (item.spot ?? drawn?.spot) : (item.farSpot ?? drawn?.far);
  return { spot: spot ?? null, day: item.day ?? drawn?.day ?? null };
}

async function runItem(
  page: HeadlessPage,
  item: Item,
  where: ReturnType<typeof whereabouts>,
  wanted: BenchArguments,
): Promise<RunRecord> {
  const { set, policy, hints, degrade, seed } = wanted;
  const files = [item.image, item.audio].filter((path) => path !== null).map((path) => join(set, path));
  const failed: (code: string, message: string) => RunRecord = (code, message) => ({
    ...{ id: item.id, failed: { code, message }, ...where },
    ...{ ms: 0, events: [], scores: [], named: null, picture: null },
  });
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) return failed('file_missing', `There is no file ${missing}.`);
  const speech = wanted.speech === null ? [] : [wanted.speech];
  const worse = degrade && { ...degrade, seed: `${seed} ${item.id}`, speech: speech.length ? files.length : null };
  const request = {
    ...{ files: files.map((_, index) => index), place: where.spot, day: where.day },
    ...{ policy, hints, ignoreExif: true, degrade: worse },
  };
  await page.page.setInputFiles('#files', [...files, ...speech]);
  const { report, unreadable, named } = await page.page.evaluate(
    (given) => globalThis.workbench.identify(given),
    request,
  );
  const [bad] = unreadable;
  if (!report || bad) return failed(bad?.code ?? 'unreadable', bad?.message ?? 'The file cannot be read.');
  const picture = await page.page.evaluate(() => globalThis.workbench.thumbnail(0));
  const scores = report.scores.map(({ values, ...of }) => ({
    ...of,
    values: values.map((value) => Number(value.toPrecision(SCORE_DIGITS))),
  }));
  return { id: item.id, failed: null, ...where, ms: report.ms, events: report.events, scores, named, picture };
}

/**
 * What an earlier run left, as it is: without the app, whichever made it. Only for what is decided anew from the models' outputs.
 */
export function readRun(
  bench: Bench,
  set: { files: { name: string; text: string }[]; items: readonly Item[] },
  { out }: BenchArguments,
) {
  const read = (name: string) => {
    if (!existsSync(join(out, name))) throw new UserError(`There is no ${name} in ${out}; without --kept it is run.`);
    return readFileSync(join(out, name), 'utf8');
  };
  const settings = JSON.parse(read('settings.json')) as Settings;
  const labels = JSON.parse(read('labels.json')) as Awaited<ReturnType<typeof runSet>>['labels'];
  if (settings.set.sha256 !== hashSet(set.files)) throw new UserError(`${out} holds a run of another set.`);
  const items = set.items.filter(({ modality }) => settings.modalities.includes(modality));
  return { settings, items, records: bench.readRecords(read('runs.jsonl')), labels };
}

export async function runSet(
  bench: Bench,
  set: { files: { name: string; text: string }[]; items: readonly Item[] },
  wanted: BenchArguments,
) {
  await ensureEvaluationBuilt({ quiet: true });
  // A report is about the pack it names, without a better one beside it.
  const app = await openEvaluation(wanted.pack, { alone: true });
  try {
    if (!app.policies.includes(wanted.policy)) {
      throw new UserError(`There is no policy "${wanted.policy}"; there is ${app.policies.join(', ')}.`);
    }
    const labels = await app.page.evaluate(() => globalThis.workbench.labels());
    const able = bench.modalitiesOf(labels);
    // An undamaged file would count as robust, and a damage is for one kind of file only.
    const damaged = wanted.degrade && bench.modalityOfDamage(wanted.degrade.kind);
    const wishes = damaged ? [damaged] : (wanted.modalities ?? able);
    const modalities = able.filter((modality) => wishes.includes(modality));
    const possible = set.items.filter(({ modality }) => modalities.includes(modality));
    const drawn = new Set(
      bench.shuffled(possible, bench.seeded(wanted.seed)).slice(0, wanted.sample ?? possible.length),
    );
    const items = possible.filter((item) => drawn.has(item));
    if (items.length === 0) throw new UserError('The pack can do none of the items of this set.');
    const settings = settingsOf(wanted, set.files, modalities);
    const records = resume(bench, wanted.out, settings);
    writeFileSync(join(wanted.out, 'labels.json'), JSON.stringify(labels));
    const [places] = await placesFor(app, items, [wanted]);

    const done = new Set(records.map(({ id }) => id));
    const queue = items.filter(({ id }) => !done.has(id)).slice(0, wanted.limit);
    const tick = progress(done.size, items.length);
    const jobs = Math.min(wanted.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2)), queue.length);
    const work = async (job: number) => {
      let page = job === 0 ? app : await app.another();
      for (let item = queue.shift(); item; item = queue.shift()) {
        const where = whereabouts(item, wanted.place, places?.get(item.id));
        const record = await runItem(page, item, where, wanted).catch(async () => {
          // A page that died takes its item with it once; a second death is the item's own fault.
          page = await app.another();
          return runItem(page, item, where, wanted).catch((error: unknown) => ({
            ...{ id: item.id, failed: { code: 'page_died', message: String(error) }, ...where },
            ...{ ms: 0, events: [], scores: [], named: null, picture: null },
          }));
        });
        appendFileSync(join(wanted.out, 'runs.jsonl'), `${JSON.stringify(record)}\n`);
        records.push(record);
        tick();
      }
    };
    await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)));
    process.stderr.write('\n');
    const order = new Map(items.map(({ id }, index) => [id, index]));
    records.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
    return { settings, items, records, labels };
  } finally {
    await app.close();
  }
}
