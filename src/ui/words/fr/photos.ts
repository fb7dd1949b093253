import type { Difference } from '../../one-or-many';
import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, listInWords, plural } from '../language.svelte';

const WHY: Record<Difference, string> = { time: 'l’heure', place: 'le lieu', looks: 'l’aspect' };

const COUNTS = ['deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'];
const inWords = (count: number): string => COUNTS[count - 2] ?? inNumber(count);

export const photos: Catalogue['photos'] = {
  question: {
    title: (count) => `Un seul oiseau, ou ${inWords(count)} ?`,
    why: (differences) =>
      `Ces photos diffèrent par ${listInWords(differences.map((one) => WHY[one]))}. Les photos d’un même oiseau sont jugées ensemble, celles de plusieurs oiseaux une par une.`,
    one: 'Un seul oiseau',
    many: (count) => `${inWords(count).replace(/^./, (letter) => letter.toUpperCase())} oiseaux`,
    photo: (number, count) => `Photo ${number} sur ${count}`,
    remove: (number) => `Retirer la photo ${number}`,
    photos: 'Les photos',
  },
  files: {
    title: 'Photos',
    done: (count) => `Les ${count} ont été regardées.`,
    progress: (done, count, left) =>
      `${plural(done, `${done} regardée`, `${done} regardées`)} sur ${count}${left === null ? '' : `, encore ${durationInWords(left)} environ`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Aucune espèce nommée.' : 'Aucune espèce nommée pour l’instant.';
      return `${count === 1 ? 'Une espèce' : `${count} espèces`}${over ? '' : ' pour l’instant'}.`;
    },
    bar: 'Photos regardées',
    stop: 'Arrêter',
    goOn: 'Continuer',
    none: 'Aucun oiseau trouvé.',
    fainter: () => '',
    waiting: 'En attente',
    empty: '',
    open: '',
  },
  remove: (number, count) => `Retirer la photo ${number} sur ${count}`,
};
