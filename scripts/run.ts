/** Runs other programs for the scripts here. Node's own modules only: it works before anything is installed. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Written and read by the scripts only; `npm ci` clears it together with everything else in node_modules. */
export const CACHE = fileURLToPath(new URL('../node_modules/.cache/goldcrest', import.meta.url));

/** npm runs scripts in the project's folder; paths are relative to the folder where the person called npm. */
export function fromHere(path: string) {
  return resolve(process.env.INIT_CWD ?? '', path);
}

/** An expected problem: its message is for the person at the keyboard and needs no stack. */
export class UserError extends Error {}

/**
 * quiet: keep the output for
 * the caller instead of showing it
 */
interface RunOptions {
  quiet?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  timeoutMs?: number;
}

interface RunResult {
  code: number;
  output: string;
  ms: number;
}

export function run(
  command: string,
  args: string[],
  { quiet = false, env = {}, cwd = ROOT, timeoutMs }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((done) => {
    const started = performance.now();
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const finish = (code: number) => {
      done({ code, output, ms: performance.now() - started });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.once('close', (code) => {
      finish(code ?? 1);
    });
  });
}

/**
 * Runs a program of an installed package by the script it ships, which also works where there is no shell.
 * @param script below node_modules
 */
export function runTool(script: string, args: string[], options?: RunOptions) {
  return run(
    process.execPath,
    [fileURLToPath(new URL(`../node_modules/${script}`, import.meta.url)), ...args],
    options,
  );
}

/**
 * Whether a script was started by itself, and not loaded by another or by a test.
 * @param url import.meta.url
 */
export const isMain = (url: string) => url === pathToFileURL(process.argv[1] ?? '').href;

/**
 * The body of a script: an expected problem becomes one line on standard error, any other keeps its stack. An option that
 * the script does not know is answered with what it says of itself, and so is --help.
 * @param body gives the exit code, if it is not 0
 */
export async function main(body: () => Promise<number | undefined>) {
  try {
    const code = await body();
    if (code !== undefined && code !== 0) process.exitCode = code;
  } catch (error) {
    if (isUnknownOption(error)) {
      const asked = ['--help', '-h'].some((option) => process.argv.includes(option));
      if (!asked) console.error(`${error.message}\n`);
      console[asked ? 'log' : 'error'](aboutScript(process.argv[1] ?? ''));
      process.exitCode = asked ? 0 : 1;
      return;
    }
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}

function isUnknownOption(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** The comment that a script begins with. */
function aboutScript(script: string) {
  const [, comment = ''] = /^\/\*\*([^]*?)\*\//.exec(readFileSync(script, 'utf8')) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, '').trim());
  return lines.join('\n').trim();
}
