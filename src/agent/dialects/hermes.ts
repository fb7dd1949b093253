import { choice, optional, sequence, text } from '../grammar/rule';
import { callJson, type Dialect, type Found } from './dialect';
import { GRAINS_RULE, joinCalls } from './grammar-parts';

const CALL = /<\s*(?:tool_call|function_call|tool-call)\s*>/i;
const CALL_END = /<\s*\/\s*(?:tool_call|function_call|tool-call)\s*>/i;
const ANSWER = /<\s*answer\s*>([\s\S]*?)(?:<\s*\/\s*answer\s*>|$)/i;

/** Tagged turns, as BirdAgent and Environment Tuning were trained on. */
export const hermes: Dialect = {
  name: 'hermes',
  format:
    'Call one tool with <tool_call>\n{"name":"detect_bird","arguments":{"image":"photo-1"}}\n</tool_call>, ' +
    'or end with <answer>species</answer>.',

  write(utterance) {
    if (utterance.kind === 'conclude') return `<answer>${utterance.ceiling}</answer>`;
    const { name, args } = callJson(utterance);
    const before = utterance.kind === 'call' && utterance.thought ? `${utterance.thought}\n` : '';
    return `${before}<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
  },

  writeAnswer: (answer) => `<tool_response>\n${answer}\n</tool_response>`,

  find(reply): Found | null {
    const start = CALL.exec(reply);
    const answer = ANSWER.exec(reply);
    if (start && !(answer && answer.index < start.index)) {
      const inside = reply.slice(start.index + start[0].length);
      const end = CALL_END.exec(inside);
      const next = CALL.exec(inside);
      const stop = Math.min(end?.index ?? Infinity, next?.index ?? Infinity, inside.length);
      return { kind: 'json', json: inside.slice(0, stop), thought: reply.slice(0, start.index) };
    }
    return answer ? { kind: 'answer', answer: answer[1] ?? '' } : null;
  },

  isComplete: (reply) => CALL_END.test(reply) || /<\s*\/\s*answer\s*>/i.test(reply),

  grammar({ args, thought, space }) {
    const call = (name: string, rule: Parameters<typeof sequence>[0]) =>
      sequence(text(`{"name":`), space, text(`"${name}",`), space, text(`"arguments":`), space, rule, text('}'));
    const tagged = sequence(text('<tool_call>\n'), joinCalls(args, call), text('\n</tool_call>'));
    return choice(
      thought ? sequence(optional(sequence(thought, text('\n'))), tagged) : tagged,
      sequence(text('<answer>'), GRAINS_RULE, text('</answer>')),
    );
  },
};
