import { describe, expect, it } from 'vitest';
import { DIALECT_NAMES, scopeOf, Speech, STYLES } from '../dialects';
import { Matcher } from './matcher';
import { LEDGERS } from '../../testing/decisions';
import { observation } from '../../testing/ledger';
import { TokenMask } from './token-mask';

/** Tokens as a byte-pair vocabulary has them: single characters, and longer pieces that cross the parts of a call. */
const PIECES = ['<tool_call>\n{"name":"', 'detect_bird', '","arguments":{', 'photo-', '"}}\n</tool_call>', 'Action: '];
const TEXTS = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), '\n', ...PIECES, '', 'ü'];
const END = TEXTS.length;

/** A generator that repeats for a seed; which one does not matter. */
function lottery(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

function sample(mask: TokenMask, random: () => number): string {
  let at = mask.start;
  let text = '';
  for (let i = 0; i < 2000; i++) {
    const allowed = [...mask.allowed(at).entries()].filter(([, may]) => may === 1).map(([token]) => token);
    const token = allowed[Math.floor(random() * allowed.length)]!;
    if (token === END) return text;
    text += mask.textOf(token);
    at = mask.advance(at, token);
  }
  throw new Error('a constrained reply ends');
}

describe.each(DIALECT_NAMES)('random replies in %s', (dialect) => {
  it.each(STYLES)('of the %s style are all well formed', (style) => {
    const speech = new Speech(dialect, style);
    const mask = new TokenMask(new Matcher(speech.grammar()), TEXTS, END);
    const random = lottery(dialect.length + style.length);
    const seen = { observation: observation(), ledger: [] };
    for (let i = 0; i < 100; i++) {
      const { decision, mended } = speech.read(sample(mask, random), seen);
      const wellFormed = decision.kind !== 'malformed' || decision.failure.code === 'call_out_of_order';
      expect(wellFormed).toBe(true);
      expect(mended).toBe(false);
    }
  });

  it.each(STYLES)('of the %s style ask, within a situation, only about what is there', (style) => {
    const speech = new Speech(dialect, style);
    const random = lottery(dialect.length * style.length);
    for (const ledger of LEDGERS) {
      const seen = { observation: observation(), ledger };
      const mask = new TokenMask(new Matcher(speech.grammar(scopeOf(seen))), TEXTS, END);
      for (let i = 0; i < 15; i++) {
        const { decision, mended } = speech.read(sample(mask, random), seen);
        expect(decision.kind).not.toBe('malformed');
        expect(mended).toBe(false);
      }
    }
  });
});
