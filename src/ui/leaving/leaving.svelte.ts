import type { Goldcrest } from '../../app/goldcrest';
import type { RestorePlan } from '../../backup/plan';
import type { OpenedBackup } from '../../backup/read';
import { exportRecords, type Blur, type ExportRecord } from '../../exports/records';
import type { Restored } from '../../storage/restoring';
import { download } from '../download';
import { today } from '../format';
import type { Problem } from '../problem';
import type { Names } from '../state/names.svelte';
import type { Notebook } from '../state/notebook.svelte';
import { leavingWords as say } from '../words/leaving';
import type { Format } from './export-files';
import { keptSince, lastBackup, noteBackup, timeNow } from './last-backup';

/** Work that takes a while, and its progress. */
interface Work {
  kind: 'export' | 'backup' | 'reading' | 'restore' | 'folder';
  done: number;
  total: number;
}

/** What exports and backups need from the app. */
export interface LeavingHost {
  readonly app: Goldcrest | null;
  readonly names: Names | null;
  readonly notebook: Notebook;
  readonly version: string;
  open: () => Promise<Goldcrest | null>;
}

/** Exporting observations, backing them up and restoring a backup. */
export class Leaving {
  format = $state<Format>('ebird');
  which = $state<'confirmed' | 'all'>('confirmed');
  blur = $state<Blur>('exact');
  /** `2026`; empty for every year. */
  year = $state('');
  work = $state.raw<Work | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What was done last, for the eye and for screen readers. */
  said = $state('');
  /** A backup that was opened, and what restoring it would change. */
  offer = $state.raw<{ backup: OpenedBackup; plan: RestorePlan } | null>(null);
  last = $state.raw(lastBackup());

  readonly #host: LeavingHost;
  readonly pages = $derived.by(() => this.#host.notebook.pages);
  readonly since = $derived.by(() => keptSince(this.pages, this.last));
  readonly #records = $derived.by(() => {
    const { app, names } = this.#host;
    if (!app || !names) return [];
    const name = (id: string): string | null => names.common(id)?.text ?? null;
    return exportRecords(this.pages, { which: this.which, blur: this.blur }, app.taxonomy, name);
  });
  /** The latest first. */
  readonly years = $derived.by(() =>
    this.#records
      .flatMap(({ day }) => day?.slice(0, 4) ?? [])
      .filter((year, index, all) => year !== all[index - 1])
      .reverse(),
  );
  readonly records: readonly ExportRecord[] = $derived.by(() =>
    this.year === '' ? this.#records : this.#records.filter(({ day }) => day?.startsWith(this.year) === true),
  );

  constructor(host: LeavingHost) {
    this.#host = host;
  }

  /** What an undo would take back. It outlives this screen: whoever has looked at what came may still change their mind. */
  get restored(): Restored | null {
    return this.#host.notebook.restored;
  }

  async open(): Promise<void> {
    await this.#host.open();
    await this.#host.notebook.load();
  }

  async export(): Promise<void> {
    const { records, format } = this;
    await this.#doing('export', async (app, onProgress) => {
      const { exportFile } = await import('./export-files');
      const { content, name, type } = await exportFile(format, records, app, onProgress);
      download(content, name, type);
      this.said = say.export.done(name);
    });
  }

  async backUp(): Promise<void> {
    await this.#doing('backup', async (app, onProgress) => {
      const { writeBackup } = await import('../../backup/write');
      const at = timeNow();
      const facts = { app: this.#host.version, taxonomy: app.taxonomy.version, createdAt: at };
      const { file, manifest, missing } = await writeBackup(app.notebook, facts, onProgress);
      download(file, `goldcrest-backup-${today()}.zip`);
      this.#noteBackup(at);
      const { counts } = manifest;
      const made = say.backup.made(counts.observations, counts.media, file.size);
      this.said = missing.length ? `${made} ${say.backup.missing(missing.length)}` : made;
    });
  }

  /** Reads a backup and shows what restoring it would change. */
  async read(file: Blob): Promise<void> {
    this.offer = null;
    await this.#doing('reading', async (app) => {
      const [{ openBackup }, { planRestore }] = await Promise.all([
        import('../../backup/read'),
        import('../../backup/plan'),
      ]);
      const opened = await openBackup(file);
      if (!opened.ok) this.#refuse(opened.problem, opened.where);
      else {
        const plan = planRestore(await app.notebook.list(), opened.value.rows, app.taxonomy);
        this.offer = { backup: opened.value, plan };
      }
    });
  }

  /** The same of a folder that was kept in step. */
  async readFolder(files: readonly File[]): Promise<void> {
    const { folderAsZip } = await import('../../backup/folder');
    await this.read(await folderAsZip(files));
  }

  async restore(): Promise<void> {
    const { offer } = this;
    if (!offer) return;
    await this.#doing('restore', async (app, onProgress) => {
      const { restoreBackup } = await import('../../backup/restore');
      const result = await restoreBackup(offer.backup, offer.plan, app.restores, onProgress);
      if (!result.ok) this.#refuse(result.problem, result.where);
      else {
        this.#host.notebook.restored = result.restored;
        this.said = say.restore.done(offer.plan.added.length, offer.plan.changed.length);
      }
      this.offer = null;
      await this.#host.notebook.load();
    });
  }

  async undo(): Promise<void> {
    const { restored } = this;
    if (!restored) return;
    await this.#doing('restore', async (app) => {
      const undone = await app.restores.undo(restored);
      if (!undone.ok) this.#refuse(undone.problem.code, '');
      else {
        this.#host.notebook.restored = null;
        this.said = undone.stayed > 0 ? say.restore.undoneBut(undone.stayed) : say.restore.undone;
      }
      await this.#host.notebook.load();
    });
  }

  #noteBackup(at: string): void {
    const upTo = this.pages.reduce((latest, { observation: { keptAt } }) => (keptAt > latest ? keptAt : latest), '');
    this.last = { at, upTo };
    noteBackup(this.last);
  }

  #refuse(problem: keyof typeof say.restore.problems, where: string): void {
    const message = [say.restore.problems[problem], where && say.restore.where(where)].filter((text) => text).join(' ');
    this.problem = { title: say.restore.failed, message, safe: say.restore.safe };
  }

  async #doing(
    kind: Work['kind'],
    work: (app: Goldcrest, onProgress: (done: number, total: number) => void) => Promise<void>,
  ): Promise<void> {
    const { app } = this.#host;
    if (!app || this.work) return;
    this.work = { kind, done: 0, total: 0 };
    this.problem = null;
    this.said = '';
    try {
      await work(app, (done, total) => (this.work = { kind, done, total }));
    } catch {
      this.problem = { title: say.failed, message: say.failedWhy, safe: say.safe };
    } finally {
      this.work = null;
    }
  }
}
