import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a server may answer a request for a file. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const TYPE = { 'content-type': 'application/octet-stream' };

/** Where the range that was asked for begins; 0 without one. */
export function rangeStart(request: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
}

/** A reset overtakes bytes that are still on their way to the reader; a line that breaks does so after they came. */
const ON_THEIR_WAY_MS = 100;

function sendAndHangUp(response: ServerResponse, part: Buffer): void {
  response.write(part, () => setTimeout(() => response.destroy(), ON_THEIR_WAY_MS));
}

/** Answers as a good server does, ranges included. `sent`: how much it sends before it hangs up. */
export function whole(content: Buffer, sent = Infinity): Answer {
  return (request, response) => {
    const from = rangeStart(request);
    if (from >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const body = content.subarray(from);
    const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, { ...TYPE, ...(from > 0 ? range : {}), 'content-length': body.length });
    if (sent >= body.length) response.end(body);
    else sendAndHangUp(response, body.subarray(0, Math.max(0, sent)));
  };
}

/** Hangs up when the file has come as far as each of these, one request after the other; then sends the rest. */
export function cutAt(content: Buffer, ends: readonly number[]): Answer {
  const left = [...ends];
  return (request, response) => {
    const end = left.shift() ?? Infinity;
    whole(content, end - rangeStart(request))(request, response);
  };
}

/** Answers rightly, then resets the line so soon that no byte gets through: so many times, then as a good server. */
export function resetAtOnce(content: Buffer, times: number): Answer {
  let left = times;
  return (request, response) => {
    if (left-- > 0) whole(content, 0)(request, response);
    else whole(content)(request, response);
  };
}

/** Takes the request and hangs up without a word. */
export function mute(): Answer {
  return (request) => void request.socket.destroy();
}

/** Ignores ranges, as the standard allows. */
export function withoutRanges(content: Buffer, cuts: readonly number[] = []): Answer {
  const left = [...cuts];
  return (_request, response) => {
    response.writeHead(200, { ...TYPE, 'content-length': content.length });
    const sent = left.shift() ?? Infinity;
    if (sent >= content.length) response.end(content);
    else sendAndHangUp(response, content.subarray(0, sent));
  };
}

/** Asks for a range and gets one that begins elsewhere. */
export function wrongRange(content: Buffer): Answer {
  return (request, response) => {
    const from = rangeStart(request);
    const other = Math.max(0, from - 10);
    const range = { 'content-range': `bytes ${other}-${content.length - 1}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, { ...TYPE, ...(from > 0 ? range : {}) }).end(content.subarray(other));
  };
}

/** One byte in the middle is another. */
export function damaged(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  copy[Math.floor(copy.length / 2)]! ^= 1;
  return copy;
}

/** Says no to so many requests, then gives the file. */
export function busy(content: Buffer, times: number, status: 429 | 503, retryAfter: string | null): Answer {
  let left = times;
  return (request, response) => {
    if (left-- > 0) response.writeHead(status, retryAfter === null ? {} : { 'retry-after': retryAfter }).end('busy');
    else whole(content)(request, response);
  };
}

export function status(code: number): Answer {
  return (_request, response) => response.writeHead(code).end('no');
}

export const PAGE = '<!doctype html><html><title>Log in</title><form></form></html>';

export function page(type = 'text/html; charset=utf-8'): Answer {
  return (_request, response) => response.writeHead(200, { 'content-type': type }).end(PAGE);
}

export function redirect(to: string): Answer {
  return (_request, response) => response.writeHead(302, { location: to }).end();
}

/** Sends without end. */
export function endless(): Answer {
  return (_request, response) => {
    const send = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(65_536, 1), () => setImmediate(send));
    };
    response.writeHead(200, TYPE);
    send();
  };
}

/** Sends the beginning and then nothing more, without hanging up; the next request gets the rest. */
export function silentAfter(content: Buffer, sent: number): Answer {
  let first = true;
  return (request, response) => {
    if (!first) {
      whole(content)(request, response);
      return;
    }
    first = false;
    response.writeHead(200, { ...TYPE, 'content-length': content.length });
    response.write(content.subarray(0, sent));
  };
}

/** Sends a piece at a time. */
export function slow(content: Buffer, pieceBytes: number, pauseMs: number): Answer {
  return (request, response) => {
    const from = rangeStart(request);
    const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, { ...TYPE, ...(from > 0 ? range : {}) });
    let at = from;
    const timer = setInterval(() => {
      response.write(content.subarray(at, at + pieceBytes));
      at += pieceBytes;
      if (at < content.length) return;
      clearInterval(timer);
      response.end();
    }, pauseMs);
    response.on('close', () => {
      clearInterval(timer);
    });
  };
}
