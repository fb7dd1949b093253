import { piecesOf, type FileSource, type GivenFile } from './source';
import { openTar } from './tar';
import { openZip } from './zip';

/** One archive, or the files of a folder. Recognised by content: a renamed zip is still a zip. */
export async function openSource(given: readonly GivenFile[]): Promise<FileSource> {
  const [only] = given;
  if (only && given.length === 1) {
    const head = new Uint8Array(await only.blob.slice(0, 512).arrayBuffer());
    if (head[0] === 0x50 && head[1] === 0x4b) return openZip(only.blob);
    if (new TextDecoder().decode(head.subarray(257, 262)) === 'ustar') return openTar(only.blob);
  }
  return {
    async *entries() {
      for (const { path, blob } of given) yield await Promise.resolve({ path, pieces: () => piecesOf(blob) });
    },
  };
}
