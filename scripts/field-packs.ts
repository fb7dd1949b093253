/**
 * `npm run pack:field -- [--models DIR] [--calibration FILE]`: writes the field packs, third-party models at pinned public addresses, into
 * public/packs: manifests, golden vectors, and the graph of the classifier, whose weights stay where they are published
 * (models/field-vision). DIR holds the models (by default the test kit's): they are read for hashes and golden vectors
 * and are not copied. FILE is what `npm run calibrate` left of the kit's pack (bench/calibrate-kit-image/calibration.json), whose
 * classifier this is: its fit is kept in models/field-vision and goes into the manifest.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FIELD_PACKS, type FieldModel, type FieldPack } from './field-pack-list.ts';
import { goldenFor } from './kit-golden.ts';
import { KIT } from './kit-pack.ts';
import { describeFile, type PackFile } from './pack-file.ts';
import { ensurePython } from './python.ts';
import { fromHere, main, ROOT, run, UserError } from './run.ts';

const RECIPE = join(ROOT, 'models/field-vision');

const FITTED = join(RECIPE, 'calibration.json');

/** Keeps what was fitted, so that the next run of this script has it too. */
function keepFit(file: string) {
  const { entry } = JSON.parse(readFileSync(file, 'utf8')) as { entry?: object };
  if (!entry) throw new UserError(`${file} is not what npm run calibrate leaves: it has no "entry".`);
  writeFileSync(FITTED, `${JSON.stringify(entry, null, 2)}\n`);
}

/** The classifier decides by what was fitted for it; the other models have nothing to fit. */
function withFit<Entry extends { role: string }>(entry: Entry) {
  return entry.role === 'image'
    ? { ...entry, calibration: JSON.parse(readFileSync(FITTED, 'utf8')) as unknown }
    : entry;
}

/** Writes the graph that refers to the weights in the published file and holds the second head, and what its outputs are. */
async function writeGraph(weights: string, published: string, graph: string, labels: string) {
  const python = await ensurePython('field-venv', join(RECIPE, 'requirements.txt'), 'the graph of the classifier');
  const args = [join(RECIPE, 'recipe.py'), '--tflite', weights, '--labels', published];
  args.push('--out', graph, '--out-labels', labels);
  const { code } = await run(python, args, { env: { PYTHONDONTWRITEBYTECODE: '1' } });
  if (code !== 0) throw new UserError('The graph of the classifier could not be written (see above).');
}

/** The files of one model; those of our own are written into the folder of the pack. */
async function writeModel(
  { source, addresses, labels, probe, entry }: FieldModel,
  folder: string,
  models: string,
): Promise<PackFile[]> {
  const published = join(models, source);
  const { role, file, weights } = entry;
  const graph = weights === undefined ? published : join(folder, file);
  const named = join(folder, `labels/${role}.txt`);
  if (weights !== undefined && labels) await writeGraph(published, join(models, labels.source), graph, named);
  const held = weights === undefined ? null : { path: weights, data: readFileSync(published) };
  const files: PackFile[] = held
    ? [describeFile(file, readFileSync(graph)), describeFile(held.path, held.data, addresses)]
    : [describeFile(file, readFileSync(published), addresses)];
  const names = { inputName: entry.input.name, outputName: entry.output.name };
  const vector = await goldenFor(graph, files[0]?.sha256 ?? '', { ...names, input: probe }, held);
  const golden = Buffer.from(JSON.stringify(vector));
  writeFileSync(join(folder, `golden/${role}.json`), golden);
  files.push(describeFile(`golden/${role}.json`, golden));
  if (labels && held) files.push(describeFile(`labels/${role}.txt`, readFileSync(named)));
  else if (labels)
    files.push(describeFile(`labels/${role}.txt`, readFileSync(join(models, labels.source)), labels.addresses));
  return files;
}

async function writePack({ models: listed, offered, ...words }: FieldPack, models: string) {
  const folder = join(ROOT, 'public/packs', words.name);
  mkdirSync(join(folder, 'golden'), { recursive: true });
  const files = [];
  for (const model of listed) files.push(...(await writeModel(model, folder, models)));
  const entries = listed.map(({ entry }) => ({ ...withFit(entry), golden: `golden/${entry.role}.json` }));
  const manifest = { format: 1, ...words, files, models: entries };
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  console.log(`${words.name}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  const { name, licence } = words;
  return {
    name,
    ...offered,
    bytes,
    licence: licence.name,
    nonCommercial: licence.nonCommercial,
    manifests: [`packs/${name}/manifest.json`],
  };
}

await main(async () => {
  const { values } = parseArgs({ options: { models: { type: 'string' }, calibration: { type: 'string' } } });
  if (values.calibration !== undefined) keepFit(fromHere(values.calibration));
  const models = values.models === undefined ? join(KIT, 'models') : fromHere(values.models);
  const packs = [];
  for (const pack of FIELD_PACKS) packs.push(await writePack(pack, models));
  const all = FIELD_PACKS.flatMap((pack) => pack.models);
  const addresses = all.flatMap((model) => [...model.addresses, ...(model.labels?.addresses ?? [])]);
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].sort();
  const catalogue = { format: 1, hosts, packs };
  writeFileSync(join(ROOT, 'public/catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
  return 0;
});
