import { formatCoordinates } from '../coordinates';
import { dayInWords } from '../format';
import { findingWords } from '../words/finding';
import { chanceInWords } from '../words/phrases';
import { notebookWords } from '../words/notebook';
import { verdictWords } from '../words/verdict';
import type { Row } from './digest';

/** "Probably · 87%" of a machine, "Confirmed by you" of a person. */
export function howSure({ page: { standing } }: Pick<Row, 'page'>): string {
  const machine = standing.by?.machine;
  if (standing.status !== 'open' || !machine) return notebookWords.status[standing.status];
  if (standing.taxon === null) return notebookWords.status.open;
  const words = chanceInWords(machine.probability);
  return `${words.replace(/^./, (letter) => letter.toUpperCase())} · ${verdictWords.percent(machine.probability)}`;
}

/** "17 May 2026 · Zürich, Switzerland". */
export function whenAndWhere({ page: { observation } }: Pick<Row, 'page'>): string {
  const { day, place } = observation.observation;
  const where = place && (place.name ?? formatCoordinates(place, place.precisionKm));
  return [day ? dayInWords(day) : findingWords.noDay, where].filter((text) => text).join(' · ');
}
