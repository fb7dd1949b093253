import type { Answer, QuestionId } from '../../../domain/questions/answers';
import type { Catalogue } from '../catalogue';
import type { Piece } from '../../../domain/questions/inquire';

const ask: Record<QuestionId, string> = { size: '¿De qué tamaño era?', doing: '¿Qué hacía?', where: '¿Dónde estaba?' };
const topic: Record<QuestionId, string> = { size: 'el tamaño', doing: 'qué hacía', where: 'dónde estaba' };
const answers: Record<Answer, string> = {
  sparrow: 'del tamaño de un gorrión',
  thrush: 'del tamaño de un zorzal',
  pigeon: 'del tamaño de una paloma',
  crow: 'del tamaño de una corneja',
  goose: 'del tamaño de un ganso',
  water: 'en el agua',
  walking: 'caminando',
  perched: 'posada',
  climbing: 'trepando por un tronco',
  air: 'en el aire',
  woodland: 'en el bosque',
  open: 'en campo abierto',
  wetland: 'junto a agua dulce',
  coast: 'en la costa',
  town: 'en la ciudad',
};
/** The same below a picture. */
const choices: Record<Answer, string> = {
  sparrow: 'Gorrión',
  thrush: 'Zorzal',
  pigeon: 'Paloma',
  crow: 'Corneja',
  goose: 'Ganso',
  water: 'En el agua',
  walking: 'Caminando',
  perched: 'Posada',
  climbing: 'Trepando',
  air: 'En el aire',
  woodland: 'Bosque',
  open: 'Campo abierto',
  wetland: 'Agua dulce',
  coast: 'Costa',
  town: 'Ciudad',
};
const piece: Record<Piece, string> = {
  a_place: 'el lugar',
  a_date: 'el mes',
  another_photo: 'otra foto',
  a_sound: 'una grabación de su voz',
  size: 'el tamaño',
  doing: 'lo que hacía',
  where: 'dónde estaba',
};

/** What the observer is asked, and what is said of their answers. */
export const questions: Catalogue['questions'] = {
  ask,
  topic,
  answers,
  choices,
  piece,
  card: 'Una pregunta para ti',
  why: 'Tu respuesta podría decidir el nombre. Cuenta como tu palabra, y tú también puedes equivocarte.',
  send: 'Responder',
  unknown: 'No lo sé',
  yours: 'Sus respuestas',
  notKnown: 'no lo sabe',
  change: 'Cambiar',
  takeBack: 'Retirar',
  leave: 'Cancelar',
  best: (piece: string) => `Lo que más ayudaría: ${piece}.`,
  said: {
    answer: (answer: string) => `El observador dijo: ${answer}.`,
    fromNote: (answer: string) => `Leído en la nota del observador: ${answer}.`,
    unknown: (topic: string) => `El observador no lo sabe: ${topic}.`,
    takenBack: (topic: string) => `El observador retiró una respuesta: ${topic}.`,
  },
  note: {
    understood: 'Leído en tu nota',
  },
};
