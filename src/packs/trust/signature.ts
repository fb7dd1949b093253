/**
 * Signatures on manifests: Ed25519 over the exact bytes of manifest.json, as base64 in a file manifest.sig beside it.
 * The manifest pins every file, so a signed manifest speaks for the whole pack.
 */
export type SignatureState =
  /** By a key that is pinned in this app. */
  | 'signed'
  /** There is no signature, or one by a key nobody here knows: whoever loads the pack has to confirm it. */
  | 'unsigned'
  /** There is one that claims a pinned key and does not fit: the manifest was changed on its way. */
  | 'wrong'
  /** This browser has no Ed25519; the same as unsigned. */
  | 'unchecked';

export interface PublicKey {
  id: string;
  /** 32 bytes in base64. */
  key: string;
}

/** `<key id> <base64 of 64 bytes>`. */
const SIGNATURE = /^([a-z0-9-]{1,40}) ([A-Za-z0-9+/]{86}==)\s*$/;

export async function checkSignature(
  manifest: Uint8Array<ArrayBuffer>,
  signature: string | null,
  pinned: readonly PublicKey[],
): Promise<SignatureState> {
  if (signature === null) return 'unsigned';
  const [, id, encoded] = SIGNATURE.exec(signature) ?? [];
  if (id === undefined || encoded === undefined) return 'wrong';
  const known = pinned.find((key) => key.id === id);
  if (!known) return 'unsigned';
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', fromBase64(known.key), { name: 'Ed25519' }, false, ['verify']);
  } catch {
    return 'unchecked';
  }
  return (await crypto.subtle.verify({ name: 'Ed25519' }, key, fromBase64(encoded), manifest)) ? 'signed' : 'wrong';
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
