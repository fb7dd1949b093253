import type { Place } from '../../domain/observation';
import type { FoundPlace } from '../../places/search';
import { coarsen, formatCoordinates, parseCoordinates, type Coordinates } from '../coordinates';
import { today } from '../format';
import { placeWords } from '../words/place';

/** Date and place while they are being edited. They are passed on only once they are valid. */
export class PlaceDraft {
  day = $state('');
  text = $state('');
  #source = $state.raw<Place['source']>('typed');
  #precisionKm = $state.raw<number | null>(null);
  /** The place exactly as it came or was chosen, so that opening and saving changes nothing. */
  #untouched = $state.raw<Place | null>(null);

  dayProblem = $derived(problemOfDay(this.day));
  #parsed = $derived(this.text.trim() === '' ? null : parseCoordinates(this.text));
  placeProblem = $derived(this.#parsed && !this.#parsed.ok ? placeWords.wrong[this.#parsed.problem] : null);
  coordinates: Coordinates | null = $derived(this.#parsed?.ok ? this.#parsed.value : null);
  valid = $derived(this.dayProblem === null && this.placeProblem === null);

  constructor(day: string | null, place: Place | null) {
    this.day = day ?? '';
    if (place) this.choose(place);
  }

  /** What the place was chosen by; null where it is only a point. */
  get name(): string | null {
    return this.#untouched?.name ?? null;
  }

  /** A place that was used before, unchanged. */
  choose(place: Place): void {
    this.#set(formatCoordinates(place, place.precisionKm), place.source, place.precisionKm);
    this.#untouched = place;
  }

  /** A place that was found by its name. */
  find({ name, within, latitude, longitude, radiusKm }: FoundPlace): void {
    const named = [name, ...within.filter((one) => one !== name)].join(', ');
    this.choose({ latitude, longitude, precisionKm: radiusKm, source: 'search', name: named });
  }

  get place(): Place | null {
    if (this.#untouched) return this.#untouched;
    if (!this.coordinates) return null;
    return { ...this.coordinates, precisionKm: this.#precisionKm, source: this.#source };
  }

  type(text: string): void {
    this.#set(text, 'typed', null);
  }

  pick(coordinates: Coordinates): void {
    // The map shows countries, not gardens: a pick on it is good to about a kilometre at best.
    this.#set(formatCoordinates(coordinates, 1), 'map', null);
  }

  locate(coordinates: Coordinates, precisionKm: number): void {
    this.#set(formatCoordinates(coarsen(coordinates, precisionKm), precisionKm), 'device', precisionKm);
  }

  removePlace(): void {
    this.#set('', 'typed', null);
  }

  #set(text: string, source: Place['source'], precisionKm: number | null): void {
    this.#untouched = null;
    this.text = text;
    this.#source = source;
    this.#precisionKm = precisionKm;
  }
}

function problemOfDay(day: string): string | null {
  if (day === '') return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return placeWords.wrong.date;
  return day > today() ? placeWords.wrong.future : null;
}
