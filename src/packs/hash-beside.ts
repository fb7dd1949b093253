import { transfer, wrap, type Remote } from 'comlink';
import type { HashApi } from '../../workers/hash';

/** A smaller file is hashed sooner than a thread is reached. */
const WORTH_A_THREAD = 1 << 20;

/** Chosen: the models of one start come within seconds of each other. */
const IDLE_MS = 5000;

interface HashWorker {
  api: Remote<HashApi>;
  end: () => void;
}

/** Null where this context cannot start workers, or this one did not start. */
async function start(): Promise<HashWorker | null> {
  if (typeof Worker === 'undefined') return null;
  const worker = new Worker(new URL('../../workers/hash.ts', import.meta.url), { type: 'module', name: 'hash' });
  const api = wrap<HashApi>(worker);
  const failed = new Promise<null>((done) => {
    worker.addEventListener('error', () => done(null), { once: true });
  });
  const started = await Promise.race([api.ready(), failed]);
  return started ? { api, end: () => worker.terminate() } : null;
}

let waiting: Promise<HashWorker | null> | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
let underWay = 0;

/** The sha256 in hex, taken off this thread where that pays. The bytes are copied first: exactly these are judged. */
export async function sha256Beside(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const copy = bytes.length < WORTH_A_THREAD ? null : bytes.slice();
  const worker = copy && (await (waiting ??= start()));
  if (!copy || !worker) return inHex(await crypto.subtle.digest('SHA-256', copy ?? bytes));
  clearTimeout(idle);
  underWay += 1;
  const digest = await worker.api.digest(transfer(copy, [copy.buffer]));
  underWay -= 1;
  if (underWay === 0) {
    idle = setTimeout(() => {
      waiting = null;
      worker.end();
    }, IDLE_MS);
  }
  return inHex(digest);
}

function inHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
