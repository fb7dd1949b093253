import type { NamingGrain } from '../../domain/grain';
import type { Evidence, Ledger } from '../../domain/ledger';
import type { Observation, Place, Stretch } from '../../domain/observation';
import type { TaxonId } from '../../domain/taxonomy';
import type { Goldcrest } from '../../app/goldcrest';
import { today } from '../format';

/** Seconds in one look: long enough for a song, short enough to answer while it lasts. */
const SPAN_SECONDS = 9;
/** Seconds that a first look needs: a window of the model. */
const FIRST_SECONDS = 3;
/** Seconds of new sound before the next look, if the device keeps up. */
const STEP_SECONDS = 1;
/** A name from a single look is withdrawn when a later look at the same sound does not confirm it. */
const CONFIRMING_LOOKS = 2;

/** Seconds that a played clip may be heard longer than it is: the way to the loudspeaker and back, and the room. */
const ECHO_SECONDS = 0.5;

/** What it needs from the app. */
type Ear = Pick<Goldcrest, 'openSamples' | 'closeSound' | 'identify' | 'judging' | 'canListen'>;

/** A bird named in a stretch of the sound. */
export interface HeardName {
  taxon: TaxonId;
  grain: NamingGrain;
  /** Its probability in the latest look that named it. */
  probability: number;
  /** Where in the recording it was last heard, in seconds. */
  last: number;
  singing: boolean;
  /** How many looks named it. */
  looks: number;
  /** Its clearest few seconds, to be heard again. */
  clip: Float32Array;
}

/**
 * Names birds while they sing. Each look is a whole run of the agent over the last seconds, with the same tools and the
 * same verdict rules as a run over a file, so a live name is given as carefully as a final one. A device that is slower than
 * the sound takes fewer looks, and never falls behind.
 */
export class LiveEar {
  heard = $state.raw<readonly HeardName[]>([]);
  state = $state<'loading' | 'listening' | 'unable'>('loading');
  /** Progress of the sound model's download, while it runs. */
  loading = $state.raw<{ done: number; total: number } | null>(null);
  reason = $state('');
  /** The last look found a bird and could not name it. */
  unsure = $state(false);
  readonly #app: Ear;
  readonly #place: () => Place | null;
  #samples = new Float32Array(0);
  #sampleRate = 0;
  #received = 0;
  #lookedAt = 0;
  #looking = false;
  /** How many samples are still to be taken for silence. */
  #deaf = 0;
  #abort = new AbortController();

  /** `place`: where the listener stands, as far as it is known at each look. */
  constructor(app: Ear, place: () => Place | null) {
    this.#app = app;
    this.#place = place;
  }

  get sampleRate(): number {
    return this.#sampleRate;
  }

  start(sampleRate: number): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#sampleRate = sampleRate;
    this.#samples = new Float32Array(SPAN_SECONDS * sampleRate);
    this.#received = 0;
    this.#lookedAt = 0;
    this.#deaf = 0;
    this.heard = [];
    this.unsure = false;
    this.loading = null;
    this.state = 'loading';
    if (!this.#app.canListen) this.#giveUp('The model pack has no model for sounds.');
  }

  stop(): void {
    this.#abort.abort();
  }

  /** A clip is about to be played: what the microphone hears of it is no bird singing now. */
  expectClip(clip: Float32Array): void {
    this.#deaf = clip.length + ECHO_SECONDS * this.#sampleRate;
  }

  push(block: Float32Array): void {
    if (this.#sampleRate === 0 || this.#abort.signal.aborted || this.state === 'unable') return;
    this.#samples.copyWithin(0, block.length);
    if (this.#deaf > 0) this.#samples.fill(0, this.#samples.length - block.length);
    else this.#samples.set(block, this.#samples.length - block.length);
    this.#deaf -= block.length;
    this.#received += block.length;
    const fresh = (this.#received - this.#lookedAt) / this.#sampleRate;
    if (!this.#looking && fresh >= (this.#lookedAt === 0 ? FIRST_SECONDS : STEP_SECONDS)) void this.#look();
  }

  async #look(): Promise<void> {
    const { signal } = this.#abort;
    this.#looking = true;
    this.#lookedAt = this.#received;
    const length = Math.min(this.#received, this.#samples.length);
    // A copy: the buffer moves on while it is listened to.
    const samples = this.#samples.slice(this.#samples.length - length);
    const until = this.#received / this.#sampleRate;
    const ledger = await this.#listen(samples, signal);
    this.#looking = false;
    if (signal.aborted || ledger === null) return;
    this.state = 'listening';
    this.#note(ledger, samples, until);
  }

  /** The ledger of a run over some samples; null where they could not be opened. */
  async #listen(samples: Float32Array, signal: AbortSignal): Promise<Ledger | null> {
    const opened = await this.#app.openSamples(samples, this.#sampleRate);
    if (!opened.ok) return this.#giveUp(opened.problem.message);
    const { sound } = opened.value;
    const observation: Observation = { id: 'live', photos: [], sounds: [sound], place: this.#place(), day: today() };
    const ledger: Evidence[] = [];
    for await (const event of this.#app.identify(observation, { signal })) {
      if (event.type === 'evidence') ledger.push(event.entry);
      if (event.type === 'progress' && event.stage === 'loading_model') {
        this.loading = { done: event.done, total: event.total };
      }
    }
    this.#app.closeSound(sound.ref);
    return ledger;
  }

  #giveUp(reason: string): null {
    this.state = 'unable';
    this.reason = reason;
    return null;
  }

  #note(ledger: Ledger, samples: Float32Array, until: number): void {
    const birds = this.#app.judging.birds(ledger);
    const from = until - samples.length / this.#sampleRate;
    const now: HeardName[] = [];
    for (const { verdict, heard } of birds) {
      const { taxon, grain, probability } = verdict;
      if (!taxon || grain === 'abstain' || now.some((one) => one.taxon === taxon)) continue;
      const times = heard.flatMap((one) => one.times);
      const before = this.heard.find((one) => one.taxon === taxon);
      now.push({
        taxon,
        grain,
        probability,
        last: from + Math.max(0, ...times.map(({ to }) => to)),
        singing: true,
        looks: (before?.looks ?? 0) + 1,
        clip: this.#clip(samples, times),
      });
    }
    this.unsure = birds.length > 0 && now.length === 0;
    const others = this.heard.filter(({ taxon }) => !now.some((one) => one.taxon === taxon));
    // Its stretch was listened to again without naming it: it was a wrong guess.
    const kept = others.filter(({ looks, last }) => looks >= CONFIRMING_LOOKS || last <= from);
    this.heard = [...now, ...kept.map((one) => ({ ...one, singing: false }))];
  }

  /** The surest of some times, of no more than a window's length from its start on. */
  #clip(samples: Float32Array, times: readonly (Stretch & { probability: number })[]): Float32Array {
    const [surest] = [...times].sort((a, b) => b.probability - a.probability);
    const start = Math.round((surest?.from ?? 0) * this.#sampleRate);
    return samples.slice(start, start + FIRST_SECONDS * this.#sampleRate);
  }
}
