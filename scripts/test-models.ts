/**
 * `npm run test:models`: the quick tests of the recipes under models/, in a Python environment of their own. torch is too
 * large to install for that; tests that need it run with GOLDCREST_PYTHON=/path/to/a/python that has it.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { ensurePython } from './python.ts';
import { CACHE, main, ROOT, run } from './run.ts';
import { junitCounts, sumCounts, summaryLine, withExitCode, type Counts } from './test-counts.ts';

const REQUIREMENTS = join(ROOT, 'models/requirements-test.txt');

/** For the tests of one recipe. */
const TIME_LIMIT_MS = 60_000 * 3;

/** @returns test files, relative to the repository */
function testFiles(): string[] {
  const entries = readdirSync(join(ROOT, 'models'), { withFileTypes: true, recursive: true });
  const isTest = (name: string) => name.startsWith('test_') && name.endsWith('.py');
  const tests = entries.filter((entry) => entry.isFile() && isTest(entry.name));
  return tests.map((entry) => relative(ROOT, join(entry.parentPath, entry.name))).sort();
}

const needsTorch = (file: string) => /^\s*(import|from) torch\b/m.test(readFileSync(join(ROOT, file), 'utf8'));

/** A process for each file: the recipes have modules of the same name (train, export, network). */
async function runFile(python: string, file: string) {
  const report = join(CACHE, `models-${file.replaceAll(/[^a-z0-9]+/gi, '-')}.xml`);
  rmSync(report, { force: true });
  const env = { PYTHONPATH: join(ROOT, 'models'), PYTHONDONTWRITEBYTECODE: '1' };
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `--junitxml=${report}`, file];
  const { code } = await run(python, args, { env, timeoutMs: TIME_LIMIT_MS });
  return withExitCode(junitCounts(report), code);
}

await main(async () => {
  const python =
    process.env.GOLDCREST_PYTHON ?? (await ensurePython('models-venv', REQUIREMENTS, 'the tests of the models'));
  const hasTorch = (await run(python, ['-c', 'import torch'], { quiet: true })).code === 0;
  const counts: Counts[] = [];
  for (const file of testFiles()) {
    console.log(`\n${file}`);
    if (hasTorch || !needsTorch(file)) {
      counts.push(await runFile(python, file));
    } else {
      console.log('skipped: needs torch (set GOLDCREST_PYTHON to a Python that has it)');
      counts.push({ passed: 0, failed: 0, skipped: 1 });
    }
  }
  const sum = sumCounts(counts);
  console.log(`\n${summaryLine(sum)}`);
  return sum.failed > 0 ? 1 : 0;
});
