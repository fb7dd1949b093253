/**
 * `npm run bench:policy`: what each stage of the tiny policy is worth on held-out observations, beside the blueprint, with
 * hints and without: reward, solved, overclaimed, calls, tokens. The app's own loop, checks, verdict rules and scores over
 * recorded tool outputs; no browser. `--dialect react` for another dialect, `--hints full` for these alone, `--out FILE` to keep the figures.
 * With `--constrained 500 [--engine wasm|webllm]` draws turns in a browser instead and counts the valid ones, with `--speed`
 * compares the app's tokens per second with bare web-llm's; `--table` writes what is kept into docs/policies.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { HELD_OUT } from './policy-environment.ts';
import { compareSpeed } from './policy-speed.ts';
import { writeTables } from './policy-table.ts';
import { drawTurns } from './policy-turns.ts';
import { ensurePython } from './python.ts';
import { fromHere, main, ROOT, run, UserError } from './run.ts';

const MODELS = join(ROOT, 'models/policy');
const PACK = join(ROOT, 'public/packs/tiny-policy');

/** The stage that is shipped is kept in its pack alone. */
function fileOf(stage: string) {
  const kept = join(MODELS, `results/${stage}.onnx`);
  return existsSync(kept) ? kept : join(PACK, 'onnx/model_q4.onnx');
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      dialect: { type: 'string', default: 'hermes' },
      hints: { type: 'string', default: 'full,off' },
      items: { type: 'string', default: HELD_OUT },
      out: { type: 'string' },
      constrained: { type: 'string' },
      engine: { type: 'string', default: 'wasm' },
      minutes: { type: 'string', default: '60' },
      speed: { type: 'boolean', default: false },
      table: { type: 'boolean', default: false },
      prompts: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '2' },
    },
  });
  const [items, out] = [fromHere(values.items), values.out === undefined ? null : fromHere(values.out)];
  if (values.constrained !== undefined) {
    const [turns, minutes] = [Number(values.constrained), Number(values.minutes)];
    return drawTurns({ turns, engine: values.engine, minutes, items, out });
  }
  if (values.table) return writeTables();
  if (values.speed) return compareSpeed({ prompts: Number(values.prompts), rounds: Number(values.rounds), out });
  const stages = ['sft', 'dpo', 'gspo'].map((stage) => [stage, fileOf(stage)] as const);
  if (!stages.every(([, file]) => existsSync(file)))
    throw new UserError('There is no policy to measure: see models/policy/README.md.');
  const requirements = join(ROOT, 'models/requirements-test.txt');
  const python =
    process.env.GOLDCREST_PYTHON ?? (await ensurePython('models-venv', requirements, 'the bench of policies'));
  const args = [
    join(MODELS, 'bench.py'),
    ...['--items', items, '--tokenizer', join(PACK, 'tokenizer.json')],
    ...['--dialect', values.dialect, '--hints', ...values.hints.split(',')],
    ...stages.flatMap(([name, file]) => ['--policy', `${name}=${file}`]),
    ...(out === null ? [] : ['--out', out]),
  ];
  const { code } = await run(python, args, { env: { PYTHONPATH: join(ROOT, 'models'), PYTHONDONTWRITEBYTECODE: '1' } });
  return code;
});
