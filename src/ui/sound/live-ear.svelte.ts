import type { NamingGrain } from '../../domain/grain';
import type { Observation, Place } from '../../domain/observation';
import type { TaxonId } from '../../domain/taxonomy';
import type { Verdict } from '../../domain/verdict';
import type { Goldcrest } from '../../goldcrest';
import { encodeWav } from '../../media/sound/wav';
import { today } from '../format';

/** How much is listened to at a time: room for a song, little enough to answer while it lasts. */
const SPAN_SECONDS = 9;
/** How much has to be new before it is listened to again. */
const STEP_SECONDS = 3;

/** A name that a stretch of the sound carried. */
export interface HeardName {
  taxon: TaxonId;
  grain: NamingGrain;
  /** The most that any stretch gave it. */
  probability: number;
  /** Where in the recording it was last heard, in seconds. */
  last: number;
  singing: boolean;
}

/**
 * Names birds while they sing. Each look is a whole run of the agent over the last seconds, with the same tools and the
 * same verdict rules as a run over a file, so a live name is given as carefully as a final one.
 */
export class LiveEar {
  heard = $state.raw<readonly HeardName[]>([]);
  state = $state<'loading' | 'listening' | 'unable'>('loading');
  reason = $state('');
  /** The last look found a bird and could not name it. */
  unsure = $state(false);
  readonly #app: Goldcrest;
  readonly #place: Place | null;
  #samples = new Float32Array(0);
  #sampleRate = 0;
  #received = 0;
  #lookedAt = 0;
  #looking = false;
  #abort = new AbortController();

  constructor(app: Goldcrest, place: Place | null) {
    this.#app = app;
    this.#place = place;
  }

  start(sampleRate: number): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#sampleRate = sampleRate;
    this.#samples = new Float32Array(SPAN_SECONDS * sampleRate);
    this.#received = 0;
    this.#lookedAt = 0;
    this.heard = [];
    this.unsure = false;
    this.state = 'loading';
  }

  stop(): void {
    this.#abort.abort();
  }

  push(block: Float32Array): void {
    if (this.#sampleRate === 0 || this.#abort.signal.aborted || this.state === 'unable') return;
    this.#samples.copyWithin(0, block.length);
    this.#samples.set(block, this.#samples.length - block.length);
    this.#received += block.length;
    const fresh = (this.#received - this.#lookedAt) / this.#sampleRate;
    if (!this.#looking && fresh >= STEP_SECONDS) void this.#look();
  }

  async #look(): Promise<void> {
    const { signal } = this.#abort;
    this.#looking = true;
    this.#lookedAt = this.#received;
    const until = this.#received / this.#sampleRate;
    const verdict = await this.#listen(signal);
    this.#looking = false;
    if (signal.aborted || verdict === null) return;
    this.state = 'listening';
    this.#note(verdict, until);
  }

  /** A run over what is in the buffer; null where it could not be made. */
  async #listen(signal: AbortSignal): Promise<Verdict | null> {
    const length = Math.min(this.#received, this.#samples.length);
    const samples = this.#samples.subarray(this.#samples.length - length);
    const opened = await this.#app.openSound(encodeWav([samples], this.#sampleRate), 'live.wav');
    if (!opened.ok) return this.#giveUp(opened.problem.message);
    const { sound } = opened.value;
    const observation: Observation = {
      id: 'live',
      photos: [],
      sounds: [sound],
      place: this.#place,
      day: today(),
    };
    let verdict: Verdict | null = null;
    for await (const event of this.#app.identify(observation, { signal })) {
      if (event.type === 'verdict') verdict = event.verdict;
    }
    this.#app.closeSound(sound.ref);
    return verdict;
  }

  #giveUp(reason: string): null {
    this.state = 'unable';
    this.reason = reason;
    return null;
  }

  #note(verdict: Verdict, until: number): void {
    const { taxon, grain, probability } = verdict;
    const before = this.heard.map((one) => ({ ...one, singing: false }));
    this.unsure = verdict.rule === 'not_enough_evidence';
    if (!taxon || grain === 'abstain') {
      this.heard = before;
      return;
    }
    const known = before.find((one) => one.taxon === taxon);
    const now = {
      taxon,
      grain,
      probability: Math.max(probability, known?.probability ?? 0),
      last: until,
      singing: true,
    };
    this.heard = [now, ...before.filter((one) => one !== known)];
  }
}
