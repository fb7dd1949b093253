/** A model under native onnxruntime, for a bench to compare with. Needs Python; only benches do. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensurePython } from './python.ts';
import { ROOT, UserError } from './run.ts';

interface NativeRuns {
  milliseconds: (runs: number) => Promise<number>;
  close: () => void;
}
interface Manifest {
  models: { role: string; file: string; golden: string }[];
}

/**
 * @param folder of a pack
 * @param role whose model is timed
 * @returns or why there is none
 */
export async function nativeRuns(folder: string, role: string, threads: number): Promise<NativeRuns | string> {
  let python: string;
  try {
    const requirements = join(ROOT, 'models/birdnet/requirements.txt');
    python = await ensurePython('birdnet-venv', requirements, 'the comparison with native onnxruntime');
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const model = manifest.models.find((one) => one.role === role);
  if (!model) return `The pack has no ${role} model.`;
  const golden = JSON.parse(readFileSync(join(folder, model.golden), 'utf8')) as { input: { shape: number[] } };
  const script = join(ROOT, 'models/bench/native_runs.py');
  const args = [script, join(folder, model.file), JSON.stringify(golden.input.shape), String(threads)];
  const child = spawn(python, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const line = await lines.next();
    if (line.done === true) throw new UserError('Native onnxruntime stopped (see above).');
    return line.value;
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
