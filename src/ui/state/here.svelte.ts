import type { Place } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import type { LocalBirds } from '../../vision/priors';
import { expectedBirds, type ExpectedBird } from '../../vision/expected';

const thisMonth = (): number => new Date().getMonth() + 1;

/** The birds to expect at a place in a month. */
export class BirdsHere {
  place = $state.raw<Place | null>(null);
  month = $state(thisMonth());
  stage = $state<'choosing' | 'working' | 'ready' | 'failed'>('choosing');
  problem = $state('');
  #local = $state.raw<LocalBirds | null>(null);
  birds: readonly ExpectedBird[] = $derived(this.#local ? expectedBirds(this.#local, this.month) : []);
  readonly #noModel: string;

  constructor(noModel: string) {
    this.#noModel = noModel;
  }

  async goTo(place: Place, app: Pick<Goldcrest, 'birdsAt'>): Promise<void> {
    this.place = place;
    this.stage = 'working';
    const local = await app.birdsAt(place);
    // Another place was chosen meanwhile.
    if (this.place !== place) return;
    if (local?.ok) {
      this.#local = local.value;
      this.stage = 'ready';
      return;
    }
    this.#local = null;
    this.problem = local ? local.problem.message : this.#noModel;
    this.stage = 'failed';
  }
}
