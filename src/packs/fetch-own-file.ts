import { startOfRange } from './download/answers';
import { PATIENCE, type Patience } from './download/plan';
import { KEPT_MARK, tryPut } from './kept';
import type { PackFile } from './pack-file';

/** Where a file of a pack that comes with the app is kept. */
export interface Shelf {
  cache: Cache;
  key: string;
}

/** What is kept at a time while a large file arrives, and so the most that comes twice after the browser was closed. Smaller files begin again. */
export const PART_BYTES = 4 * 2 ** 20;

/** As for other packs: a phone that changes cells is silent for a few seconds, rarely for half a minute. */
const STALL_MS = 30_000;

type Wanted = Pick<PackFile, 'bytes'>;
type Piece = Uint8Array<ArrayBuffer>;

/** Under which a part of a file is kept, and the file that a part belongs to. */
const partKey = (key: string, from: number): string => `${key}&from=${from}`;
export const wholeKey = (key: string): string => key.replace(/&from=\d+$/, '');

/**
 * Fetches a file of a pack that comes with the app. A large one goes on where the connection broke, and where an earlier attempt
 * stopped: what came is kept in parts until the file is whole. Nothing is proved here; who reads the whole file does that.
 */
export async function fetchOwnFile(
  address: string,
  { bytes }: Wanted,
  shelf: Shelf | null,
  patience: Patience = PATIENCE,
): Promise<Response> {
  if (bytes <= PART_BYTES) return fetch(address);
  const left = shelf ? await keptParts(shelf, bytes) : [];
  const from = left.reduce((sum, part) => sum + part.size, 0);
  const rest = from > 0 ? await requestFrom(address, from, bytes) : null;
  const first = rest ?? (await fetch(address));
  // The service worker does all of this itself, and a compressed body has other positions than the file.
  if (!isPlainFile(first) || first.headers.has(KEPT_MARK)) return first;
  const headers = new Headers(first.headers);
  headers.delete('content-range');
  headers.set('content-length', String(bytes));
  const kept = rest ? left : [];
  const parts = shelf ? new Parts(shelf, rest ? from : 0) : null;
  return new Response(streamOf(arrive({ address, bytes, kept, parts, patience }, first)), { headers });
}

interface Arrival {
  address: string;
  bytes: number;
  kept: readonly Blob[];
  parts: Parts | null;
  patience: Patience;
}

/** The bytes of the file in order, whatever breaks in between. Throws where the server has been given up. */
async function* arrive(
  { address, bytes, kept, parts, patience }: Arrival,
  first: Response,
): AsyncGenerator<Piece, void> {
  let done = 0;
  for (const part of kept) {
    yield new Uint8Array(await part.arrayBuffer());
    done += part.size;
  }
  let answer: Response | null = first;
  for (let fruitless = 0; ;) {
    const before = done;
    // A server that does not do ranges sends the file from its beginning.
    let skip = answer?.status === 200 ? done : 0;
    const pieces = answer ? readUntilBreak(answer) : null;
    let next = await pieces?.next();
    for (; next && !next.done; next = await pieces!.next()) {
      const fresh = next.value.subarray(Math.min(skip, next.value.length));
      skip -= next.value.length - fresh.length;
      if (fresh.length === 0) continue;
      done += fresh.length;
      await parts?.add(fresh);
      yield fresh;
    }
    // It ended by itself: whole, or not the right file.
    if (next?.value === 'ended' || done >= bytes) break;
    fruitless = done > before ? 0 : fruitless + 1;
    if (fruitless >= patience.tries) throw new TypeError('The connection broke and does not come back.');
    await pause(Math.min(patience.longestPauseMs, patience.firstPauseMs * 2 ** fruitless));
    answer = await requestFrom(address, done, bytes);
  }
  await parts?.drop();
}

/** The rest of the file; null where it is not to be had now. */
async function requestFrom(address: string, from: number, bytes: number): Promise<Response | null> {
  const answer = await fetch(address, rangeFrom(from)).catch(() => null);
  if (!answer || !isPlainFile(answer)) return null;
  const range = startOfRange(answer.headers.get('content-range'));
  const other = answer.status === 206 && range && (range.from !== from || (range.total ?? bytes) !== bytes);
  return other ? null : answer;
}

/** Tells at its end whether the body ended or broke; silence counts as a break. */
async function* readUntilBreak(answer: Response): AsyncGenerator<Piece, 'ended' | 'broke'> {
  const reader = answer.body?.getReader();
  if (!reader) return 'ended';
  try {
    for (;;) {
      const piece = await withinPatience(reader.read());
      if (!piece) return 'broke';
      if (piece.done) return 'ended';
      yield piece.value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** What has come since the last part, kept whenever there is enough of it. */
class Parts {
  readonly #shelf: Shelf;
  #from: number;
  #pieces: Piece[] = [];
  #gathered = 0;

  constructor(shelf: Shelf, from: number) {
    this.#shelf = shelf;
    this.#from = from;
  }

  async add(piece: Piece): Promise<void> {
    for (let rest = piece; rest.length > 0;) {
      const fits = rest.subarray(0, PART_BYTES - this.#gathered);
      this.#pieces.push(fits.slice());
      this.#gathered += fits.length;
      rest = rest.subarray(fits.length);
      if (this.#gathered === PART_BYTES) await this.#keep();
    }
  }

  /** The file is whole: nothing is left of its parts. */
  async drop(): Promise<void> {
    await dropParts(this.#shelf, this.#from + PART_BYTES);
  }

  async #keep(): Promise<void> {
    const { cache, key } = this.#shelf;
    await tryPut(cache, partKey(key, this.#from), new Response(new Blob(this.#pieces)));
    this.#from += PART_BYTES;
    this.#pieces = [];
    this.#gathered = 0;
  }
}

/** What an earlier attempt left, from the beginning as far as it goes without a gap. */
async function keptParts({ cache, key }: Shelf, bytes: number): Promise<Blob[]> {
  const parts: Blob[] = [];
  for (let from = 0; from + PART_BYTES < bytes; from += PART_BYTES) {
    const part = await (await cache.match(partKey(key, from)))?.blob();
    if (part?.size !== PART_BYTES) break;
    parts.push(part);
  }
  return parts;
}

async function dropParts({ cache, key }: Shelf, bytes: number): Promise<void> {
  for (let from = 0; from < bytes; from += PART_BYTES) await cache.delete(partKey(key, from));
}

const rangeFrom = (from: number): RequestInit => (from > 0 ? { headers: { Range: `bytes=${from}-` } } : {});

/** A captive portal answers any address with a page. */
function isPlainFile({ ok, headers }: Response): boolean {
  return ok && !headers.get('content-type')?.includes('text/html') && !headers.has('content-encoding');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** Undefined where the reading breaks or takes too long. */
function withinPatience<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  return new Promise((done) => {
    const timer = setTimeout(done, STALL_MS, undefined);
    const end = (read?: Read): void => {
      clearTimeout(timer);
      done(read);
    };
    reading.then(end, () => end());
  });
}

function streamOf(pieces: AsyncGenerator<Piece, void>): ReadableStream<Piece> {
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
