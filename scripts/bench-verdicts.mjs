/**
 * `npm run bench:verdicts -- --set DIR [--pack NAME|DIR]`: how often verdicts are right, on a folder of photos with a
 * labels.json ([{ "scientific_name", "photo" }, ...]). No place is given. Counts come with 95 % Wilson intervals.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { openHeadless } from './headless.mjs';
import { readArguments } from './identify-args.mjs';
import { main, ROOT, UserError } from './run.mjs';
import { wilson } from './statistics.mjs';

/** @typedef {{ known: boolean, grain: string, right: boolean | null, firstRight: boolean | null }} Judged */

/**
 * @param {string} title
 * @param {Judged[]} of
 * @param {(one: Judged) => boolean} counts
 */
function line(title, of, counts) {
  const hits = of.filter(counts).length;
  const [low, high] = wilson(hits, of.length);
  const share = `${(hits / of.length).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  return `  ${title.padEnd(34)} ${String(hits).padStart(4)} of ${String(of.length).padEnd(4)} ${share}`;
}

/** @param {Judged[]} judged */
function table(judged) {
  return [
    line('right at the declared grain', judged, ({ right }) => right === true),
    line('right species', judged, ({ grain, right }) => grain === 'species' && right === true),
    line('wrong species', judged, ({ grain, right }) => grain === 'species' && right === false),
    line('wrong genus or family', judged, ({ grain, right }) => grain !== 'species' && right === false),
    line('not enough', judged, ({ right }) => right === null),
  ].join('\n');
}

await main(async () => {
  const { values } = parseArgs({ options: { set: { type: 'string' }, pack: { type: 'string', default: 'starter' } } });
  if (values.set === undefined) throw new UserError('Name a folder of photos with a labels.json: --set DIR');
  const set = resolve(process.env.INIT_CWD ?? '', values.set);
  const rows = /** @type {{ scientific_name: string, photo?: string }[]} */ (
    JSON.parse(readFileSync(join(set, 'labels.json'), 'utf8'))
  );
  const { pack } = readArguments(['--pack', values.pack, 'photo'], {
    packs: join(ROOT, 'public/packs'),
    today: '9999-12-31',
  });
  await ensureBuilt();
  const app = await openHeadless(pack);
  /** @type {Judged[]} */
  const judged = [];
  try {
    for (const { scientific_name: truth, photo } of rows) {
      if (photo === undefined) continue;
      const { report } = await app.identify([join(set, photo)], { place: null, day: null, policy: 'blueprint' });
      if (!report) throw new UserError(`${photo} cannot be read.`);
      const { grain, scientificName } = report.verdict;
      const look = report.ledger.find((entry) => entry.kind === 'tool' && entry.tool === 'classify_image');
      const first = look?.outcome.status === 'ok' ? look.outcome.payload.candidates[0]?.taxon : undefined;
      const answer = await app.page.evaluate(
        ([species, named, top]) => ({
          ...globalThis.goldcrest.judge(/** @type {string} */ (species), named ?? null),
          firstRight: top === undefined ? null : globalThis.goldcrest.app.taxonomy.find(species ?? '')?.id === top,
        }),
        [truth, scientificName, first],
      );
      judged.push({ grain, ...answer });
      process.stderr.write(`\r${judged.length} photos`);
    }
  } finally {
    await app.close();
  }
  process.stderr.write('\r');
  const known = judged.filter((one) => one.known);
  const unknown = judged.filter((one) => !one.known);
  const looked = known.filter(({ firstRight }) => firstRight !== null);
  console.log(`${pack.name}: species among its labels\n${table(known)}`);
  console.log(line('classifier alone, first on its crop', looked, ({ firstRight }) => firstRight === true));
  if (unknown.length > 0) console.log(`species outside its labels\n${table(unknown)}`);
  return 0;
});
