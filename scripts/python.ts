/** Python environments for the scripts that need one: made once, with pinned packages, below node_modules. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { CACHE, run, UserError } from './run.ts';

/**
 * @param name of the environment's folder
 * @param requirements the file that pins its packages; when it changes, the environment is made anew
 * @param purpose for the person who waits
 * @returns the environment's Python
 */
export async function ensurePython(name: string, requirements: string, purpose: string): Promise<string> {
  const venv = join(CACHE, name);
  const stamp = join(venv, 'requirements.sha256');
  const python = join(venv, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return python;
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  console.log(`Preparing a Python environment for ${purpose} ...`);
  const made = await run('python3', ['-m', 'venv', venv], { quiet: true });
  if (made.code !== 0)
    throw new UserError(
      `${made.output}\nA Python environment could not be made (Debian: apt-get install python3-venv).`,
    );
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  if ((await run(python, pip)).code !== 0)
    throw new UserError('The Python packages could not be installed (see above).');
  writeFileSync(stamp, wanted);
  return python;
}
