import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../storage/database';
import { NotebookStore } from '../storage/notebook';
import { keptRecord } from '../testing/kept-records';
import { FolderSink, folderAsZip } from './folder';
import { planRestore } from './plan';
import { openBackup } from './read';
import { writeParts } from './write';
import { taxonomy } from '../testing/ledger';

const FACTS = { app: '0.1.0', taxonomy: taxonomy.version, createdAt: '2026-05-18T00:00:00.000Z' };

/** A folder as the browser gives it, in memory, which counts what is written. */
class Folder {
  readonly files = new Map<string, Blob>();
  written: string[] = [];

  getDirectoryHandle(name: string): Promise<unknown> {
    return Promise.resolve({ getFileHandle: (own: string) => this.getFileHandle(`${name}/${own}`) });
  }

  getFileHandle(name: string): Promise<unknown> {
    return Promise.resolve({
      getFile: () => Promise.resolve(this.files.get(name) ?? new Blob([])),
      createWritable: () => {
        const parts: Uint8Array<ArrayBuffer>[] = [];
        const write = (part: Uint8Array<ArrayBuffer>): void => void parts.push(part.slice());
        const close = (): void => {
          this.files.set(name, new Blob(parts));
          this.written.push(name);
        };
        return Promise.resolve(Object.assign(new WritableStream({ write, close }), { write, close }));
      },
    });
  }

  chosen(): File[] {
    return [...this.files].map(([name, content]) =>
      Object.defineProperty(new File([content], name), 'webkitRelativePath', { value: `birds/${name}` }),
    );
  }
}

let notebook: NotebookStore;
beforeEach(async () => {
  notebook = new NotebookStore(await openDatabase());
  await notebook.clear();
});

async function keep(photo: string): Promise<void> {
  const { observation, identifications } = keptRecord('eurrob1');
  const sha256 = createHash('sha256').update(photo).digest('hex');
  observation.media[0]!.sha256 = sha256;
  const events = [
    { type: 'started', run: observation.run, at: observation.keptAt, observation: observation.observation },
  ] as never;
  const run = { id: observation.run, at: observation.keptAt, events, thumbnail: null };
  await notebook.keep({ observation, identifications, media: [{ sha256, file: new Blob([photo]) }], run });
}

test('a folder is kept in step: only new photos are written, and it can be brought back like a backup', async () => {
  const folder = new Folder();
  const write = async (): Promise<void> => {
    folder.written = [];
    const sink = new FolderSink(folder as unknown as FileSystemDirectoryHandle);
    await writeParts(notebook, FACTS, sink, () => undefined);
  };
  const media = (): string[] => folder.written.filter((name) => name.startsWith('media/'));
  await keep('one');
  await write();
  expect(media()).toHaveLength(1);
  expect(folder.written.at(-1)).toBe('manifest.json');

  await keep('two');
  await write();
  expect(media()).toHaveLength(1);

  const backup = await openBackup(await folderAsZip(folder.chosen()));
  if (!backup.ok) throw new Error(`${backup.problem} ${backup.where}`);
  expect(planRestore(await notebook.list(), backup.value.rows, taxonomy).same).toBe(2);
});

test('a photo whose copy was cut is written again', async () => {
  const folder = new Folder();
  await keep('one');
  const sink = new FolderSink(folder as unknown as FileSystemDirectoryHandle);
  await writeParts(notebook, FACTS, sink, () => undefined);
  const [name] = [...folder.files.keys()].filter((one) => one.startsWith('media/'));
  folder.files.set(name!, new Blob(['o']));
  await writeParts(notebook, FACTS, sink, () => undefined);
  expect(await folder.files.get(name!)!.text()).toBe('one');
});
