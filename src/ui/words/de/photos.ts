import type { Difference } from '../../one-or-many';
import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, listInWords } from '../language.svelte';

const WHY: Record<Difference, string> = { time: 'in der Zeit', place: 'im Ort', looks: 'im Aussehen' };

const COUNTS = ['zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];
const inWords = (count: number): string => COUNTS[count - 2] ?? inNumber(count);

export const photos: Catalogue['photos'] = {
  question: {
    title: (count) => `Ein Vogel oder ${inWords(count)}?`,
    why: (differences) =>
      `Diese Fotos unterscheiden sich ${listInWords(differences.map((one) => WHY[one]))}. Fotos desselben Vogels werden zusammen bestimmt, Fotos verschiedener Vögel einzeln.`,
    one: 'Ein Vogel',
    many: (count) => `${inWords(count).replace(/^./, (letter) => letter.toUpperCase())} Vögel`,
    photo: (number, count) => `Foto ${number} von ${count}`,
    remove: (number) => `Foto ${number} entfernen`,
    photos: 'Die Fotos',
  },
  files: {
    title: 'Fotos',
    done: (count) => `Alle ${count} angesehen.`,
    progress: (done, count, left) =>
      `${done} von ${count} angesehen${left === null ? '' : `, noch etwa ${durationInWords(left)}`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Keine Art benannt.' : 'Noch keine Art benannt.';
      return `${over ? '' : 'Bisher '}${count === 1 ? (over ? 'Eine Art' : 'eine Art') : `${count} Arten`}.`;
    },
    bar: 'Angesehene Fotos',
    stop: 'Anhalten',
    goOn: 'Weiter',
    none: 'Kein Vogel gefunden.',
    fainter: () => '',
    waiting: 'Wartet',
    empty: '',
    open: '',
  },
  remove: (number, count) => `Foto ${number} von ${count} entfernen`,
};
