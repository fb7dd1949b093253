/** The sha256 in hex, by the browser itself: with the instructions that processors have for it, ten times what wasm does. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  return inHex(await crypto.subtle.digest('SHA-256', bytes));
}

export function inHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Files up to this size are hashed in one piece, in bytes. */
const AT_ONCE = 64e6;

/** The same of a file, in pieces where it is large. */
export async function sha256OfFile(file: Blob): Promise<string> {
  if (file.size <= AT_ONCE) return sha256Of(await file.arrayBuffer());
  const { createSHA256 } = await import('hash-wasm');
  const hash = (await createSHA256()).init();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  return hash.digest('hex');
}
