/**
 * `npm run pack:starter`: writes the starter pack's manifest from what the recipes left: one fragment a model beside
 * its recipe, the files in public/packs/starter, and models/starter/pack.json for the pack as a whole.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describeFile } from './pack-file.ts';
import { main, ROOT, UserError } from './run.ts';

const PACK = join(ROOT, 'public/packs/starter');
const MANIFEST = 'manifest.json';
/** The order in which a run needs them. */
const RECIPES = ['detector', 'image', 'geo'];
/** The most that the whole pack may weigh: it comes with the app. */
const LIMIT = 25_000_000;
/** The parts of a calibration that are about the verdict, not about the model. */
const RULES = ['judgement', 'risk'];

function readJson(file: string) {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/**
 * What a probability must reach at each grain is a matter of the whole pack, not of one recipe: it goes where the
 * classifier's calibration is.
 */
function withRules(model: Record<string, unknown>, rules: Record<string, unknown>) {
  const own = rules[String(model.role)] as object | undefined;
  return own ? { ...model, calibration: { ...(model.calibration as object), ...own } } : model;
}

/**
 * What `npm run calibrate` fitted for the rules, by role; until it has, the bars of pack.json for pictures. The temperature
 * stays the recipe's.
 */
function fittedRules(): Record<string, unknown> {
  const file = join(ROOT, 'models/starter/calibration.json');
  const fitted = existsSync(file) ? readJson(file) : {};
  const rules = Object.entries(fitted).map(([role, of]) => {
    const kept = Object.entries(of as object).filter(([key]) => RULES.includes(key));
    return [role, Object.fromEntries(kept)];
  });
  return Object.fromEntries(rules) as Record<string, unknown>;
}

function listFiles() {
  const entries = readdirSync(PACK, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name !== MANIFEST)
    .map((entry) => relative(PACK, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return paths.sort().map((path) => describeFile(path, readFileSync(join(PACK, path))));
}

await main(() => {
  const fragments = RECIPES.map((recipe) => join(ROOT, 'models', recipe, 'manifest.fragment.json')).filter(existsSync);
  const files = listFiles();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > LIMIT) throw new UserError(`The starter pack is ${bytes} bytes, over its ${LIMIT}.`);
  const pack = readJson(join(ROOT, 'models/starter/pack.json'));
  const rules = fittedRules();
  const models = fragments.map((fragment) => withRules(readJson(fragment), rules));
  const manifest = { ...pack, files, models };
  writeFileSync(join(PACK, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${fragments.length} models`);
  return Promise.resolve(0);
});
