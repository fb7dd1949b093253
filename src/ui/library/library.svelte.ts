import type { Goldcrest } from '../../app/goldcrest';
import type { QueueRecord } from '../../storage/database';
import type { Batch, BatchItem } from '../sound/batch.svelte';
import type { Notebook } from '../state/notebook.svelte';
import { RunState } from '../state/run.svelte';
import type { SoundState } from '../state/sounds.svelte';
import type { Taken } from './bursts';
import { Journal } from './journal';
import { pictureOfFile } from './picture-of-file';

interface LibraryHost {
  readonly app: Goldcrest | null;
  readonly sound: Pick<SoundState, 'openItems' | 'batch'>;
  readonly notebook: Pick<Notebook, 'keep'>;
  readonly settings: { readonly copies: 'original' | 'reduced' | null };
}

/** A photo library that becomes observations: a queue that survives a reload, and keeping everything that was found. */
export class Library {
  /** Photos that a closed tab left unfinished. */
  unfinished = $state.raw<readonly QueueRecord[]>([]);
  /** Whether a reload would go on with the rest. */
  safe = $state(true);
  /** Whether results go into the notebook automatically. */
  keeping = $state(false);
  readonly #host: LibraryHost;
  #items: readonly BatchItem[] = [];
  #journal: Journal | null = null;

  constructor(host: LibraryHost) {
    this.#host = host;
  }

  /** The library on the screen; null where the batch is of something else. */
  get batch(): Batch | null {
    const { batch } = this.#host.sound;
    return batch && batch.items === this.#items ? batch : null;
  }

  async look(): Promise<void> {
    if (!this.batch) this.unfinished = (await this.#host.app?.queue.unfinished()) ?? [];
  }

  async open(groups: readonly (readonly Taken[])[]): Promise<void> {
    const { BatchItem: Item } = await import('../sound/batch.svelte');
    const items = groups.map((group) => new Item(group.map(({ file }) => file)));
    await this.#host.app?.queue.clear();
    this.unfinished = [];
    this.keeping = false;
    await this.#start(items, []);
    this.#journal?.note(items);
  }

  /** Continues where a closed tab stopped. */
  async resume(): Promise<void> {
    const { app } = this.#host;
    const records = this.unfinished;
    if (!app || records.length === 0) return;
    this.unfinished = [];
    const [{ BatchItem: Item }, drafts] = await Promise.all([import('../sound/batch.svelte'), app.runs.list()]);
    const items: BatchItem[] = [];
    for (const { id, name, files, state, run, problem } of records) {
      const item = new Item(files, { id, name });
      // A run may have been saved just before the tab was closed, without being recorded here.
      const draft = drafts.find(({ events }) =>
        events.some((one) => one.type === 'started' && one.observation.id === id),
      );
      const record = run === null ? draft : await app.runs.load(run);
      item.problem = problem;
      item.state = record ? 'done' : state;
      item.run = record ? new RunState(record.events) : null;
      item.kept = record !== undefined && (await app.notebook.ofRun(record.id)) !== null;
      items.push(item);
    }
    await this.#start(
      items,
      items.map(({ id }) => id),
    );
  }

  async discard(): Promise<void> {
    this.unfinished = [];
    await this.#host.app?.queue.clear();
  }

  /** Puts everything found so far into the notebook, and everything found from now on. */
  async keepAll(): Promise<void> {
    this.keeping = true;
    for (const item of this.#items) await this.#keep(item);
  }

  async #start(items: readonly BatchItem[], stored: readonly string[]): Promise<void> {
    this.#items = items;
    this.safe = true;
    const { app } = this.#host;
    const journal = app && new Journal(app.queue, items, stored, () => (this.safe = false));
    this.#journal = journal;
    await this.#host.sound.openItems(items, 'photos', async (item) => {
      if (this.keeping) await this.#keep(item);
      journal?.note([item]);
    });
  }

  async #keep(item: BatchItem): Promise<void> {
    const { app, settings, notebook } = this.#host;
    const { run } = item;
    if (!app || !run?.id || !run.verdict || item.kept || item.state !== 'done') return;
    const files = {
      original: (ref: string) => item.original(ref),
      time: item.time,
      picture: pictureOfFile((ref) => item.original(ref)),
    };
    await notebook.keep(run, files, settings.copies ?? 'reduced');
    item.kept = (await app.notebook.ofRun(run.id)) !== null;
  }
}
