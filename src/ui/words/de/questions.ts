import type { Answer, QuestionId } from '../../../domain/questions/answers';
import type { Catalogue } from '../catalogue';
import type { Piece } from '../../../domain/questions/inquire';

const ask: Record<QuestionId, string> = { size: 'Wie groß war er?', doing: 'Was tat er?', where: 'Wo war er?' };
const topic: Record<QuestionId, string> = { size: 'Größe', doing: 'was er tat', where: 'wo er war' };
const answers: Record<Answer, string> = {
  sparrow: 'so groß wie ein Spatz',
  thrush: 'so groß wie eine Drossel',
  pigeon: 'so groß wie eine Taube',
  crow: 'so groß wie eine Krähe',
  goose: 'so groß wie eine Gans',
  water: 'auf dem Wasser',
  walking: 'zu Fuß am Boden',
  perched: 'sitzend',
  climbing: 'am Stamm kletternd',
  air: 'in der Luft',
  woodland: 'im Wald',
  open: 'im offenen Land',
  wetland: 'am Süßwasser',
  coast: 'an der Küste',
  town: 'in der Stadt',
};
/** The same below a picture. */
const choices: Record<Answer, string> = {
  sparrow: 'Spatz',
  thrush: 'Drossel',
  pigeon: 'Taube',
  crow: 'Krähe',
  goose: 'Gans',
  water: 'Auf dem Wasser',
  walking: 'Am Boden',
  perched: 'Sitzend',
  climbing: 'Kletternd',
  air: 'In der Luft',
  woodland: 'Wald',
  open: 'Offenes Land',
  wetland: 'Süßwasser',
  coast: 'Küste',
  town: 'Stadt',
};
const piece: Record<Piece, string> = {
  a_place: 'der Ort',
  a_date: 'der Monat',
  another_photo: 'ein weiteres Foto',
  a_sound: 'eine Aufnahme der Stimme',
  size: 'die Größe',
  doing: 'das Verhalten',
  where: 'der Lebensraum',
};

/** What the observer is asked, and what is said of their answers. */
export const questions: Catalogue['questions'] = {
  ask,
  topic,
  answers,
  choices,
  piece,
  card: 'Eine Frage an dich',
  why: 'Deine Antwort könnte den Namen entscheiden. Sie zählt als dein Wort; auch du darfst dich irren.',
  send: 'Antworten',
  unknown: 'Ich weiß es nicht',
  yours: 'Deine Antworten',
  notKnown: 'Du weißt es nicht',
  change: 'Ändern',
  takeBack: 'Zurücknehmen',
  leave: 'Abbrechen',
  best: (piece: string) => `Am meisten würde helfen: ${piece}.`,
  said: {
    answer: (answer: string) => `Der Beobachter sagte: ${answer}.`,
    fromNote: (answer: string) => `Aus der Notiz gelesen: ${answer}.`,
    unknown: (topic: string) => `Der Beobachter weiß es nicht: ${topic}.`,
    takenBack: (topic: string) => `Der Beobachter nahm eine Antwort zurück: ${topic}.`,
  },
  note: {
    understood: 'Aus deiner Notiz gelesen',
  },
};
