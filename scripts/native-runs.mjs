/** A model under native onnxruntime, for a bench to compare with. Needs Python; only benches do. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensurePython } from './python.mjs';
import { ROOT, UserError } from './run.mjs';

/** @typedef {{ milliseconds: (runs: number) => Promise<number>, close: () => void }} NativeRuns */
/** @typedef {{ models: { role: string, file: string, golden: string }[] }} Manifest */

/**
 * @param {string} folder of a pack
 * @param {string} role whose model is timed
 * @param {number} threads
 * @returns {Promise<NativeRuns | string>} or why there is none
 */
export async function nativeRuns(folder, role, threads) {
  /** @type {string} */
  let python;
  try {
    const requirements = join(ROOT, 'models/birdnet/requirements.txt');
    python = await ensurePython('birdnet-venv', requirements, 'the comparison with native onnxruntime');
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const model = manifest.models.find((one) => one.role === role);
  if (!model) return `The pack has no ${role} model.`;
  const golden = /** @type {{ input: { shape: number[] } }} */ (
    JSON.parse(readFileSync(join(folder, model.golden), 'utf8'))
  );
  const script = join(ROOT, 'models/bench/native_runs.py');
  const args = [script, join(folder, model.file), JSON.stringify(golden.input.shape), String(threads)];
  const child = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new UserError('Native onnxruntime stopped (see above).');
    return value;
  };
  await next();
  return {
    milliseconds: async (runs) => {
      child.stdin.write(`${runs}\n`);
      return Number(await next());
    },
    close: () => child.stdin.end(),
  };
}
