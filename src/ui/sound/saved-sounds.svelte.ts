import { voicesIn } from '../../domain/heard';
import type { SoundRef, Stretch } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import type { SoundRecord } from '../../storage/database';
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

  /** Takes people out of a saved recording, for good. */
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
      const record = await this.#app()?.sounds.load(run.started?.observation.id ?? '', ref);
      if (record) kept.push(record);
    }
    return kept;
  }
}
