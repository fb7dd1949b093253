import type { StorageProblem, Stored, KeptRunRecord } from '../storage/database';
import type { Restored, RestoreStore } from '../storage/restoring';
import { merge, type RestorePlan } from './plan';
import { BadBackup, type BackupProblem } from './problem';
import { asValue, type OpenedBackup } from './read';

export type RestoreResult =
  { ok: true; restored: Restored } | { ok: false; problem: BackupProblem | StorageProblem['code']; where: string };

/** Runs are written this many at a time. */
const BATCH = 50;

class Refused extends Error {
  readonly code: StorageProblem['code'];

  constructor(code: StorageProblem['code']) {
    super(code);
    this.code = code;
  }
}

/**
 * Carries out a plan: everything or nothing. A photo with a wrong hash, a full device or a cut file leave the notebook as
 * it was.
 */
export async function restoreBackup(
  ...[backup, plan, store, onProgress]: Parameters<typeof restoreAlone>
): Promise<RestoreResult> {
  const locks = (globalThis as { navigator?: Partial<Pick<Navigator, 'locks'>> }).navigator?.locks;
  const restore = (): Promise<RestoreResult> => restoreAlone(backup, plan, store, onProgress);
  // A second tab would sweep away the photos that the first has written and not yet given an observation.
  return locks ? locks.request('goldcrest-restore', restore) : restore();
}

async function restoreAlone(
  backup: OpenedBackup,
  plan: RestorePlan,
  store: RestoreStore,
  onProgress: (done: number, total: number) => void,
): Promise<RestoreResult> {
  const restored: Restored = { observations: [], identifications: [], runs: [], media: [], before: [], written: [] };
  try {
    const done = await asValue(async () => {
      must(await store.sweep());
      await takeMedia(backup, plan, store, restored, onProgress);
      await takeRuns(backup, plan, store, restored);
      must(await store.commit([...plan.added, ...plan.changed], plan.identifications, merge, restored));
    });
    if (done.ok) return { ok: true, restored };
    await store.sweep();
    return done;
  } catch (error) {
    await store.sweep();
    if (error instanceof Refused) return { ok: false, problem: error.code, where: '' };
    throw error;
  }
}

async function takeMedia(
  backup: OpenedBackup,
  { added, changed }: RestorePlan,
  store: RestoreStore,
  restored: Restored,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const media = [...added, ...changed].flatMap((observation) => observation.media);
  for (const [index, { sha256, type }] of media.entries()) {
    if (!(await store.hasMedium(sha256))) {
      const file = await backup.medium(sha256);
      // A backup of an observation whose photo was cleared by the browser is still worth having.
      if (file) {
        must(await store.stageMedium({ sha256, file: file.slice(0, file.size, type) }));
        restored.media.push(sha256);
      }
    }
    onProgress(index + 1, media.length);
  }
}

async function takeRuns(
  backup: OpenedBackup,
  { added, changed, identifications }: RestorePlan,
  store: RestoreStore,
  restored: Restored,
): Promise<void> {
  const wanted = new Set([...added, ...changed].map(({ id }) => id));
  for (const { observation } of identifications) wanted.add(observation);
  let batch: KeptRunRecord[] = [];
  const write = async (): Promise<void> => {
    must(await store.stageRuns(batch, restored.runs));
    batch = [];
  };
  let lines = 0;
  for await (const { thumbnail, ...run } of backup.runs()) {
    lines += 1;
    if (lines > backup.manifest.counts.runs) throw new BadBackup('damaged', 'runs.jsonl');
    if (!wanted.has(run.observation)) continue;
    const picture = thumbnail && (await backup.medium(thumbnail.sha256));
    batch.push({ ...run, thumbnail: picture ? picture.slice(0, picture.size, thumbnail.type) : null });
    if (batch.length >= BATCH) await write();
  }
  await write();
}

function must(stored: Stored): void {
  if (!stored.ok) throw new Refused(stored.problem.code);
}
