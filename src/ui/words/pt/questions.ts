import type { Answer, QuestionId } from '../../../domain/questions/answers';
import type { Catalogue } from '../catalogue';
import type { Piece } from '../../../domain/questions/inquire';

const ask: Record<QuestionId, string> = { size: 'De que tamanho era?', doing: 'O que fazia?', where: 'Onde estava?' };
const topic: Record<QuestionId, string> = { size: 'o tamanho', doing: 'o que fazia', where: 'onde estava' };
const answers: Record<Answer, string> = {
  sparrow: 'do tamanho de um pardal',
  thrush: 'do tamanho de um sabiá',
  pigeon: 'do tamanho de um pombo',
  crow: 'do tamanho de uma gralha',
  goose: 'do tamanho de um ganso',
  water: 'na água',
  walking: 'andando',
  perched: 'pousada',
  climbing: 'subindo num tronco',
  air: 'no ar',
  woodland: 'na mata',
  open: 'em campo aberto',
  wetland: 'junto a água doce',
  coast: 'na costa',
  town: 'na cidade',
};
/** The same below a picture. */
const choices: Record<Answer, string> = {
  sparrow: 'Pardal',
  thrush: 'Sabiá',
  pigeon: 'Pombo',
  crow: 'Gralha',
  goose: 'Ganso',
  water: 'Na água',
  walking: 'Andando',
  perched: 'Pousada',
  climbing: 'Trepando',
  air: 'No ar',
  woodland: 'Mata',
  open: 'Campo aberto',
  wetland: 'Água doce',
  coast: 'Costa',
  town: 'Cidade',
};
const piece: Record<Piece, string> = {
  a_place: 'o lugar',
  a_date: 'o mês',
  another_photo: 'outra foto',
  a_sound: 'uma gravação da voz',
  size: 'o tamanho',
  doing: 'o que fazia',
  where: 'onde estava',
};

/** What the observer is asked, and what is said of their answers. */
export const questions: Catalogue['questions'] = {
  ask,
  topic,
  answers,
  choices,
  piece,
  card: 'Uma pergunta para você',
  why: 'Sua resposta pode decidir o nome. Vale como sua palavra, com margem de erro.',
  send: 'Responder',
  unknown: 'Não sei',
  yours: 'Suas respostas',
  notKnown: 'você não sabe',
  change: 'Alterar',
  takeBack: 'Retirar',
  leave: 'Cancelar',
  best: (piece: string) => `O que mais ajudaria: ${piece}.`,
  said: {
    answer: (answer: string) => `O observador disse: ${answer}.`,
    fromNote: (answer: string) => `Lido na nota do observador: ${answer}.`,
    unknown: (topic: string) => `O observador não sabe: ${topic}.`,
    takenBack: (topic: string) => `O observador retirou uma resposta: ${topic}.`,
  },
  note: {
    understood: 'Entendido da sua nota',
  },
};
