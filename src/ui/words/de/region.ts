import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';

export const region: Catalogue['region'] = {
  title: 'Bereit fürs Feld',
  why: 'Lass vor einer Reise die Vögel einer Region auf diesem Gerät berechnen: Unterwegs kommen die Antworten dann schneller. Auch das Modell für Stimmen wird geladen, wenn es noch fehlt.',
  open: 'Region wählen',
  choose: 'Tippe auf die Mitte der Region.',
  chosen: (degrees) => `${degrees}: etwa 1.100 km von Süd nach Nord.`,
  prepare: 'Diese Region vorbereiten',
  working: (done, total, left) =>
    `${done} von ${total} Feldern${left === null ? '' : `, noch etwa ${durationInWords(left)}`}. Bleib auf dieser Seite.`,
  progress: 'Vorbereitete Felder',
  cancel: 'Anhalten',
  cancelled: (done, total) =>
    `Nach ${done} von ${total} Feldern angehalten. Sie bleiben; beim nächsten Mal geht es von dort weiter.`,
  sides: { north: 'N', south: 'S', east: 'O', west: 'W' },
  between: (from, to) => `${from} bis ${to}`,
  ready: 'Bereit fürs Feld. Die Felder bleiben auf diesem Gerät.',
};
