import * as v from 'valibot';

/** What an observer can be asked, with every answer: sizes by known birds, behaviours, places. */
export const ANSWERS = {
  size: ['sparrow', 'thrush', 'pigeon', 'crow', 'goose'],
  doing: ['water', 'walking', 'perched', 'climbing', 'air'],
  where: ['woodland', 'open', 'wetland', 'coast', 'town'],
} as const;

export type QuestionId = keyof typeof ANSWERS;
export const QUESTIONS = Object.keys(ANSWERS) as QuestionId[];
export type Answer = (typeof ANSWERS)[QuestionId][number];

const ANSWER_SOURCES = ['question', 'note', 'given'] as const;
/** How an answer came: asked for, read out of the note, or given unasked by a program. */
export type AnswerSource = (typeof ANSWER_SOURCES)[number];

const answerTo = <Q extends QuestionId>(question: Q) =>
  v.object({
    question: v.literal(question),
    said: v.picklist([...ANSWERS[question], 'unknown']),
    from: v.optional(v.picklist(ANSWER_SOURCES), 'given'),
  });

/** An answer from outside: a program, a saved file. */
export const GivenAnswerSchema = v.variant('question', [answerTo('size'), answerTo('doing'), answerTo('where')]);
