/**
 * `npm run pack:field -- [--models DIR]`: writes the manifests of the field packs, third-party models at pinned public
 * addresses, into public/packs. DIR holds the models (by default the test kit's): they are read for their golden vectors
 * and hashes and are not copied. Sign the result with `npm run pack:sign`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { goldenFor } from './kit-golden.mjs';
import { APACHE, KIT, MIT, MODELS } from './kit-pack.mjs';
import { main, ROOT } from './run.mjs';

/** Changes whenever a file or a word of a manifest does: a version never goes back. */
const VERSION = '2026.11.16';

/**
 * The same bytes at GitHub and at jsDelivr, which mirrors it, at a commit that cannot change.
 * @param {string} repository
 * @param {string} commit
 * @param {string} path
 */
const github = (repository, commit, path) => [
  `https://raw.githubusercontent.com/${repository}/${commit}/${path}`,
  `https://cdn.jsdelivr.net/gh/${repository}@${commit}/${path}`,
];

const GEOMODEL = /** @type {const} */ (['birdnet-team/geomodel', '4af201bf28a4cf39ca98d9c33931a50d2a6d707a']);
const IINFER = /** @type {const} */ (['hamacom2004jp/iinfer', 'c7f9a3c5216c6f8b3e8b35886f863dffa2dc0bf9']);

const PACKS = [
  {
    name: 'field-geo',
    title: 'Field pack: where birds live',
    summary:
      'The BirdNET geomodel: which of 11,280 species, birds and others, occur at a place in each week of the year. ' +
      'It goes by the week, where the prior that comes with the app, which was learnt from it, goes by the month.',
    licence: MIT,
    role: 'geo',
    addresses: github(...GEOMODEL, 'docs/demo/geomodel_fp16.onnx'),
    labels: github(...GEOMODEL, 'docs/demo/labels.txt'),
  },
  {
    name: 'field-vision',
    title: 'Field pack: finding birds',
    summary:
      'YOLOX-nano, a detector trained on the everyday photos of COCO, which also knows other animals and things. It takes ' +
      'the place of the detector that comes with the app.',
    licence: APACHE,
    role: 'detector',
    addresses: github(...IINFER, 'models/yolox_nano.onnx'),
    labels: null,
  },
];

/**
 * @param {string} path
 * @param {Buffer} content
 */
const describe = (path, content) => ({
  path,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/**
 * @param {typeof PACKS[number]} pack
 * @param {string} models
 */
async function writePack({ name, title, summary, licence, role, addresses, labels }, models) {
  const folder = join(ROOT, 'public/packs', name);
  mkdirSync(join(folder, 'golden'), { recursive: true });
  const known = MODELS.find(({ entry }) => entry.role === role);
  if (!known) throw new Error(`the kit has no ${role} model`);
  const { source, probe, entry } = known;
  const model = readFileSync(join(models, source));
  const file = { ...describe(entry.file, model), addresses };
  const input = /** @type {import('./kit-golden.mjs').LcgInput | import('./kit-golden.mjs').RowsInput} */ (probe);
  const names = { inputName: entry.input.name, outputName: entry.output.name };
  const golden = Buffer.from(JSON.stringify(await goldenFor(join(models, source), file.sha256, { ...names, input })));
  writeFileSync(join(folder, `golden/${role}.json`), golden);
  /** @type {{ path: string, bytes: number, sha256: string, addresses?: string[] }[]} */
  const files = [file, describe(`golden/${role}.json`, golden)];
  if (labels !== null && known.labels !== undefined && entry.labels) {
    files.push({ ...describe(entry.labels.file, readFileSync(join(models, known.labels))), addresses: labels });
  }
  const manifest = {
    format: 1,
    name,
    version: VERSION,
    title,
    summary,
    licence,
    files,
    models: [{ ...entry, golden: `golden/${role}.json` }],
  };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  console.log(`${name}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  return { name, title, summary, bytes, licence: licence.name, nonCommercial: licence.nonCommercial };
}

await main(async () => {
  const { values } = parseArgs({ options: { models: { type: 'string' } } });
  const models = values.models === undefined ? join(KIT, 'models') : resolve(process.env.INIT_CWD ?? '', values.models);
  const packs = [];
  for (const pack of PACKS) {
    const entry = await writePack(pack, models);
    packs.push({ ...entry, manifests: [`packs/${entry.name}/manifest.json`] });
  }
  const addresses = PACKS.flatMap((pack) => [...pack.addresses, ...(pack.labels ?? [])]);
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].sort();
  writeFileSync(join(ROOT, 'public/catalogue.json'), `${JSON.stringify({ format: 1, hosts, packs }, null, 2)}\n`);
  return 0;
});
