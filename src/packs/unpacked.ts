const GZIP = [0x1f, 0x8b];
const WASM = [0x00, 0x61, 0x73, 0x6d];

/** What an answer of the service worker needs in a page that is cross-origin isolated. */
const BINARY = {
  'Content-Type': 'application/wasm',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * A WebAssembly binary that lies on the host compressed, unpacked as it arrives. Some hosts unpack a file themselves whose
 * name ends in .gz, so its first bytes decide and not its name.
 */
export async function unpacked(response: Response): Promise<Response> {
  if (!response.ok || !response.body) throw new Error(`the server answered ${response.status} for ${response.url}`);
  const [body, start] = response.body.tee();
  const reader = start.getReader();
  const { value = new Uint8Array() } = await reader.read();
  void reader.cancel();
  const begins = (magic: readonly number[]): boolean => magic.every((byte, index) => value[index] === byte);
  // A captive portal answers any address with a page.
  if (!begins(GZIP) && !begins(WASM)) throw new Error(`${response.url} came back as something else`);
  return new Response(begins(GZIP) ? body.pipeThrough(new DecompressionStream('gzip')) : body, { headers: BINARY });
}
