import { refuse, type InstallResult } from './download/errors';
import { tarEnd, tarHeader, tarPadding } from './import/tar';
import { MANIFEST, SIGNATURE } from './import/take';
import { manifestOf, readRecord } from './records';
import { contentName } from './pack-file';
import { wholeFile, type PackStore } from './store/store';

/** A pack as one tar file, to hand to another device. It points into the store: nothing is copied into memory. */
export async function exportPack(store: PackStore, name: string): Promise<InstallResult<Blob>> {
  const version = (await readRecord(store, name))?.active;
  const manifest = version && manifestOf(version);
  if (!version || !manifest) return refuse('pack_missing', `There is no pack "${name}" here.`);
  const parts: BlobPart[] = [];
  const add = (path: string, content: Blob): void => {
    parts.push(tarHeader(`${name}/${path}`, content.size), content, tarPadding(content.size));
  };
  add(MANIFEST, new Blob([version.manifest]));
  if (version.signature !== null) add(SIGNATURE, new Blob([version.signature]));
  for (const file of manifest.files) {
    const content = await store.read(wholeFile(await contentName(file)));
    if (content?.size !== file.bytes) {
      return refuse('file_missing', `${file.path} of this pack is lost, so it cannot be passed on. Repair it first.`);
    }
    add(file.path, content);
  }
  return { ok: true, value: new Blob([...parts, tarEnd()], { type: 'application/x-tar' }) };
}
