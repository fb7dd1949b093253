import { ZipWriter } from '../../backup/zip-write';
import type { LabelledSet } from '../../domain/notebook/own-measure';

/**
 * A labelled set as a zip: unpacked, its folder is a set for `npm run bench`. The files are parts of it and not copies, so
 * that a thousand photos need no memory. One that is not there any more is left out, and its rows with it.
 */
export async function labelledZip(
  { rows, files }: LabelledSet,
  fileOf: (sha256: string) => Promise<Blob | null>,
  onProgress: (done: number, total: number) => void,
): Promise<Blob> {
  const zip = new ZipWriter();
  const there = new Set<string>();
  for (const [index, { path, sha256 }] of files.entries()) {
    const file = await fileOf(sha256);
    if (file) {
      await zip.store(path, file);
      there.add(path);
    }
    onProgress(index + 1, files.length);
  }
  const labels = rows.filter(({ photo, sound }) => there.has(photo ?? sound ?? ''));
  await zip.deflate('labels.json', [`${JSON.stringify(labels, null, 2)}\n`]);
  return zip.finish();
}
