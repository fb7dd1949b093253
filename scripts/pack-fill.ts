/**
 * `npm run pack:fill -- DIR`: writes into a pack what a person need not: under "files" every file with its length, sha256 and
 * chunks, and for each model a golden vector, by running the model. What else the manifest says stays as it is; so do the
 * addresses of files, and the input of a golden vector that is there already.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { app } from './app-module.ts';
import { goldenOf, outputFor, TOLERANCE } from './kit-golden.ts';
import { describeFile, packFolder, type PackFile } from './pack-file.ts';
import { probeFor } from './pack-probe.ts';
import { isMain, main, UserError } from './run.ts';
import type { Model } from '../src/packs/manifest';
import type * as PacksManifest from '../src/packs/manifest';
import type * as UnusableOutput from '../src/runtime/unusable-output';

type Draft = Record<string, unknown> & {
  files?: PackFile[];
  models?: (Record<string, unknown> & { role?: unknown })[];
};

const OWN = new Set(['manifest.json', 'manifest.sig']);

function readDraft(folder: string): Draft {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file))
    throw new UserError(`There is no manifest.json in ${folder}. docs/add-a-pack.md has one to begin with.`);
  try {
    const draft = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (typeof draft === 'object' && draft !== null) return draft as Draft;
  } catch (error) {
    throw new UserError(`manifest.json is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  throw new UserError('manifest.json is JSON, but no manifest.');
}

/** What lies in the folder, as the manifest lists it, and what it lists that lies elsewhere. */
function describeFolder(folder: string, listed: PackFile[]) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !OWN.has(path) && !path.split('/').some((part) => part.startsWith('.')))
    .sort();
  const elsewhere = listed.filter(({ path, addresses }) => addresses && !paths.includes(path));
  const addressesOf = (path: string) => listed.find((one) => one.path === path)?.addresses;
  return [
    ...paths.map((path) => describeFile(path, readFileSync(join(folder, path)), addressesOf(path))),
    ...elsewhere,
  ];
}

/** The models as the app reads them. A golden vector that has yet to be made counts as there. */
async function readModels(draft: Draft): Promise<Model[]> {
  const { ManifestSchema } = (await app('packs/manifest.ts')) as typeof PacksManifest;
  const { safeParse, getDotPath } = await import('valibot');
  const files = draft.files ?? [];
  const missing = (draft.models ?? [])
    .map(({ golden }) => golden)
    .filter((path) => !files.some((one) => one.path === path))
    .map((path) => ({ path, bytes: 1, sha256: '0'.repeat(64) }));
  const parsed = safeParse(ManifestSchema, { ...draft, files: [...files, ...missing] });
  if (parsed.success) return parsed.output.models;
  const [issue] = parsed.issues;
  throw new UserError(`manifest.json is not valid yet: ${getDotPath(issue) ?? 'as a whole'}: ${issue.message}.`);
}

/**
 * The input that a golden vector has already, which its author may have chosen for a reason; otherwise the usual one.
 */
async function probeOf(file: string, model: Model) {
  const { GoldenSchema } = (await app('packs/manifest.ts')) as typeof PacksManifest;
  const { safeParse } = await import('valibot');
  try {
    const known = safeParse(GoldenSchema, JSON.parse(readFileSync(file, 'utf8')));
    if (known.success) return { probe: known.output, tolerance: known.output.tolerance };
  } catch {
    // Not there, or nothing that can be kept.
  }
  return { probe: probeFor(model), tolerance: undefined };
}

async function writeGolden(folder: string, model: Model) {
  const { isUnusable } = (await app('runtime/unusable-output.ts')) as typeof UnusableOutput;
  const file = join(folder, model.golden);
  const { probe, tolerance } = await probeOf(file, model);
  const weights =
    model.weights === undefined
      ? null
      : { path: basename(model.weights), data: readFileSync(join(folder, model.weights)) };
  const names = { inputName: model.input.name, outputName: model.output.name };
  const shape = probe.input.kind === 'lcg' ? probe.input.shape : [probe.input.rows.length, 3];
  const output = await outputFor(readFileSync(join(folder, model.file)), names, probe, weights).catch(
    (error: unknown) => {
      const why = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').replace(/[ .]+$/, '');
      throw new UserError(`${model.file} could not be run on an input of ${shape.join(' x ')}: ${why}.`);
    },
  );
  if (isUnusable(output))
    throw new UserError(`${model.file} gives nothing but zeros, one constant or no number for its golden input.`);
  // Providers differ in the last digits, so by more where numbers are large: logits, pixels.
  const largest = output.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(goldenOf(output, probe, tolerance ?? TOLERANCE * largest))}\n`);
  return `${model.golden}: ${model.file} gives ${output.length} numbers for an input of ${shape.join(' x ')}.`;
}

/** @param given the folder of a pack */
export async function packFill(given: string | undefined, say: (line: string) => void) {
  const folder = packFolder(given, 'pack:fill');
  const draft = readDraft(folder);
  for (const model of draft.models ?? []) model.golden ??= `golden/${String(model.role)}.json`;
  const listed = draft.files ?? [];
  draft.files = describeFolder(folder, listed);
  for (const model of await readModels(draft)) {
    const absent = [model.file, model.weights].find((path) => path !== undefined && !existsSync(join(folder, path)));
    if (absent === undefined) say(await writeGolden(folder, model));
    else say(`${model.golden} is left as it is: ${absent} is not in the folder.`);
  }
  draft.files = describeFolder(folder, listed);
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(draft, null, 2)}\n`);
  say(`manifest.json: ${draft.files.length} files.`);
  if (existsSync(join(folder, 'manifest.sig'))) say('manifest.sig was for the manifest before: sign it again.');
  say(`Now ask what is wrong with it: npm run pack:check -- ${given}`);
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await packFill(process.argv[2], console.log);
    return 0;
  });
}
