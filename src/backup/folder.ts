import { createSHA256 } from 'hash-wasm';
import type { BackupSink } from './write';
import { ZipWriter } from './zip-write';

/**
 * A backup as a folder, which is written again and again: photos that lie there already are not written once more, and
 * nothing is ever read from it or deleted in it. A file that is being written stays as it was until it is whole.
 */
export class FolderSink implements BackupSink {
  readonly #root: FileSystemDirectoryHandle;

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root;
  }

  async store(name: string, file: Blob): Promise<void> {
    const [folder = '', own = ''] = name.split('/');
    const within = await this.#root.getDirectoryHandle(folder, { create: true });
    const handle = await within.getFileHandle(own, { create: true });
    // Its name is the hash of its content; a copy that was cut is shorter.
    if ((await handle.getFile()).size === file.size) return;
    const target = await handle.createWritable();
    await file.stream().pipeTo(target);
  }

  async deflate(
    name: string,
    lines: AsyncIterable<string> | Iterable<string>,
  ): Promise<{ bytes: number; sha256: string }> {
    const handle = await this.#root.getFileHandle(name, { create: true });
    const target = await handle.createWritable();
    const sha256 = (await createSHA256()).init();
    const encoder = new TextEncoder();
    let bytes = 0;
    for await (const line of lines) {
      const part = encoder.encode(line);
      sha256.update(part);
      bytes += part.length;
      await target.write(part);
    }
    await target.close();
    return { bytes, sha256: sha256.digest('hex') };
  }
}

/** The files of such a folder as the one file that a backup is read from; they become parts of it and are not copied. */
export async function folderAsZip(files: readonly File[]): Promise<Blob> {
  const zip = new ZipWriter();
  for (const file of files) {
    const name = file.webkitRelativePath.split('/').slice(1).join('/');
    if (name.endsWith('.jsonl') || name === 'manifest.json' || name.startsWith('media/')) await zip.store(name, file);
  }
  return zip.finish();
}
