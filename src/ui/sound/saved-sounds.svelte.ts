import { voicesIn } from '../../domain/heard';
import type { SoundRef, Stretch } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import type { SoundRecord } from '../../storage/database';
import { fileOf } from '../notebook/kept-files';
import type { RunState } from '../state/run.svelte';

/** The recordings that were saved with a run. */
export class SavedSounds {
  kept = $state.raw<readonly SoundRecord[]>([]);
  loaded = $state(false);
  readonly #app: () => Goldcrest | null;
  #loading: { run: string; records: Promise<readonly SoundRecord[]> } | null = null;

  constructor(app: () => Goldcrest | null) {
    this.#app = app;
  }

  of(ref: SoundRef): SoundRecord | null {
    return this.kept.find((one) => one.ref === ref) ?? null;
  }

  async load(run: RunState): Promise<readonly SoundRecord[]> {
    const id = run.id ?? '';
    if (this.#loading?.run !== id) {
      this.loaded = false;
      this.#loading = { run: id, records: this.#read(run) };
      this.kept = await this.#loading.records;
      this.loaded = true;
    }
    return this.#loading.records;
  }

  async paint(run: RunState, ref: SoundRef, stretch: Stretch, width: number, height: number) {
    const file = (await this.load(run)).find((one) => one.ref === ref)?.file;
    if (!file) return null;
    const { spectrograms } = await import('../../sound-view/spectrograms');
    return spectrograms.paint(file, stretch, width, height);
  }

  /** Erases people from a saved recording, for good. */
  async erase(run: RunState, ref: SoundRef): Promise<void> {
    const app = this.#app();
    const observation = run.started?.observation.id;
    if (!app || !observation) return;
    const { eraseVoices } = await import('./keep');
    if (!(await eraseVoices(app, observation, ref, voicesIn(run.ledger, ref)))) return;
    this.#loading = null;
    await this.load(run);
  }

  async #read(run: RunState): Promise<readonly SoundRecord[]> {
    const kept: SoundRecord[] = [];
    for (const { ref } of run.sounds) {
      const observation = run.started?.observation.id ?? '';
      const record = (await this.#app()?.sounds.load(observation, ref)) ?? (await this.#fromNotebook(run, ref));
      if (record) kept.push(record);
    }
    return kept;
  }

  /** What was kept has lost the people in it already, or its observer wanted them. */
  async #fromNotebook(run: RunState, ref: SoundRef): Promise<SoundRecord | null> {
    const notebook = this.#app()?.notebook;
    const page = run.id ? await notebook?.ofRun(run.id) : null;
    const refs = run.sounds.map((sound) => sound.ref);
    const medium = page ? fileOf(page.observation, { run: run.id, refs }, ref) : null;
    const file = medium && (await notebook?.mediaOf(medium.sha256));
    if (!file) return null;
    return { observation: run.started?.observation.id ?? '', ref, name: medium.name, file, erased: [] };
  }
}
