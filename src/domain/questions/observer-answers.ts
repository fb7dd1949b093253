import type { AnswerEvidence, Ledger } from '../ledger';
import type { Answer, QuestionId } from './answers';

/** An answer that counts, with the entry it stands in. */
export interface ObserverAnswer {
  entry: number;
  question: QuestionId;
  answer: Answer;
}

/** The last answer to each question, in the order in which they were given. */
export function lastReplies(ledger: Ledger): AnswerEvidence[] {
  const replies = ledger.filter((entry) => entry.kind === 'answer');
  return replies.filter(({ id, question }) => !replies.some((one) => one.question === question && one.id > id));
}

/** What counts as evidence: neither "don't know" nor what was taken back. */
export function answersIn(ledger: Ledger): ObserverAnswer[] {
  return lastReplies(ledger).flatMap(({ id, question, said }) =>
    said === null || said === 'unknown' ? [] : [{ entry: id, question, answer: said }],
  );
}
