/** Which files an MCP client may have: those below the folders that were named at the start. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Refusal } from '../src/mcp/problems';

/**
 * The real path of a file that a client asks for, or why it may not have it. Links are followed first, so that one inside
 * a folder cannot lead out of it. A path outside is refused in the same words whether or not there is such a file.
 * @param asked an absolute path, a file: URI, or a path from one of the folders
 * @param allowed real paths of folders
 */
export function allowedFile(asked: string, allowed: readonly string[]): string | Refusal {
  if (allowed.length === 0) {
    const hint = 'Start the server with --allow DIR for the folder of the file, or send the file as a data URI.';
    return refusal('path_not_allowed', 'This server was started without a folder that it may read.', hint);
  }
  const path = toPath(asked);
  const places = isAbsolute(path) ? [path] : allowed.map((folder) => resolve(folder, path));
  const place = places.find((one) => existsSync(one)) ?? places[0] ?? '';
  const real = realpathSync(nearest(place));
  if (!allowed.some((folder) => isInside(real, folder))) {
    const hint =
      `It may read ${allowed.join(', ')}. Move the file there, start the server with --allow for its folder, ` +
      'or send the file as a data URI.';
    return refusal('path_not_allowed', `${asked} is outside the folders that this server may read.`, hint);
  }
  if (!existsSync(place)) {
    return refusal('path_not_found', `There is no file ${asked}.`, 'Check the path; it is best given in full.');
  }
  if (!statSync(real).isFile()) {
    return refusal('not_a_file', `${asked} is not a file.`, 'Name each photo and recording by itself.');
  }
  return real;
}

function toPath(text: string) {
  if (!/^file:/i.test(text)) return text;
  try {
    return fileURLToPath(text);
  } catch {
    return text;
  }
}

/** The path itself, or of what is missing the nearest folder that is there. */
function nearest(path: string) {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

function isInside(path: string, folder: string) {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function refusal(code: Refusal['code'], message: string, hint: string): Refusal {
  return { status: 'failed', code, message, hint };
}
