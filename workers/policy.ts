import { expose } from 'comlink';
import { Speech } from '../src/agent/dialects';
import { readFile } from '../src/packs/read';
import { deviceAbilities } from '../src/policies/device';
import { filesFor } from '../src/policies/manifest';
import { holdLock } from '../src/runtime/in-worker';
import {
  policyProblem,
  type PolicyApi,
  type PolicyLoad,
  type PolicyResult,
  type TextEngine,
  type VerifiedFiles,
} from '../src/policies/protocol';

let engine: TextEngine | null = null;

/** Every file that an engine needs, verified before the engine sees any. */
async function readVerified(
  { base, manifest, engine: wanted }: PolicyLoad,
  onBytes: (done: number, total: number) => void,
): Promise<PolicyResult<VerifiedFiles>> {
  const { halfPrecision } = await deviceAbilities();
  const paths = filesFor(manifest.models[0], wanted, halfPrecision);
  if (!paths) return policyProblem('pack_unusable', `"${manifest.title}" has nothing for this engine.`);
  const sizes = new Map(manifest.files.map(({ path, bytes }) => [path, bytes]));
  const total = paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let before = 0;
  for (const path of paths) {
    const bytes = await readFile(base, manifest, path, (done) => onBytes(before + done, total));
    if (!bytes.ok) return policyProblem('pack_unusable', bytes.problem.message);
    files.set(path, bytes.value);
    before += bytes.value.byteLength;
  }
  return { ok: true, value: files };
}

async function startEngine(request: PolicyLoad): Promise<TextEngine> {
  if (request.engine === 'webllm') return new (await import('../src/policies/webllm')).WebLlm();
  return new (await import('../src/policies/transformers')).OnnxModel();
}

function failure(error: unknown): PolicyResult<never> {
  const message = error instanceof Error ? error.message : String(error);
  const lost = engine?.lost() ?? (/device.*lost|lost.*device/i.test(message) ? message : null);
  if (lost !== null) return policyProblem('device_lost', lost);
  if (error instanceof RangeError || /memory/i.test(message)) return policyProblem('out_of_memory', message);
  if (/context window|too long|exceed/i.test(message)) return policyProblem('prompt_too_long', message);
  return policyProblem('engine_failed', message);
}

const api: PolicyApi = {
  holdLock,

  async load(request, onBytes) {
    if (request.engine !== 'wasm' && !('gpu' in navigator)) {
      return policyProblem('engine_unavailable', 'This browser has no WebGPU.');
    }
    const files = await readVerified(request, onBytes);
    if (!files.ok) return files;
    try {
      engine = await startEngine(request);
      return { ok: true, value: await engine.load(request, files.value) };
    } catch (error) {
      return failure(error);
    }
  },

  async reply(request, onPiece) {
    if (!engine) return policyProblem('engine_failed', 'No model is loaded.');
    const reader = new Speech(request.dialect, request.style).reader();
    try {
      const value = await engine.reply(request, (piece) => {
        onPiece(piece);
        return reader.add(piece);
      });
      const lost = engine.lost();
      return lost === null ? { ok: true, value } : policyProblem('device_lost', lost);
    } catch (error) {
      return failure(error);
    }
  },

  stop() {
    engine?.stop();
  },
};

expose(api);
