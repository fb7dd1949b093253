import type { QueueRecord } from '../../storage/database';
import type { QueueStore } from '../../storage/queue';
import type { BatchItem } from '../sound/batch.svelte';

/** Records the progress of a library, one entry at a time, beside the work. */
export class Journal {
  readonly #queue: Pick<QueueStore, 'add' | 'mark'>;
  readonly #items: readonly BatchItem[];
  readonly #stored: Set<string>;
  readonly #onfull: () => void;
  readonly #changed = new Set<BatchItem>();
  #writing = false;

  /** @param stored the ids of those that were written down before */
  constructor(
    queue: Pick<QueueStore, 'add' | 'mark'>,
    items: readonly BatchItem[],
    stored: readonly string[],
    onfull: () => void,
  ) {
    this.#queue = queue;
    this.#items = items;
    this.#stored = new Set(stored);
    this.#onfull = onfull;
  }

  note(items: readonly BatchItem[]): void {
    for (const item of items) this.#changed.add(item);
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#changed.size > 0) {
      const waiting = [...this.#changed];
      // Judged photos come first: judging again costs more than choosing again.
      const item = waiting.find(({ state }) => state === 'done' || state === 'failed') ?? waiting[0]!;
      this.#changed.delete(item);
      const { id, name, files, problem, run } = item;
      const state = item.state === 'running' ? 'waiting' : item.state;
      const now = { state, problem, run: state === 'done' ? (run?.id ?? null) : null };
      const record: QueueRecord = { ...now, id, order: this.#items.indexOf(item), name, files: [...files] };
      const written = this.#stored.has(id) ? await this.#queue.mark(id, now) : await this.#queue.add([record]);
      if (written.ok) this.#stored.add(id);
      else this.#onfull();
    }
    this.#writing = false;
  }
}
