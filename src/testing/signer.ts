import type { PublicKey } from '../packs/trust/signature';

/** A maintainer with a key of their own, made for one test. */
export interface Signer {
  key: PublicKey;
  /** The content of manifest.sig; `as` claims another key's name. */
  sign: (manifest: string | Uint8Array<ArrayBuffer>, as?: string) => Promise<string>;
}

export async function newSigner(id: string): Promise<Signer> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  const raw = await crypto.subtle.exportKey('raw', publicKey);
  return {
    key: { id, key: Buffer.from(raw).toString('base64') },
    sign: async (manifest, as = id) => {
      const bytes = typeof manifest === 'string' ? new TextEncoder().encode(manifest) : manifest;
      const signature = await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, bytes);
      return `${as} ${Buffer.from(signature).toString('base64')}\n`;
    },
  };
}
