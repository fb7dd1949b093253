/**
 * `npm run bench:policy`: what each stage of the tiny policy is worth on held-out observations, beside the blueprint, with
 * hints and without: reward, solved, overclaimed, calls, tokens. The app's own loop, checks, verdict rules and scores over
 * recorded tool outputs; no browser. `--dialect react` for another dialect, `--out FILE` to keep the figures.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensurePython } from './python.mjs';
import { main, ROOT, run, UserError } from './run.mjs';

const MODELS = join(ROOT, 'models/policy');
const PACK = join(ROOT, 'public/packs/tiny-policy');
/** Stages whose files are kept, and what is shipped. */
const STAGES = {
  sft: join(MODELS, 'results/sft.onnx'),
  dpo: join(MODELS, 'results/dpo.onnx'),
  gspo: join(MODELS, 'results/gspo.onnx'),
  shipped: join(PACK, 'onnx/model_q4.onnx'),
};

await main(async () => {
  const { values } = parseArgs({
    options: {
      dialect: { type: 'string', default: 'hermes' },
      items: { type: 'string', default: join(MODELS, 'results/held-out.jsonl.gz') },
      out: { type: 'string' },
    },
  });
  const stages = Object.entries(STAGES).filter(([, file]) => existsSync(file));
  if (stages.length === 0) throw new UserError('There is no policy to measure: see models/policy/README.md.');
  const requirements = join(ROOT, 'models/requirements-test.txt');
  const python =
    process.env.GOLDCREST_PYTHON ?? (await ensurePython('models-venv', requirements, 'the bench of policies'));
  const from = process.env.INIT_CWD ?? '';
  const args = [
    join(MODELS, 'bench.py'),
    ...['--items', resolve(from, values.items), '--tokenizer', join(PACK, 'tokenizer.json')],
    ...['--dialect', values.dialect],
    ...stages.flatMap(([name, file]) => ['--policy', `${name}=${file}`]),
    ...(values.out === undefined ? [] : ['--out', resolve(from, values.out)]),
  ];
  const { code } = await run(python, args, { env: { PYTHONPATH: join(ROOT, 'models'), PYTHONDONTWRITEBYTECODE: '1' } });
  return code;
});
