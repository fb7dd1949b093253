/**
 * `npm run pack:field -- [--models DIR]`: writes the field packs, third-party models at pinned public addresses, into
 * public/packs: manifests, golden vectors, and the graph of the classifier, whose weights stay where they are published
 * (models/field-vision). DIR holds the models (by default the test kit's): they are read for hashes and golden vectors
 * and are not copied. Sign the result with `npm run pack:sign`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { FIELD_PACKS, FIELD_SOUND, FULL_PACK } from './field-pack-list.mjs';
import { goldenFor } from './kit-golden.mjs';
import { KIT } from './kit-pack.mjs';
import { ensurePython } from './python.mjs';
import { main, ROOT, run, UserError } from './run.mjs';

const RECIPE = join(ROOT, 'models/field-vision');

/**
 * @typedef {import('./field-pack-list.mjs').FieldPack} FieldPack
 * @typedef {import('./field-pack-list.mjs').FieldModel} FieldModel
 * @typedef {{ path: string, bytes: number, sha256: string, addresses?: string[] }} PackFile
 */

/**
 * @param {string} path
 * @param {Buffer} content
 * @param {string[]} [addresses]
 * @returns {PackFile}
 */
const describe = (path, content, addresses) => ({
  path,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  ...(addresses ? { addresses } : {}),
});

/**
 * Writes the graph that refers to the weights in the published file.
 * @param {string} weights
 * @param {string} graph
 */
async function writeGraph(weights, graph) {
  const python = await ensurePython('field-venv', join(RECIPE, 'requirements.txt'), 'the graph of the classifier');
  const args = [join(RECIPE, 'recipe.py'), '--tflite', weights, '--out', graph];
  const { code } = await run(python, args, { env: { PYTHONDONTWRITEBYTECODE: '1' } });
  if (code !== 0) throw new UserError('The graph of the classifier could not be written (see above).');
}

/**
 * The files of one model; those of our own are written into the folder of the pack.
 * @param {FieldModel} model
 * @param {string} folder
 * @param {string} models
 * @returns {Promise<PackFile[]>}
 */
async function writeModel({ source, addresses, labels, probe, entry }, folder, models) {
  const published = join(models, source);
  const { role, file, weights } = entry;
  const graph = weights === undefined ? published : join(folder, file);
  if (weights !== undefined) await writeGraph(published, graph);
  const held = weights === undefined ? null : { path: weights, data: readFileSync(published) };
  /** @type {PackFile[]} */
  const files = held
    ? [describe(file, readFileSync(graph)), describe(held.path, held.data, addresses)]
    : [describe(file, readFileSync(published), addresses)];
  const names = { inputName: entry.input.name, outputName: entry.output.name };
  const vector = await goldenFor(graph, files[0]?.sha256 ?? '', { ...names, input: probe }, held);
  const golden = Buffer.from(JSON.stringify(vector));
  writeFileSync(join(folder, `golden/${role}.json`), golden);
  files.push(describe(`golden/${role}.json`, golden));
  if (labels) files.push(describe(`labels/${role}.txt`, readFileSync(join(models, labels.source)), labels.addresses));
  return files;
}

/**
 * @param {FieldPack} pack
 * @param {string} models
 */
async function writePack({ models: listed, ...words }, models) {
  const folder = join(ROOT, 'public/packs', words.name);
  mkdirSync(join(folder, 'golden'), { recursive: true });
  const files = [];
  for (const model of listed) files.push(...(await writeModel(model, folder, models)));
  const entries = listed.map(({ entry }) => ({ ...entry, golden: `golden/${entry.role}.json` }));
  const manifest = { format: 1, ...words, files, models: entries };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  console.log(`${words.name}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  const { name, title, summary, licence } = words;
  return {
    name,
    title,
    summary,
    bytes,
    licence: licence.name,
    nonCommercial: licence.nonCommercial,
    manifests: [`packs/${name}/manifest.json`],
  };
}

await main(async () => {
  const { values } = parseArgs({ options: { models: { type: 'string' } } });
  const models = values.models === undefined ? join(KIT, 'models') : resolve(process.env.INIT_CWD ?? '', values.models);
  const packs = [];
  for (const pack of FIELD_PACKS) packs.push(await writePack(pack, models));
  const all = FIELD_PACKS.flatMap((pack) => pack.models);
  const addresses = all.flatMap((model) => [...model.addresses, ...(model.labels?.addresses ?? [])]);
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].sort();
  const catalogue = { format: 1, hosts, packs: [...packs, FIELD_SOUND, FULL_PACK] };
  writeFileSync(join(ROOT, 'public/catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
  return 0;
});
