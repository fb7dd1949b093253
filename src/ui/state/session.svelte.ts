import { version } from '../../../package.json';
import { draftsBefore } from '../../domain/notebook/keeping';
import { pageOf } from '../../domain/notebook/page';
import type { Policy } from '../../agent/policy';
import type { GivenAnswer } from '../../agent/answering';
import type { Goldcrest } from '../../app/goldcrest';
import type { Look } from '../../policies/sight';
import { readOwnPacks } from '../../packs/own-packs';
import type { RunRecord } from '../../storage/database';
import type { Problem } from '../problem';
import { chooseLanguage, nameLanguages } from '../languages';
import { forgetPacks, lostPacks, markUsed, type KnownPack } from '../eviction-check';
import { currentRoute, go, replace } from '../route.svelte';
import type { Finding } from '../finding/finding.svelte';
import { noteKeptCount } from '../notebook/kept-count';
import { forgetBackup } from '../leaving/last-backup';
import { thumbnailOf } from '../thumbnail';
import type { FolderInStep } from '../leaving/folder-in-step.svelte';
import type { Library } from '../library/library.svelte';
import { Arrivals } from './arrivals.svelte';
import { Intake } from './intake.svelte';
import { Names } from './names.svelte';
import { Notebook } from './notebook.svelte';
import type { Hooks, LiveObservation } from './observation.svelte';
import type { Comparison } from './compare.svelte';
import { PacksState } from './packs.svelte';
import type { RunState } from './run.svelte';
import { Offline } from './offline.svelte';
import { Preloading } from './preloading';
import { Picking } from './picking.svelte';
import { RecentPlaces } from './recent-places.svelte';
import { Settings } from './settings.svelte';
import { problemWords } from '../words/problems';
import { refusalInWords } from '../words/refusals';
import { preferredLanguage } from '../words/language.svelte';
import { speak } from '../words/topic.svelte';
import { SoundState } from './sounds.svelte';
import type { Undoable } from './undoable';

/** Safari has no idle callback; a moment later is as good. */
function requestIdle(then: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then);
  else setTimeout(then, 1000);
}

/** Everything the screens share. Components draw it and call its methods. */
export class Session {
  readonly settings = new Settings();
  readonly offline = new Offline();
  readonly picking = new Picking();
  readonly places = new RecentPlaces();
  readonly sound: SoundState = new SoundState(this);
  readonly notebook = new Notebook(this);
  /** A download goes on after its screen is left. */
  readonly packs = new PacksState(this);
  readonly arrivals = new Arrivals();
  readonly preloading = new Preloading(this);
  readonly intake: Intake = new Intake(this);
  app = $state.raw<Goldcrest | null>(null);
  names = $state.raw<Names | null>(null);
  /** Why nothing can be identified at all. */
  packProblem = $state.raw<Problem | null>(null);
  problems = $state.raw<readonly Problem[]>([]);
  recent = $state.raw<readonly RunRecord[]>([]);
  live = $state.raw<LiveObservation | null>(null);
  /** Created where a folder is kept in sync, or when the screen that offers it is opened. */
  folder = $state.raw<FolderInStep | null>(null);
  /** Created when a library is opened, or was left unfinished. */
  library = $state.raw<Library | null>(null);
  /** How many files are still being opened. */
  opening = $state(0);
  removed = $state.raw<RunRecord | null>(null);
  /** Packs that were here at the last visit and are gone: the browser has cleared them. */
  lostPacks = $state.raw<readonly KnownPack[]>([]);
  repairing = false;
  /** Created when the notebook is first opened; the search stays. */
  finding: Finding | null = null;
  /** The comparison whose screen is open. */
  comparison = $state.raw<Pick<Comparison, 'running'> | null>(null);
  /** Spoken by screen readers as it changes. */
  announcement = $state('');

  readonly version = version;
  /** Apps with other packs than now, which a run may still be using. */
  #replaced: Goldcrest[] = [];
  #tuned = false;
  #ready: Promise<Goldcrest | null> | null = null;

  /** Whether something is in progress that a reload would discard. */
  get busy(): boolean {
    const run = this.live?.run ?? null;
    if (this.opening > 0 || run?.ended === null || this.sound.busy) return true;
    return Boolean(this.packs.job ?? this.comparison?.running);
  }

  open(): Promise<Goldcrest | null> {
    this.#ready ??= this.#open();
    return this.#ready;
  }

  retry(): Promise<Goldcrest | null> {
    this.#ready = null;
    this.packProblem = null;
    return this.open();
  }

  /** The packs in the store have changed: from here on the app uses what is there now. */
  async packsChanged(): Promise<void> {
    this.preloading.startOver();
    const before = this.app;
    await this.retry();
    // Else the old models would stay in memory beside the new ones. A run in progress keeps its own to the end.
    if (before && before !== this.app) this.#replaced.push(before);
    this.#endReplaced();
  }

  /** The packs screen fetches them when it opens. */
  repairLost(): void {
    this.repairing = true;
    go('/packs');
  }

  forgetLost(): void {
    forgetPacks(this.lostPacks.map(({ name }) => name));
    this.lostPacks = [];
  }

  #endReplaced(): void {
    if (this.live?.run?.ended === null || this.sound.busy) return;
    for (const app of this.#replaced) app.dispose();
    this.#replaced = [];
  }

  async #open(): Promise<Goldcrest | null> {
    try {
      const [{ Goldcrest }, own] = await Promise.all([import('../../app/goldcrest'), readOwnPacks(document.baseURI)]);
      if (!own.ok) return this.#fail(own.problem.message);
      this.preloading.own = own.value;
      const names = own.value.map(({ name }) => name);
      const opened = await Goldcrest.open(names, this.settings.packs);
      if (!opened.ok) return this.#fail(opened.problem.message);
      this.names = new Names(opened.value.taxonomy);
      this.app = opened.value;
      if (opened.value.missing.length > 0) this.report(problemWords.missingPacks(opened.value.missing));
      this.lostPacks = lostPacks(opened.value.packs.map(({ manifest }) => manifest.name));
      await opened.value.runs.removeBefore(draftsBefore());
      await Promise.all([this.useLanguage(), this.refresh()]);
      requestIdle(() => void import('../library/opening').then(({ goOn }) => goOn(this)));
      void this.sound.sweep(this.recent);
      return opened.value;
    } catch {
      return this.#fail(problemWords.notLoaded);
    }
  }

  #fail(message: string): null {
    this.packProblem = problemWords.notReady(message);
    return null;
  }

  /** Puts the screens into the reader's language, and the names of birds with them. */
  async useWords(): Promise<void> {
    await speak(preferredLanguage(this.settings.screenLanguage, navigator.languages));
    await this.useLanguage();
  }

  async useLanguage(): Promise<void> {
    const available = (await nameLanguages()).map(({ language }) => language);
    const { language, screenLanguage } = this.settings;
    const preferred = [language, screenLanguage, ...navigator.languages].filter((one) => one !== null);
    await this.names?.use(chooseLanguage(preferred, available));
  }

  async refresh(): Promise<void> {
    this.recent = (await this.app?.runs.list()) ?? [];
    await this.sound.refresh();
  }

  /** The folder that is kept in sync, where this browser can write one. */
  async openFolder(): Promise<void> {
    if (this.app)
      this.folder ??= await (await import('../leaving/folder-in-step.svelte')).openFolder(this.app, version);
  }

  /** What a live observation needs from the app. */
  readonly hooks: Hooks = {
    policy: () => this.#policy(),
    started: (run: RunState): void => {
      if (run.id) go(`/run/${run.id}`);
    },
    ended: (run: RunState, replaces: RunState | null): void => {
      void this.#keep(run, replaces);
    },
  };

  /** The policy that was chosen; undefined for the rules, and where it cannot be had. */
  async #policy(): Promise<Policy | undefined> {
    const name = this.picking.decides(this.settings.policy);
    if (name === 'blueprint') return undefined;
    const { openPolicy } = await import('../../policies');
    const look: Look = (image, region, side) => this.app?.picture(image, region, side) ?? Promise.resolve(null);
    const opened = await openPolicy(name, { look });
    return opened.ok ? opened.value : undefined;
  }

  async #keep(run: RunState, replaces: RunState | null): Promise<void> {
    if (!this.app || run.ended?.ending === 'cancelled') return;
    markUsed(run.ledger.flatMap((entry) => (entry.kind === 'tool' && entry.model ? [entry.model.pack] : [])));
    const { live } = this;
    const before = replaces?.id ? await this.app.notebook.ofRun(replaces.id) : null;
    // The events first: if the page is left while the picture is being made, only the picture is lost.
    if (!(before ? await this.notebook.judged(pageOf(before), run, null) : await this.keepRun(run, null))) return;
    const thumbnail = await thumbnailOf(this.app, run, (ref) => live?.recording(ref) ?? null);
    if (thumbnail && !(await this.keepRun(run, thumbnail))) return;
    if (replaces?.id && !before) await this.app.runs.remove(replaces.id);
    const observation = run.started?.observation;
    if (observation) this.places.remember(observation.place, observation.day);
    if (live?.sounds.length) await this.sound.keep(live, run);
    if (live && before) await this.notebook.keepMore(pageOf(before), run, live);
    await this.refresh();
    this.#tuneWhenIdle();
    if (this.settings.policy === 'auto') requestIdle(() => void this.picking.measure());
  }

  /** Puts an answer of the observer into a run, live or saved, and keeps the run as it is then. */
  async answer(run: RunState, given: GivenAnswer): Promise<void> {
    const { app } = this;
    if (!app || !run.verdict) return;
    for (const event of await app.judging.answer(run.events, given)) run.push(event);
    if (run.id === null) return;
    const saved = await app.runs.load(run.id);
    const kept = await app.notebook.ofRun(run.id);
    if (kept) await this.notebook.judged(pageOf(kept), run, saved?.thumbnail ?? null);
    else await this.keepRun(run, saved?.thumbnail ?? null);
    await this.refresh();
  }

  /** Saves a run, and says so where that is not possible. */
  async keepRun(run: RunState, thumbnail: Blob | null): Promise<boolean> {
    const saved = await this.app?.runs.save(run.events, thumbnail);
    this.#endReplaced();
    if (saved?.ok === false) {
      this.report(problemWords.notSaved(refusalInWords('storage', saved.problem)));
    }
    return saved?.ok ?? false;
  }

  /** Once a session, after a first answer: a faster provider counts from the next start on. */
  #tuneWhenIdle(): void {
    if (this.#tuned || !('requestIdleCallback' in window)) return;
    this.#tuned = true;
    requestIdleCallback(() => void this.app?.proofs.tune());
  }

  report(problem: Problem): void {
    this.problems = [...this.problems, problem];
  }

  dismiss(problem: Problem): void {
    this.problems = this.problems.filter((one) => one !== problem);
  }

  async remove(record: RunRecord): Promise<void> {
    await this.app?.runs.remove(record.id);
    this.removed = record;
    this.announcement = problemWords.deleted;
    await this.refresh();
  }

  /** A draft or a kept observation that was just deleted, or what was changed of one, and how to undo it. */
  get undoable(): Undoable | null {
    const { notebook } = this;
    if (this.removed) return { what: 'deleted', do: () => void this.undoRemove(), forget: () => (this.removed = null) };
    if (notebook.removed)
      return { what: 'deleted', do: () => void notebook.undoRemove(), forget: () => (notebook.removed = null) };
    if (!notebook.changed) return null;
    return { what: 'changed', do: () => void notebook.undoChange(), forget: () => (notebook.changed = null) };
  }

  async undoRemove(): Promise<void> {
    const record = this.removed;
    this.removed = null;
    if (record) await this.app?.runs.restore(record);
    await this.refresh();
  }

  async clear(): Promise<void> {
    this.live?.close();
    this.live = null;
    this.removed = null;
    this.notebook.forgetSteps();
    await Promise.all([
      this.app?.runs.clear(),
      this.app?.recordings.clear(),
      this.app?.sounds.clear(),
      this.app?.notebook.clear(),
      this.app?.queue.clear(),
      this.folder?.forget(),
      this.app?.birdLists.clear(),
      this.arrivals.clear(),
    ]);
    this.settings.clear();
    this.places.clear();
    forgetBackup();
    noteKeptCount(0);
    await Promise.all([this.useWords(), this.refresh()]);
    // A reader who has already moved on stays where they are.
    if (currentRoute().screen === 'about') replace('/');
  }
}
