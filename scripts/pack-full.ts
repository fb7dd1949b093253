/**
 * `npm run pack:full -- --weights DIR --out PACK`: converts Grounding-DINO, BioCLIP 2, Perch 2 and SINR to a pack, from the
 * published files that models/full/README.md lists. `--random` instead of `--weights` makes the tiny pack of the tests.
 * What is given is handed on to the recipe.
 */
import { join } from 'node:path';
import process from 'node:process';
import { ensurePython } from './python.ts';
import { main, ROOT, run } from './run.ts';

await main(async () => {
  const recipe = join(ROOT, 'models/full');
  const python =
    process.env.GOLDCREST_PYTHON ??
    (await ensurePython('full-venv', join(recipe, 'requirements.txt'), 'the conversion of the full pack'));
  const env = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(ROOT, 'models') };
  return (await run(python, [join(recipe, 'recipe.py'), ...process.argv.slice(2)], { env })).code;
});
