import * as v from 'valibot';
import { refuse, type InstallResult } from '../download/errors';
import { ManifestSchema, type Manifest } from '../manifest';

/** The most bytes in a manifest: a few hundred files with their addresses take a tenth of this. */
export const MANIFEST_LIMIT = 1 << 20;

/** Data only. Anything that a browser or a runtime could execute is not on this list. */
const DATA = new Set(['onnx', 'tflite', 'bin', 'json', 'txt', 'tsv', 'csv', 'md']);

/** Reads the manifest of a pack that comes from outside: by the schema, and by what only such a pack must keep. */
export function judgeManifest(bytes: Uint8Array<ArrayBuffer>): InstallResult<Manifest> {
  if (bytes.length > MANIFEST_LIMIT) return invalid(`it is larger than ${MANIFEST_LIMIT} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return invalid('it is not JSON');
  }
  const parsed = v.safeParse(ManifestSchema, json);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return invalid(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message.slice(0, 300)}`);
  }
  const manifest = parsed.output;
  const code = manifest.files.find(({ path }) => !DATA.has(path.split('.').at(-1)?.toLowerCase() ?? ''));
  if (code) {
    const kinds = [...DATA].map((kind) => `.${kind}`).join(', ');
    return refuse('brings_code', `${code.path} is not data: a pack may hold only ${kinds} files.`, code.path);
  }
  if (manifest.models.length === 0) return invalid('it names no model');
  return { ok: true, value: manifest };
}

function invalid(why: string): InstallResult<never> {
  return refuse('manifest_invalid', `The pack's manifest is not valid: ${why}.`);
}
