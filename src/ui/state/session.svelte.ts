import { version } from '../../../package.json';
import type { Goldcrest } from '../../goldcrest';
import type { RunRecord } from '../../storage/database';
import { chooseLanguage, nameLanguages } from '../languages';
import { go, replace } from '../route.svelte';
import { thumbnailOf } from '../thumbnail';
import { Names } from './names.svelte';
import { LiveObservation } from './observation.svelte';
import type { RunState } from './run.svelte';
import { Offline } from './offline.svelte';
import { Settings } from './settings.svelte';

export interface Problem {
  title: string;
  message: string;
  safe: string;
}

/** Which pack to use: `?pack=name` for another folder under /packs/ than the one that comes with the app. */
function packName(): string {
  const asked = new URLSearchParams(location.search).get('pack');
  return asked !== null && /^[a-z0-9-]{1,40}$/.test(asked) ? asked : 'starter';
}

/** Everything the screens share. Components draw it and call its methods. */
export class Session {
  readonly settings = new Settings();
  readonly offline = new Offline();
  app = $state.raw<Goldcrest | null>(null);
  names = $state.raw<Names | null>(null);
  /** Why nothing can be identified at all. */
  packProblem = $state.raw<Problem | null>(null);
  problems = $state.raw<readonly Problem[]>([]);
  recent = $state.raw<readonly RunRecord[]>([]);
  live = $state.raw<LiveObservation | null>(null);
  /** How many files are still being opened. */
  opening = $state(0);
  removed = $state.raw<RunRecord | null>(null);
  /** Spoken by screen readers as it changes. */
  announcement = $state('');

  readonly version = version;
  readonly #pack = packName();
  #prepared = false;
  #tuned = false;
  #ready: Promise<Goldcrest | null> | null = null;

  open(): Promise<Goldcrest | null> {
    this.#ready ??= this.#open();
    return this.#ready;
  }

  /** Installs the service worker once the first screen stands, then keeps what a run needs. */
  async keepOffline(): Promise<void> {
    await this.open();
    await this.offline.register();
    await this.offline.keep(['wasm'], [`/packs/${this.#pack}/`]);
  }

  /**
   * Loads the models while the reader is still choosing a photo. Not earlier: a photo that comes at once would have to
   * wait behind them, and whoever only reads old observations needs none.
   */
  async prepare(): Promise<void> {
    const app = await this.open();
    if (this.#prepared || !app) return;
    this.#prepared = true;
    await app.warmUp();
  }

  retry(): Promise<Goldcrest | null> {
    this.#ready = null;
    this.packProblem = null;
    return this.open();
  }

  async #open(): Promise<Goldcrest | null> {
    try {
      const { Goldcrest } = await import('../../goldcrest');
      const opened = await Goldcrest.open(this.#pack);
      if (!opened.ok) return this.#fail(opened.problem.message);
      this.names = new Names(opened.value.taxonomy);
      this.app = opened.value;
      await Promise.all([this.useLanguage(), this.refresh()]);
      return opened.value;
    } catch {
      return this.#fail(
        'A part of the app did not load. Reload the page; if that does not help, connect once and reload.',
      );
    }
  }

  #fail(message: string): null {
    this.packProblem = { title: 'The models could not be made ready', message, safe: 'Saved observations are safe.' };
    return null;
  }

  async useLanguage(): Promise<void> {
    const available = (await nameLanguages()).map(({ language }) => language);
    const preferred = this.settings.language ? [this.settings.language] : navigator.languages;
    await this.names?.use(chooseLanguage(preferred, available));
  }

  async refresh(): Promise<void> {
    this.recent = (await this.app?.runs.list()) ?? [];
  }

  /** Opens files as a new observation, or adds them to the one on the screen, and starts a run with what could be read. */
  async addFiles(files: readonly File[], into: 'new' | 'current'): Promise<void> {
    if (files.length === 0) return;
    this.opening += files.length;
    this.#prepared = true;
    const app = await this.open();
    if (!app) {
      this.opening -= files.length;
      return;
    }
    const current = into === 'current' ? this.live : null;
    const target = current ?? new LiveObservation(app, this.#hooks);
    let added = 0;
    for (const file of files) {
      const opened = await app.openPhoto(file, file.name);
      this.opening -= 1;
      if (opened.ok) {
        target.add(opened.value);
        added += 1;
      } else this.#report(file.name, opened.problem.message, current !== null || files.length > 1);
    }
    if (added === 0) return;
    if (!current) {
      this.live?.close();
      this.live = target;
    }
    void target.start(null, current?.run ?? null);
  }

  readonly #hooks = {
    started: (run: RunState): void => {
      if (run.id) go(`/run/${run.id}`);
    },
    ended: (run: RunState, replaces: RunState | null): void => {
      void this.#keep(run, replaces);
    },
  };

  async #keep(run: RunState, replaces: RunState | null): Promise<void> {
    const photo = run.subject?.photo ?? run.photos[0]?.ref;
    if (!this.app || run.ended?.ending === 'cancelled' || !photo) return;
    const thumbnail = await thumbnailOf(this.app, photo);
    const saved = await this.app.runs.save(run.events, thumbnail);
    if (!saved.ok) {
      this.#add({ title: 'This observation is not saved', message: saved.problem.message, safe: '' });
      return;
    }
    if (replaces?.id) await this.app.runs.remove(replaces.id);
    await this.refresh();
    this.#tuneWhenIdle();
  }

  /** Once a session, after a first answer: a faster provider counts from the next start on. */
  #tuneWhenIdle(): void {
    if (this.#tuned || !('requestIdleCallback' in window)) return;
    this.#tuned = true;
    requestIdleCallback(() => void this.app?.tune());
  }

  #report(name: string, message: string, others: boolean): void {
    this.#add({
      title: name ? `“${name}” was not opened` : 'The photo was not opened',
      message,
      safe: others ? 'The other photos, the date and the place are kept.' : 'The file itself was not changed.',
    });
  }

  #add(problem: Problem): void {
    this.problems = [...this.problems, problem];
  }

  dismiss(problem: Problem): void {
    this.problems = this.problems.filter((one) => one !== problem);
  }

  async remove(record: RunRecord): Promise<void> {
    await this.app?.runs.remove(record.id);
    this.removed = record;
    this.announcement = 'Observation deleted. It can be brought back.';
    await this.refresh();
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
    await this.app?.runs.clear();
    this.settings.clear();
    await Promise.all([this.useLanguage(), this.refresh()]);
    replace('/');
  }
}
