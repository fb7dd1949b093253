import { ME, machineWord, namingWord, onDay, personWord, undoing } from '../../domain/notebook/keeping';
import type { Identification } from '../../domain/notebook/kept';
import { lifeList, NO_BIRDS, type ImportedBird, type LifeBird } from '../../domain/notebook/life-list';
import { byRun, pageOf, type Page } from '../../domain/notebook/page';
import type { TaxonId } from '../../domain/taxonomy';
import type { BirdListRecord, Stored } from '../../storage/database';
import type { Change, Removed } from '../../storage/notebook';
import type { Restored } from '../../storage/restoring';
import type { Goldcrest } from '../../app/goldcrest';
import type { Copies, RunFiles } from '../notebook/keep';
import { askToPersist, isPersisted } from '../device-storage';
import { keptCount, noteKeptCount } from '../notebook/kept-count';
import { timeNow } from '../format';
import type { Problem } from '../problem';
import { refusalInWords } from '../words/refusals';
import { notebookWords } from '../words/notebook';
import type { RunState } from './run.svelte';

/** What the notebook needs from the app. */
interface NotebookHost {
  readonly app: Goldcrest | null;
  readonly settings: { readonly copies: Copies | null; readonly observer: string };
  refresh: () => Promise<void>;
  report: (problem: Problem) => void;
}

/** The field notebook as the screens see it. */
export class Notebook {
  /** Newest first. Empty until `load`. */
  pages = $state.raw<readonly Page[]>([]);
  loaded = $state(false);
  /** Lists of birds from elsewhere. */
  lists = $state.raw<readonly BirdListRecord[]>([]);
  /** The species of this person. */
  readonly birds: ReadonlyMap<TaxonId, LifeBird> = $derived.by(() => {
    const { app } = this.#host;
    const imported = this.lists.flatMap((list) => list.birds);
    return app ? lifeList(this.pages, imported, app.taxonomy) : NO_BIRDS;
  });
  /** What was removed last, until its undo is dismissed. */
  removed = $state.raw<Removed | null>(null);
  /** What was changed last, as it was before, until the undo of it is put away. */
  changed = $state.raw<{ id: string; before: Change } | null>(null);
  /** What was brought back last from a backup, for an undo. */
  restored = $state.raw<Restored | null>(null);
  readonly #host: NotebookHost;
  #watched: Goldcrest | null = null;
  readonly #byRun = $derived(byRun(this.pages));

  constructor(host: NotebookHost) {
    this.#host = host;
  }

  async load(): Promise<void> {
    const { app } = this.#host;
    if (!app) return;
    if (this.#watched !== app) {
      this.#watched = app;
      app.notebook.onChange((id) => void (id === null ? this.load() : this.#loadOne(id)));
    }
    const [entries, lists] = await Promise.all([app.notebook.list(), app.birdLists.list()]);
    this.lists = lists;
    this.pages = entries.map(pageOf);
    if (this.loaded) noteKeptCount(entries.length);
    else this.reportCleared(entries.length);
    this.loaded = true;
  }

  /** Says so once where the browser has cleared what was kept. `count`: how many there are now. */
  reportCleared(count: number): void {
    // Where nothing can be read, nothing is known.
    if (!this.#host.app?.notebook.available) return;
    const before = keptCount();
    if (count === 0 && before > 0) this.#host.report(notebookWords.keep.cleared(before));
    noteKeptCount(count);
  }

  /** Thousands of others are as they were. */
  async #loadOne(id: string): Promise<void> {
    const entry = await this.#watched?.notebook.load(id);
    const page = entry ? pageOf(entry) : null;
    const known = this.pages.some(({ observation }) => observation.id === id);
    const others = this.pages.flatMap((one) => (one.observation.id === id ? (page ?? []) : one));
    this.pages = !known && page ? [page, ...others] : others;
  }

  /** The page of a run; null for a draft. */
  ofRun(run: string): Page | null {
    return this.#byRun.get(run) ?? null;
  }

  async keep(run: RunState, live: RunFiles | null, copies: Copies): Promise<void> {
    const { app } = this.#host;
    if (!app) return;
    const { newEntry } = await import('../notebook/keep');
    const entry = await newEntry(app, run, live, copies);
    if (!entry) return;
    const stored = await app.notebook.keep(entry);
    if (!stored.ok) {
      const { failed, stays } = notebookWords.keep;
      const draft = run.id ? await app.runs.load(run.id) : undefined;
      this.#host.report({
        title: failed,
        message: refusalInWords('storage', stored.problem),
        safe: draft ? stays : '',
      });
    } else void this.#promised();
    await this.#host.refresh();
  }

  /** What is kept should outlive a device that runs short of room: the browser is asked to promise that. */
  async #promised(): Promise<void> {
    noteKeptCount((await this.#host.app?.notebook.count()) ?? 0);
    if ((await isPersisted()) === false) await askToPersist();
  }

  /**
   * Adds the app's new identification of a kept observation beside the earlier ones, with its run. Place,
   * day and note are then those that it was said for. False where the run is of no kept observation, or was not saved.
   */
  async judged(page: Page, run: RunState, thumbnail: Blob | null): Promise<boolean> {
    const { app } = this.#host;
    const { id } = page.observation;
    const word = app && machineWord(run.events, id, app.taxonomy, timeNow());
    if (!app || !word || !run.started) return false;
    const { run: runId, at, observation } = run.started;
    // Reactive proxies and the like cannot be cloned into the database; events are plain data.
    const events = structuredClone([...run.events]);
    const stored = await app.notebook.judged(word, { id: runId, at, events, thumbnail });
    this.#check(stored);
    if (!stored.ok) return false;
    const { place, day, note = '' } = observation;
    await this.#change(page, { place, day, note });
    return true;
  }

  /** Keeps photos and sounds that were added to a kept observation while it was open. */
  async keepMore({ observation: kept }: Page, run: RunState, live: RunFiles): Promise<void> {
    const { app, settings } = this.#host;
    if (!app || run.photos.length + run.sounds.length <= kept.media.length) return;
    const { newEntry } = await import('../notebook/keep');
    const entry = await newEntry(app, run, live, settings.copies ?? 'reduced');
    if (entry) this.#check(await app.notebook.addMedia(kept.id, entry.observation.media, entry.media));
  }

  /** Changes what the person knows of it: place, day, time, note and count. A count is changed back with one tap, the rest by an undo. */
  async change(page: Page, change: Change): Promise<void> {
    const before = await this.#change(page, change);
    const written = before && Object.keys(before).some((key) => key !== 'count' && key !== 'sensitive');
    if (written) this.changed = { id: page.observation.id, before };
  }

  async undoChange(): Promise<void> {
    const { changed } = this;
    this.changed = null;
    if (!changed) return;
    this.#check(await this.#host.app?.notebook.change(changed.id, changed.before, timeNow().toISOString()));
  }

  /** Gives what it was before, or null where nothing was written: what did not change is not. */
  async #change({ observation: kept }: Page, change: Change): Promise<Change | null> {
    const { note, day, place } = kept.observation;
    const { count, time, sensitive = false } = kept;
    const before: Change = { count, time, sensitive, note: note ?? '', day, place };
    if ('day' in change && change.day !== day && !('time' in change)) {
      change = { ...change, time: change.day ? onDay(kept.time, change.day) : null };
    }
    const keys = Object.keys(change) as (keyof Change)[];
    if (keys.every((key) => JSON.stringify(change[key]) === JSON.stringify(before[key]))) return null;
    const stored = await this.#host.app?.notebook.change(kept.id, change, timeNow().toISOString());
    this.#check(stored);
    return stored?.ok ? Object.fromEntries(keys.map((key) => [key, before[key]])) : null;
  }

  /** Imports a list of birds; returns it, for an undo, or null where it was not saved. */
  async addList(name: string, birds: readonly ImportedBird[]): Promise<BirdListRecord | null> {
    const { app } = this.#host;
    if (!app) return null;
    const list = { id: crypto.randomUUID(), at: timeNow().toISOString(), name, birds: [...birds] };
    const stored = await app.birdLists.save(list);
    this.#check(stored);
    this.lists = await app.birdLists.list();
    return stored.ok ? list : null;
  }

  async removeList({ id }: BirdListRecord): Promise<void> {
    const { app } = this.#host;
    await app?.birdLists.remove(id);
    this.lists = (await app?.birdLists.list()) ?? [];
  }

  /** Puts back what `removeList` took. */
  async restoreList(list: BirdListRecord): Promise<void> {
    const { app } = this.#host;
    if (!app) return;
    this.#check(await app.birdLists.save(list));
    this.lists = await app.birdLists.list();
  }

  async remove({ observation }: Page): Promise<void> {
    const { app } = this.#host;
    this.removed = (await app?.notebook.remove(observation.id)) ?? null;
    noteKeptCount((await app?.notebook.count()) ?? 0);
  }

  /** What was done last cannot be undone any more. */
  forgetSteps(): void {
    this.removed = null;
    this.changed = null;
    this.restored = null;
  }

  async undoRemove(): Promise<void> {
    const { removed } = this;
    this.removed = null;
    if (removed) this.#check(await this.#host.app?.notebook.restore(removed));
  }

  /** The person confirms what it counts as. Like the methods below, returns the identification, or null where it was not saved. */
  confirm({ observation, standing: { by } }: Page, why = ''): Promise<Identification | null> {
    const { taxon = null, scientificName = null } = by ?? {};
    return this.#say(personWord(observation.id, 'confirmed', { taxon, scientificName }, { why, by: this.#me }));
  }

  /** The person rejects what it counts as, without naming another bird. */
  reject({ observation, standing: { by } }: Page, why = ''): Promise<Identification | null> {
    const { taxon = null, scientificName = null } = by ?? {};
    return this.#say(personWord(observation.id, 'rejected', { taxon, scientificName }, { why, by: this.#me }));
  }

  /** The person says what it is: any taxon of any rank. What the machine had said too counts as confirmed. */
  name(page: Page, taxon: TaxonId, why = ''): Promise<Identification | null> {
    const scientificName = this.#host.app?.taxonomy.get(taxon)?.scientificName ?? null;
    return this.#say(namingWord(page, { taxon, scientificName }, { why, by: this.#me }));
  }

  /** Withdraws a person's identification. */
  undo(identification: Identification): Promise<Identification | null> {
    return this.#say(undoing(identification, this.#me));
  }

  /** The name of the person on this device. */
  get #me(): string {
    return this.#host.settings.observer || ME;
  }

  async #say(identification: Identification): Promise<Identification | null> {
    const stored = await this.#host.app?.notebook.identify(identification);
    this.#check(stored);
    return stored?.ok ? identification : null;
  }

  #check(stored: Stored | undefined): void {
    const { unchangedTitle, unchanged } = notebookWords.keep;
    if (stored?.ok !== false) return;
    this.#host.report({ title: unchangedTitle, message: refusalInWords('storage', stored.problem), safe: unchanged });
  }
}
