import { ANSWERS, QUESTIONS, type Answer, type QuestionId } from './answers';
import { de } from './lexicon/de';
import { en } from './lexicon/en';
import { es } from './lexicon/es';
import { fr } from './lexicon/fr';
import type { Lexicon } from './lexicon/lexicon';
import { pt } from './lexicon/pt';

const LEXICONS: Record<string, Lexicon> = { en, de, es, fr, pt };

/** How many words before a phrase are searched for a "not". */
const NEAR = 3;

/** What a note says, and the words that it was read from. */
interface Understood {
  question: QuestionId;
  answer: Answer;
  words: string;
}

/**
 * Reads an observer's note by a list of phrases, the longest first: "very small" is not "small". Where a note says two things of
 * one question, or denies one, nothing is understood of it.
 */
export function readNote(note: string, language: string): Understood[] {
  const { not, says } = LEXICONS[language] ?? en;
  const text = note
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return QUESTIONS.flatMap((question) => {
    const phrases = ANSWERS[question]
      .flatMap((answer) => says[answer].map((words) => ({ answer, words })))
      .sort((a, b) => b.words.length - a.words.length);
    let left = ` ${text} `;
    const found: { answer: Answer; words: string; denied: boolean }[] = [];
    for (const { answer, words } of phrases) {
      for (let at = left.indexOf(` ${words} `); at >= 0; at = left.indexOf(` ${words} `)) {
        const before = left.slice(0, at).trim().split(' ').slice(-NEAR);
        found.push({ answer, words, denied: before.some((word) => not.includes(word)) });
        left = `${left.slice(0, at)} · ${left.slice(at + words.length + 1)}`;
      }
    }
    const [first] = found;
    const clear = first && found.every(({ answer, denied }) => answer === first.answer && !denied);
    return clear ? [{ question, answer: first.answer, words: first.words }] : [];
  });
}
