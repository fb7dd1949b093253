import type { Difference } from '../../one-or-many';
import { durationInWords } from '../../format';
import type { Catalogue } from '../catalogue';
import { inNumber, listInWords, plural } from '../language.svelte';

const WHY: Record<Difference, string> = { time: 'na hora', place: 'no lugar', looks: 'na aparência' };

const COUNTS = ['duas', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove'];
const inWords = (count: number): string => COUNTS[count - 2] ?? inNumber(count);

export const photos: Catalogue['photos'] = {
  question: {
    title: (count) => `Uma ave só ou ${inWords(count)}?`,
    why: (differences) =>
      `Estas fotos diferem ${listInWords(differences.map((one) => WHY[one]))}. Fotos da mesma ave são julgadas juntas; as de várias aves, uma por uma.`,
    one: 'Uma ave só',
    many: (count) => `${inWords(count).replace(/^./, (letter) => letter.toUpperCase())} aves`,
    photo: (number, count) => `Foto ${number} de ${count}`,
    remove: (number) => `Remover a foto ${number}`,
    photos: 'As fotos',
  },
  files: {
    title: 'Fotos',
    done: (count) => `Todas as ${count} foram vistas.`,
    progress: (done, count, left) =>
      `${plural(done, `${done} vista`, `${done} vistas`)} de ${count}${left === null ? '' : `, faltam cerca de ${durationInWords(left)}`}.`,
    species: (count, over) => {
      if (count === 0) return over ? 'Nenhuma espécie com nome.' : 'Nenhuma espécie com nome ainda.';
      return `${count === 1 ? 'Uma espécie' : `${count} espécies`}${over ? '' : ' até agora'}.`;
    },
    bar: 'Fotos vistas',
    stop: 'Parar',
    goOn: 'Continuar',
    none: 'Nenhuma ave encontrada.',
    fainter: () => '',
    waiting: 'Esperando',
    empty: '',
    open: '',
  },
  remove: (number, count) => `Remover a foto ${number} de ${count}`,
};
