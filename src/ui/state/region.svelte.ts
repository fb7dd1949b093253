import { regionAround, type Region } from '../../domain/region';
import type { Goldcrest } from '../../app/goldcrest';
import type { Coordinates } from '../coordinates';
import { placeWords } from '../words/place';

type Stage = 'choosing' | 'working' | 'ready' | 'cancelled' | 'failed';

/** The preparation of a region for the field: which one, its progress, and why it stopped. */
export class RegionPreparation {
  middle = $state.raw<Coordinates | null>(null);
  stage = $state<Stage>('choosing');
  done = $state(0);
  total = $state(0);
  problem = $state('');
  region: Region | null = $derived(this.middle && regionAround(this.middle.latitude, this.middle.longitude));
  /** Performance time at which the work began. */
  since = 0;
  #abort: AbortController | null = null;

  choose(middle: Coordinates): void {
    if (this.stage === 'working') return;
    this.middle = middle;
    this.stage = 'choosing';
  }

  /** `keepModels`: keeps what comes with the app only when it is used. */
  async prepare(app: Pick<Goldcrest, 'prepareRegion'>, keepModels: () => Promise<void>): Promise<void> {
    if (!this.region || this.stage === 'working') return;
    const abort = new AbortController();
    this.#abort = abort;
    this.stage = 'working';
    this.done = 0;
    this.total = 0;
    this.since = performance.now();
    await keepModels();
    const result = await app.prepareRegion(
      this.region,
      (done, total) => {
        this.done = done;
        this.total = total;
      },
      abort.signal,
    );
    if (abort.signal.aborted) return;
    this.stage = result?.ok ? 'ready' : 'failed';
    this.problem = result?.ok === false ? result.problem.message : result ? '' : placeWords.here.noModel;
  }

  /** Stops at once. What was computed so far stays, and the next preparation continues from there. */
  cancel(): void {
    if (this.stage !== 'working') return;
    this.#abort?.abort();
    this.stage = 'cancelled';
  }
}
