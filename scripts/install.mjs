/** Installs the packages that package-lock.json asks for, if they are not there yet. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT, run, UserError } from './run.mjs';

/** Vite 8 and ESLint 10 refuse older ones. */
const MINIMUM_NODE = [20, 19];

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean }} LockedPackage */

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
  const installedLock = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const installed = lockedPackages(installedLock);
  const wanted = lockedPackages(join(ROOT, 'package-lock.json'));
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = MINIMUM_NODE;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new UserError(`Node ${MINIMUM_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

/** @param {{ quiet?: boolean }} [options] quiet: nothing on standard output, for a caller that owns it */
export async function ensureInstalled({ quiet = false } = {}) {
  checkNode();
  if (isInstalled()) return;
  console.error('Installing packages (npm ci) ...');
  // npm is a script on Linux and macOS and npm.cmd on Windows; under `npm run` its own path is in the environment.
  const npm = process.env.npm_execpath;
  const env = { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { env, quiet };
  const { code } = npm ? await run(process.execPath, [npm, ...args], options) : await run('npm', args, options);
  if (code !== 0) throw new UserError('The packages could not be installed (see above). Is the network reachable?');
}
