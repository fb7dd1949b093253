import type { Difference } from '../../one-or-many';
import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, listInWords } from '../language.svelte';

const WHY: Record<Difference, string> = { time: 'la hora', place: 'el lugar', looks: 'el aspecto' };

const COUNTS = ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'];
const inWords = (count: number): string => COUNTS[count - 2] ?? inNumber(count);

export const photos: Catalogue['photos'] = {
  question: {
    title: (count) => `¿Un ave o ${inWords(count)}?`,
    why: (differences) =>
      `En estas fotos no coinciden ${listInWords(differences.map((one) => WHY[one]))}. Las fotos de una misma ave se juzgan juntas; las de varias, una por una.`,
    one: 'Una sola ave',
    many: (count) => `${inWords(count).replace(/^./, (letter) => letter.toUpperCase())} aves`,
    photo: (number, count) => `Foto ${number} de ${count}`,
    remove: (number) => `Quitar la foto ${number}`,
    photos: 'Las fotos',
  },
  files: {
    title: 'Fotos',
    done: (count) => `Miradas las ${count}.`,
    progress: (done, count, left) =>
      `${done} de ${count} miradas${left === null ? '' : `, quedan unos ${durationInWords(left)}`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Ninguna especie con nombre.' : 'Ninguna especie con nombre todavía.';
      return `${count === 1 ? 'Una especie' : `${count} especies`}${over ? '' : ' por ahora'}.`;
    },
    bar: 'Fotos miradas',
    stop: 'Parar',
    goOn: 'Seguir',
    none: 'No se encontró ningún ave.',
    fainter: () => '',
    waiting: 'En espera',
    empty: '',
    open: '',
  },
  remove: (number, count) => `Quitar la foto ${number} de ${count}`,
};
