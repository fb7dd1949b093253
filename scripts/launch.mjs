/**
 * `node scripts/launch.mjs NAME [...]` runs scripts/NAME.ts; the commands in package.json go through it. It is
 * plain JavaScript because it runs before anything is installed: it checks Node's version, installs the packages
 * that package-lock.json asks for, and lets Node read TypeScript. Standard output belongs to the script.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Vite 8 and ESLint 10 refuse older ones. */
const MINIMUM_NODE = [20, 19];
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/** @typedef {{ version?: string, optional?: boolean }} LockedPackage */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  const lock = /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(readFileSync(file, 'utf8')));
  return lock.packages;
}

/** Versions are compared, not file times: a checkout gives every file a new time. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const installed = lockedPackages(INSTALLED);
  const wanted = lockedPackages(join(ROOT, 'package-lock.json'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
}

function isNodeNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = MINIMUM_NODE;
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** @returns {boolean} whether it worked */
function install() {
  // Where packages are installed already, only what differs is changed, and what the tools keep in .cache stays.
  const args = existsSync(INSTALLED) ? ['install', '--no-save'] : ['ci'];
  console.error(`Installing packages (npm ${args.join(' ')}) ...`);
  // npm is a script on Linux and macOS and npm.cmd on Windows; under `npm run` its own path is in the environment.
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { status } = spawnSync(command, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    stdio: ['ignore', 2, 2],
    shell: npm === undefined && process.platform === 'win32',
  });
  return status === 0;
}

/** @returns {string | null} what stands in the way */
function problem() {
  if (!isNodeNewEnough()) return `Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`;
  if (isInstalled() || install()) return null;
  return 'The packages could not be installed (see above). Is the network reachable?';
}

const script = fileURLToPath(new URL(`${process.argv[2] ?? ''}.ts`, import.meta.url));
const stop = existsSync(script) ? problem() : `There is no script ${process.argv[2] ?? ''}.`;
if (stop === null) {
  process.setSourceMapsEnabled(true);
  register('./typescript-loader.mjs', import.meta.url);
  // As if Node had been started with the script itself.
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  console.error(stop);
  process.exitCode = 1;
}
