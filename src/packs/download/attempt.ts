import { looksLikeWebPage, retryAfterMs, startOfRange } from './answers';
import { pieces } from './pieces';
import type { Outcome } from './plan';
import type { PackFile } from '../pack-file';
import type { StagedFile } from './staged-file';

export interface AttemptOptions {
  fetch: typeof fetch;
  signal: AbortSignal;
  /** After this long without a byte the connection counts as dead. */
  stallMs: number;
  onBytes: (arrived: number) => void;
}

const BUSY = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Makes one request for the missing bytes and stores what arrives. Throws only what the store throws. */
export async function attempt(
  address: string,
  file: PackFile,
  staged: StagedFile,
  options: AttemptOptions,
): Promise<Outcome | { kind: 'complete' } | { kind: 'cancelled' }> {
  const before = staged.size;
  if (before === file.bytes) return { kind: 'complete' };
  const stop = new AbortController();
  const watch = new Watch(options.stallMs, stop);
  const cancel = (): void => stop.abort();
  const cancelled = (): boolean => options.signal.aborted;
  options.signal.addEventListener('abort', cancel, { once: true });
  try {
    const response = await request(address, before, stop.signal, options.fetch);
    if (cancelled()) return { kind: 'cancelled' };
    if (!response) return { kind: 'cut', gained: false, answered: false };
    const refusal = judge(response, file, staged);
    if (refusal) return refusal;
    const end = await take(response, file, staged, watch, options.onBytes);
    if (end !== 'ended') return sorted(end, before);
    if (cancelled()) return { kind: 'cancelled' };
    return staged.size === file.bytes
      ? { kind: 'complete' }
      : { kind: 'cut', gained: staged.size > before, answered: true };
  } finally {
    watch.end();
    stop.abort();
    options.signal.removeEventListener('abort', cancel);
  }
}

async function request(
  address: string,
  from: number,
  signal: AbortSignal,
  fetcher: typeof fetch,
): Promise<Response | null> {
  try {
    // no-store: neither the browser's cache nor the service worker keeps a second copy. No cookies, no referrer.
    return await fetcher(address, {
      signal,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
    });
  } catch {
    return null;
  }
}

/** Checks the headers of a response: what cannot be the file is refused before a byte of it is kept. */
function judge(response: Response, file: PackFile, staged: StagedFile): Outcome | null {
  const { status, headers } = response;
  if (BUSY.has(status)) return { kind: 'busy', status, retryAfterMs: retryAfterMs(headers.get('retry-after')) };
  if (status === 416) return { kind: 'wrong_length', bytes: null };
  if (status !== 200 && status !== 206) return { kind: 'refused', status };
  if (headers.get('content-type')?.includes('text/html')) return { kind: 'web_page', redirected: response.redirected };
  if (status === 200) return null;
  // Another origin may hide this header; the hash of the chunk decides then.
  const start = startOfRange(headers.get('content-range'));
  if (start && start.total !== null && start.total !== file.bytes) return { kind: 'wrong_length', bytes: start.total };
  return start && start.from !== staged.size ? { kind: 'wrong_range' } : null;
}

async function take(
  response: Response,
  file: PackFile,
  staged: StagedFile,
  watch: Watch,
  onBytes: (arrived: number) => void,
): Promise<Outcome | 'ended'> {
  // A server without range requests sends the file from its beginning.
  let fromStart = response.status === 200;
  for await (const piece of response.body ? pieces(response.body) : []) {
    watch.fed();
    if (fromStart) {
      if (looksLikeWebPage(piece)) return { kind: 'web_page', redirected: response.redirected };
      if (staged.size > 0) await staged.restart();
      fromStart = false;
    }
    // Not one byte over the pinned length is kept: an endless body ends here.
    if (staged.size + piece.length > file.bytes) return { kind: 'too_long' };
    const wrong = await staged.append(piece);
    if (wrong) return { kind: 'wrong_bytes', wrong };
    onBytes(staged.size);
  }
  return 'ended';
}

/** A chunk that began in another response proves nothing about this one: it is requested again as a whole. */
function sorted(outcome: Outcome, before: number): Outcome {
  const mixed = outcome.kind === 'wrong_bytes' && outcome.wrong.from < before;
  return mixed ? { kind: 'cut', gained: false, answered: true } : outcome;
}

/** Aborts a request that gets no more bytes. */
class Watch {
  readonly #stallMs: number;
  readonly #stop: AbortController;
  #timer: ReturnType<typeof setTimeout>;

  constructor(stallMs: number, stop: AbortController) {
    this.#stallMs = stallMs;
    this.#stop = stop;
    this.#timer = this.#start();
  }

  fed(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#stop.abort(), this.#stallMs);
  }
}
