import type { Answer, QuestionId } from '../../../domain/questions/answers';
import type { Piece } from '../../../domain/questions/inquire';

const ask: Record<QuestionId, string> = {
  size: 'How large was it?',
  doing: 'What was it doing?',
  where: 'Where was it?',
};
const topic: Record<QuestionId, string> = { size: 'size', doing: 'what it did', where: 'where it was' };
const answers: Record<Answer, string> = {
  sparrow: 'as large as a sparrow',
  thrush: 'as large as a thrush',
  pigeon: 'as large as a pigeon',
  crow: 'as large as a crow',
  goose: 'as large as a goose',
  water: 'on the water',
  walking: 'walking',
  perched: 'perched',
  climbing: 'climbing a trunk',
  air: 'in the air',
  woodland: 'in woodland',
  open: 'in open country',
  wetland: 'by fresh water',
  coast: 'on the coast',
  town: 'in a town',
};
/** The same below a picture. */
const choices: Record<Answer, string> = {
  sparrow: 'Sparrow',
  thrush: 'Thrush',
  pigeon: 'Pigeon',
  crow: 'Crow',
  goose: 'Goose',
  water: 'On the water',
  walking: 'Walking',
  perched: 'Perched',
  climbing: 'Climbing',
  air: 'In the air',
  woodland: 'Woodland',
  open: 'Open country',
  wetland: 'Fresh water',
  coast: 'Coast',
  town: 'Town',
};
const piece: Record<Piece, string> = {
  a_place: 'the place where it was',
  a_date: 'the month',
  another_photo: 'another photo',
  a_sound: 'a recording of its voice',
  size: 'how large it was',
  doing: 'what it was doing',
  where: 'where it was',
};

/** What the observer is asked, and what is said of their answers. */
export const questions = {
  ask,
  topic,
  answers,
  choices,
  piece,
  card: 'A question for you',
  why: 'Your answer could settle the name. It counts as evidence, with room for error.',
  send: 'Answer',
  unknown: 'I don’t know',
  yours: 'Your answers',
  notKnown: 'you don’t know',
  change: 'Change',
  takeBack: 'Take back',
  leave: 'Cancel',
  best: (piece: string) => `What would help most: ${piece}.`,
  said: {
    answer: (answer: string) => `The observer said: ${answer}.`,
    fromNote: (answer: string) => `Read from the observer’s note: ${answer}.`,
    unknown: (topic: string) => `The observer does not know: ${topic}.`,
    takenBack: (topic: string) => `The observer took an answer back: ${topic}.`,
  },
  note: {
    understood: 'Understood from your note',
  },
};
