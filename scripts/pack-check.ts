/**
 * `npm run pack:check -- DIR`: tells in sentences what is wrong with a pack, before anybody else finds out. The same
 * rules as in the app: it loads the app's own modules.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import process from 'node:process';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { app } from './app-module.ts';
import { isPolicy, wrongPolicy } from './pack-check-policy.ts';
import { describeFile, packFolder } from './pack-file.ts';
import { isMain, main, ROOT } from './run.ts';
import type { Manifest, Model } from '../src/packs/manifest';
import type * as Labels from '../src/packs/labels';
import type * as Taxa from '../src/domain/taxonomy';
import type * as Golden from '../src/packs/golden';
import type * as PacksManifest from '../src/packs/manifest';
import type * as PoliciesManifest from '../src/policies/manifest';
import type * as Offer from '../src/packs/offer';
import type * as Keys from '../src/packs/trust/keys';

const OWN = new Set(['manifest.json', 'manifest.sig']);

/** Of any kind of pack */
type Described = Pick<Manifest, 'name' | 'version' | 'title' | 'files'>;

function wrongFiles(folder: string, manifest: Described): string[] {
  const wrong = [];
  for (const { path, bytes, sha256, chunks, addresses } of manifest.files) {
    const file = join(folder, path);
    if (!existsSync(file)) {
      if (!addresses) wrong.push(`${path} is listed but is not in the folder, and has no address to fetch it from.`);
      continue;
    }
    const content = readFileSync(file);
    const got = describeFile(path, content);
    if (got.bytes !== bytes) wrong.push(`${path} has ${got.bytes} bytes; the manifest says ${bytes}.`);
    else if (got.sha256 !== sha256) wrong.push(`${path} has the sha256 ${got.sha256}; the manifest says ${sha256}.`);
    else if (chunks && got.chunks?.join() !== chunks.join())
      wrong.push(`${path} is right, but its chunks have other sha256 than the manifest lists under chunks.`);
  }
  const listed = new Set(manifest.files.map(({ path }) => path));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isFile() && !listed.has(path) && !OWN.has(path))
      wrong.push(`${path} is in the folder but not in the manifest, so nobody would get it.`);
  }
  return wrong;
}

async function wrongLabels(folder: string, manifest: Manifest): Promise<string[]> {
  const { resolveLabels, resolveSoundLabels } = (await app('packs/labels.ts')) as typeof Labels;
  const { Taxonomy } = (await app('domain/taxonomy.ts')) as typeof Taxa;
  const table = (name: string) =>
    JSON.parse(readFileSync(join(ROOT, 'public/taxonomy', `${name}.json`), 'utf8')) as unknown;
  const taxonomy = Taxonomy.fromTables(table('taxonomy'), table('synonyms'));
  const wrong = [];
  for (const model of manifest.models) {
    if (!('labels' in model) || !existsSync(join(folder, model.labels.file))) continue;
    const text = readFileSync(join(folder, model.labels.file), 'utf8');
    const labels =
      model.role === 'sound'
        ? resolveSoundLabels(text, model.labels, taxonomy)
        : resolveLabels(text, model.labels, taxonomy);
    if (!labels.ok) wrong.push(labels.problem.message);
  }
  return wrong;
}

/** How many labels there are for the numbers of a model; null where it has none, or a table to compare with. */
function countLabels(folder: string, model: Model) {
  if (model.role === 'detector' || model.family === 'bioclip' || !existsSync(join(folder, model.labels.file)))
    return null;
  return readFileSync(join(folder, model.labels.file), 'utf8').trimEnd().split('\n').length;
}

/** Runs each model's golden input through it, as the app does at first use. */
async function wrongNumbers(folder: string, manifest: Manifest) {
  const { goldenError, goldenFeeds, goldenInput } = (await app('packs/golden.ts')) as typeof Golden;
  const { GoldenSchema } = (await app('packs/manifest.ts')) as typeof PacksManifest;
  const { safeParse, getDotPath } = await import('valibot');
  env.wasm.numThreads = 1;
  const wrong = [];
  for (const model of manifest.models) {
    const [file, goldenFile] = [join(folder, model.file), join(folder, model.golden)];
    const weightsFile = model.weights === undefined ? null : join(folder, model.weights);
    if (!existsSync(file) || !existsSync(goldenFile) || (weightsFile && !existsSync(weightsFile))) continue;
    let json: unknown;
    try {
      json = JSON.parse(readFileSync(goldenFile, 'utf8'));
    } catch {
      wrong.push(`${model.golden} is not JSON.`);
      continue;
    }
    const golden = safeParse(GoldenSchema, json);
    if (!golden.success) {
      wrong.push(
        `${model.golden} is not a golden vector: ${getDotPath(golden.issues[0]) ?? 'it'}: ${golden.issues[0].message}.`,
      );
      continue;
    }
    try {
      const weights = weightsFile && { path: basename(weightsFile), data: readFileSync(weightsFile) };
      const session = await InferenceSession.create(readFileSync(file), {
        executionProviders: ['wasm'],
        ...(weights ? { externalData: [weights] } : {}),
      });
      if (!session.inputNames.includes(model.input.name))
        wrong.push(`${model.file} has no input "${model.input.name}"; it has ${session.inputNames.join(', ')}.`);
      if (!session.outputNames.includes(model.output.name))
        wrong.push(`${model.file} has no output "${model.output.name}"; it has ${session.outputNames.join(', ')}.`);
      const { data, shape } = goldenInput(golden.output.input);
      const feeds = [{ name: model.input.name, data, shape }, ...goldenFeeds(golden.output)];
      const results = await session.run(
        Object.fromEntries(feeds.map((feed) => [feed.name, new Tensor('float32', feed.data, feed.shape)])),
      );
      const off = goldenError(golden.output, (results[model.output.name]?.data ?? new Float32Array()) as Float32Array);
      if (!(off <= golden.output.tolerance))
        wrong.push(
          `${model.file} is off its golden numbers by ${off.toPrecision(2)}; ${golden.output.tolerance} is allowed.`,
        );
      const labels = countLabels(folder, model);
      const each = (results[model.output.name]?.size ?? 0) / (shape[0] ?? 1);
      if (labels !== null && labels !== each)
        wrong.push(`There are ${labels} labels, but ${model.file} gives ${each} numbers.`);
      await session.release();
    } catch (error) {
      wrong.push(`${model.file} could not be run: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  return wrong;
}

function introduction({ title, name, version, files }: Described, trust: string) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${title} (${name} ${version}): ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${trust}.`;
}

/**
 * The manifest of a language model; null where the pack is of another kind, a sentence where it cannot be used.
 */
async function readPolicy(file: string) {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  if (!isPolicy(json)) return null;
  const { PolicyManifestSchema } = (await app('policies/manifest.ts')) as typeof PoliciesManifest;
  const { safeParse, getDotPath } = await import('valibot');
  const read = safeParse(PolicyManifestSchema, json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  return `The manifest is not valid: ${getDotPath(issue) ?? 'as a whole'}: ${issue.message}.`;
}

async function check(folder: string): Promise<{ about?: string; wrong: string[] }> {
  const manifestFile = join(folder, 'manifest.json');
  if (!existsSync(manifestFile)) return { wrong: ['There is no manifest.json in the folder.'] };
  const policy = await readPolicy(manifestFile);
  if (typeof policy === 'string') return { wrong: [policy] };
  if (policy) {
    const about = introduction(policy, 'part of the app or of its host, so not signed');
    return { about, wrong: [...wrongFiles(folder, policy), ...(await wrongPolicy(folder, policy.models[0]))] };
  }
  const { judgePack } = (await app('packs/offer.ts')) as typeof Offer;
  const { PINNED_KEYS } = (await app('packs/trust/keys.ts')) as typeof Keys;
  const signature = join(folder, 'manifest.sig');
  const judged = await judgePack(
    new Uint8Array(readFileSync(manifestFile)),
    existsSync(signature) ? readFileSync(signature, 'utf8') : null,
    PINNED_KEYS,
  );
  if (!judged.ok) return { wrong: [judged.problem.message] };
  const { manifest, trust } = judged.value;
  const wrong = [
    ...wrongFiles(folder, manifest),
    ...(await wrongLabels(folder, manifest)),
    ...(await wrongNumbers(folder, manifest)),
  ];
  return { about: introduction(manifest, trust), wrong };
}

/** @param given the folder of a pack */
export async function packCheck(given: string | undefined): Promise<{ code: number; lines: string[] }> {
  const { about, wrong } = await check(packFolder(given, 'pack:check'));
  const sum = `${wrong.length} ${wrong.length === 1 ? 'thing is' : 'things are'} wrong.`;
  return {
    code: wrong.length === 0 ? 0 : 1,
    lines: [
      ...(about === undefined ? [] : [about]),
      ...wrong.map((sentence) => `- ${sentence}`),
      wrong.length === 0 ? 'Nothing is wrong with it.' : sum,
    ],
  };
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { code, lines } = await packCheck(process.argv[2]);
    for (const line of lines) console.log(line);
    return code;
  });
}
