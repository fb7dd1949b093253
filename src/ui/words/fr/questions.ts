import type { Answer, QuestionId } from '../../../domain/questions/answers';
import type { Catalogue } from '../catalogue';
import type { Piece } from '../../../domain/questions/inquire';

const ask: Record<QuestionId, string> = {
  size: 'De quelle taille était-il ?',
  doing: 'Que faisait-il ?',
  where: 'Où était-il ?',
};
const topic: Record<QuestionId, string> = { size: 'la taille', doing: 'ce qu’il faisait', where: 'où il était' };
const answers: Record<Answer, string> = {
  sparrow: 'de la taille d’un moineau',
  thrush: 'de la taille d’une grive',
  pigeon: 'de la taille d’un pigeon',
  crow: 'de la taille d’une corneille',
  goose: 'de la taille d’une oie',
  water: 'sur l’eau',
  walking: 'marchant',
  perched: 'perché',
  climbing: 'grimpant à un tronc',
  air: 'en vol',
  woodland: 'en forêt',
  open: 'en milieu ouvert',
  wetland: 'au bord de l’eau douce',
  coast: 'sur la côte',
  town: 'en ville',
};
/** The same below a picture. */
const choices: Record<Answer, string> = {
  sparrow: 'Moineau',
  thrush: 'Grive',
  pigeon: 'Pigeon',
  crow: 'Corneille',
  goose: 'Oie',
  water: 'Sur l’eau',
  walking: 'Marchant',
  perched: 'Perché',
  climbing: 'Grimpant',
  air: 'En vol',
  woodland: 'Forêt',
  open: 'Milieu ouvert',
  wetland: 'Eau douce',
  coast: 'Côte',
  town: 'Ville',
};
const piece: Record<Piece, string> = {
  a_place: 'le lieu',
  a_date: 'le mois',
  another_photo: 'une autre photo',
  a_sound: 'un enregistrement de sa voix',
  size: 'la taille',
  doing: 'ce qu’il faisait',
  where: 'le milieu',
};

/** What the observer is asked, and what is said of their answers. */
export const questions: Catalogue['questions'] = {
  ask,
  topic,
  answers,
  choices,
  piece,
  card: 'Une question pour vous',
  why: 'Votre réponse pourrait décider du nom. Elle compte comme votre parole, erreurs comprises.',
  send: 'Répondre',
  unknown: 'Je ne sais pas',
  yours: 'Vos réponses',
  notKnown: 'vous ne savez pas',
  change: 'Modifier',
  takeBack: 'Retirer',
  leave: 'Annuler',
  best: (piece: string) => `Ce qui aiderait le plus: ${piece}.`,
  said: {
    answer: (answer: string) => `L’observateur a dit : ${answer}.`,
    fromNote: (answer: string) => `Lu dans la note de l’observateur : ${answer}.`,
    unknown: (topic: string) => `L’observateur ne sait pas : ${topic}.`,
    takenBack: (topic: string) => `L’observateur a retiré une réponse : ${topic}.`,
  },
  note: {
    understood: 'Compris de votre note',
  },
};
