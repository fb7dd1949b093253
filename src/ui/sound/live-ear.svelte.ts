import type { NamingGrain } from '../../domain/grain';
import type { Evidence, Ledger } from '../../domain/ledger';
import type { Observation, Place } from '../../domain/observation';
import type { TaxonId } from '../../domain/taxonomy';
import type { Goldcrest } from '../../app/goldcrest';
import { encodeWav } from '../../media/sound/wav';
import { today } from '../format';

/** How much is listened to at a time: room for a song, little enough to answer while it lasts. */
const SPAN_SECONDS = 9;
/** How much has to be new before it is listened to again. */
const STEP_SECONDS = 3;

/** What of the app it needs. */
type Ear = Pick<Goldcrest, 'openSound' | 'closeSound' | 'identify' | 'judgeBirds' | 'canListen'>;

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
  readonly #app: Ear;
  readonly #place: () => Place | null;
  #samples = new Float32Array(0);
  #sampleRate = 0;
  #received = 0;
  #lookedAt = 0;
  #looking = false;
  #abort = new AbortController();

  /** `place`: where the listener stands, as far as it is known at each look. */
  constructor(app: Ear, place: () => Place | null) {
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
    if (!this.#app.canListen) this.#giveUp('The model pack has no model for sounds.');
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
    const ledger = await this.#listen(signal);
    this.#looking = false;
    if (signal.aborted || ledger === null) return;
    this.state = 'listening';
    this.#note(ledger, until);
  }

  /** The ledger of a run over what is in the buffer; null where it could not be opened. */
  async #listen(signal: AbortSignal): Promise<Ledger | null> {
    const length = Math.min(this.#received, this.#samples.length);
    const samples = this.#samples.subarray(this.#samples.length - length);
    const opened = await this.#app.openSound(encodeWav([samples], this.#sampleRate), 'live.wav');
    if (!opened.ok) return this.#giveUp(opened.problem.message);
    const { sound } = opened.value;
    const observation: Observation = { id: 'live', photos: [], sounds: [sound], place: this.#place(), day: today() };
    const ledger: Evidence[] = [];
    for await (const event of this.#app.identify(observation, { signal })) {
      if (event.type === 'evidence') ledger.push(event.entry);
    }
    this.#app.closeSound(sound.ref);
    return ledger;
  }

  #giveUp(reason: string): null {
    this.state = 'unable';
    this.reason = reason;
    return null;
  }

  #note(ledger: Ledger, until: number): void {
    const birds = this.#app.judgeBirds(ledger);
    const named = birds.flatMap(({ verdict: { taxon, grain, probability } }) =>
      taxon && grain !== 'abstain' ? [{ taxon, grain, probability }] : [],
    );
    this.unsure = birds.length > 0 && named.length === 0;
    const before = this.heard.map((one) => ({ ...one, singing: false }));
    const now: HeardName[] = [];
    for (const { taxon, grain, probability } of named) {
      if (now.some((one) => one.taxon === taxon)) continue;
      const most = Math.max(probability, before.find((one) => one.taxon === taxon)?.probability ?? 0);
      now.push({ taxon, grain, probability: most, last: until, singing: true });
    }
    this.heard = [...now, ...before.filter((old) => !now.some(({ taxon }) => taxon === old.taxon))];
  }
}
