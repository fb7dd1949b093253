import { planRestore } from '../backup/plan';
import { openBackup } from '../backup/read';
import { restoreBackup } from '../backup/restore';
import type { AgentEvent } from '../domain/events';
import { personWord } from '../domain/notebook/keeping';
import type { TaxonId, Taxonomy } from '../domain/taxonomy';
import { openDatabase } from '../storage/database';
import { NotebookStore } from '../storage/notebook';
import { RestoreStore } from '../storage/restoring';
import { RunStore } from '../storage/runs';
import { observation } from './evidence';

/** What a tab that will be killed is busy with. It reports what it was told is done: that much has to be there afterwards. */
export type Busy = { with: 'keeping' | 'correcting'; ids: string[] } | { with: 'restoring'; file: Blob };

const AT = '2026-05-17T06:12:00.000Z';
const robin = { taxon: 'eurrob1' as TaxonId, scientificName: 'Erithacus rubecula' };

/** The same for each id, photos of its own with it. */
export async function entryOf(id: string) {
  // Large enough for a write to be cut in the middle.
  const bytes = new TextEncoder().encode(id.repeat(4000));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const seen = observation({ id: `seen-${id}` });
  const medium = { ref: 'photo-1', sha256, name: 'a.jpg', type: 'image/jpeg', bytes: bytes.length, original: true };
  const events = [{ type: 'started', run: id, at: AT, observation: seen }] as unknown as AgentEvent[];
  return {
    observation: {
      ...{ format: 1 as const, id, keptAt: AT, changedAt: AT, observation: seen, time: null, count: null, run: id },
      ...{ media: [medium as never], packs: [] },
    },
    identifications: [{ ...personWord(id, 'confirmed', robin, { at: new Date(AT) }), kind: 'machine' as const, id }],
    media: [{ sha256, file: new Blob([bytes], { type: 'image/jpeg' }) }],
    run: { id, at: AT, events, thumbnail: null },
  };
}

/** Brings a backup back, whatever its taxonomy. */
export async function restoreAll(notebook: NotebookStore, restores: RestoreStore, file: Blob): Promise<boolean> {
  const backup = await openBackup(file);
  if (!backup.ok) return false;
  const anyTaxon = { get: () => ({}), find: () => undefined } as unknown as Taxonomy;
  const plan = planRestore(await notebook.list(), backup.value.rows, anyTaxon);
  return (await restoreBackup(backup.value, plan, restores, () => undefined)).ok;
}

async function work(busy: Busy, done: (id: string) => void): Promise<void> {
  const database = await openDatabase();
  const notebook = new NotebookStore(database);
  done('begun');
  if (busy.with === 'restoring') {
    if (await restoreAll(notebook, new RestoreStore(database), busy.file)) done('restored');
    return;
  }
  for (const id of busy.ids) {
    if (busy.with === 'keeping') {
      const entry = await entryOf(id);
      await new RunStore(database).save(entry.run.events, null);
      done(`draft ${id}`);
      if ((await notebook.keep(entry)).ok) done(id);
    } else {
      const word = { ...personWord(id, 'corrected', robin), id: id.replace(/^0/, '2') };
      const changed = await notebook.change(id, { note: `note of ${id}`, count: 2 }, AT);
      if (changed.ok && (await notebook.identify(word)).ok) done(id);
    }
  }
}

// In a worker only: the test takes the functions from here.
if (typeof document === 'undefined') {
  addEventListener('message', ({ data }: MessageEvent<Busy>) => {
    void work(data, (id) => {
      postMessage(id);
    });
  });
}
