import * as v from 'valibot';
import { DaySchema, PlaceSchema, type Place } from '../../domain/observation';
import { readLocal, writeLocal } from '../../storage/local';
import { suggestOuting, type Outing } from '../outing';

const OutingSchema = v.object({ place: PlaceSchema, day: v.nullable(DaySchema), at: v.number() });

const KEY = 'goldcrest.places';
const MOST = 6;
/** Places closer than this are one: a garden and its street. */
const SAME_DEGREES = 0.02;

/** The places that were used last, the latest first. Kept on this device, deleted with everything else. */
export class RecentPlaces {
  #outings = $state.raw<readonly Outing[]>(readLocal(KEY, v.array(OutingSchema)) ?? []);
  places = $derived(this.#outings.map(({ place }) => place));

  remember(place: Place | null, day: string | null): void {
    if (!place) return;
    const others = this.#outings.filter((one) => !isSame(one.place, place));
    this.#outings = [{ place, day, at: Date.now() }, ...others].slice(0, MOST);
    writeLocal(KEY, this.#outings);
  }

  /** The place and day of the outing that an observation without a place seems to be of. */
  suggest(place: Place | null, day: string | null): { place: Place; day: string | null } | null {
    return suggestOuting({ place, day }, this.#outings[0] ?? null, Date.now());
  }

  clear(): void {
    localStorage.removeItem(KEY);
    this.#outings = [];
  }
}

function isSame(a: Place, b: Place): boolean {
  if (a.name !== undefined && a.name === b.name) return true;
  return Math.abs(a.latitude - b.latitude) < SAME_DEGREES && Math.abs(a.longitude - b.longitude) < SAME_DEGREES;
}
