/** How much is read at a time: what a browser buffers of a response. */
const PIECE_BYTES = 512 * 1024;

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * The bytes of a body, until it ends or breaks off. A piece is valid only until the next one is requested: where the browser can,
 * it reads into one buffer again and again, which takes a third less time than a new one for every piece.
 */
export async function* pieces(body: Body): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const filling = fillingReader(body);
  const reader = filling ? null : body.getReader();
  let buffer = new ArrayBuffer(PIECE_BYTES);
  for (;;) {
    const reading = filling ? filling.read(new Uint8Array(buffer)) : reader!.read();
    const piece = await reading.catch(() => ({ done: true, value: undefined }) as const);
    if (piece.done) return;
    buffer = piece.value.buffer;
    yield piece.value;
  }
}

/** Null where the browser cannot read a body into a given buffer. */
function fillingReader(body: Body): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
