import { choice, optional, sequence, text } from '../grammar/rule';
import { callJson, type Dialect, type Found } from './dialect';
import { firstObject } from './json-text';
import { GRAINS_RULE, joinCalls } from './grammar-parts';

const ACTION = /(?:^|\n)\s*\**Action\**\s*:\s*/i;
const FINAL = /(?:^|\n)\s*\**Final Answer\**\s*:\s*([^\n]*)/i;

/** Thought, action, observation, answer, as IronGuard was trained on: every reply ends in an action or an answer. */
export const react: Dialect = {
  name: 'react',
  format:
    'Write one line "Thought: ..." and one line "Action: detect_bird {"image":"photo-1"}", or end with "Final Answer: species".',

  write(utterance) {
    if (utterance.kind === 'conclude') return `Final Answer: ${utterance.ceiling}`;
    const { name, args } = callJson(utterance);
    const before = utterance.kind === 'call' && utterance.thought ? `Thought: ${utterance.thought}\n` : '';
    return `${before}Action: ${name} ${JSON.stringify(args)}`;
  },

  writeAnswer: (answer) => `Observation: ${answer}`,

  find(reply): Found | null {
    const action = ACTION.exec(reply);
    const final = FINAL.exec(reply);
    if (action && !(final && final.index < action.index)) {
      const rest = reply.slice(action.index + action[0].length).split(/\n\s*Observation\s*:/i)[0] ?? '';
      const thought = reply.slice(0, action.index).replace(/^\s*\**Thought\**\s*:\s*/i, '');
      // `Action: crop(...)`, `Action: crop {...}` and `Action: crop` with a line `Action Input: {...}` are all in use.
      const named = /^[`"']?([A-Za-z_][\w.-]*)[`"']?/.exec(rest);
      if (!named) return { kind: 'json', json: rest, thought };
      return { kind: 'action', tool: named[1]!, json: argumentsOf(rest.slice(named[0].length)), thought };
    }
    return final ? { kind: 'answer', answer: final[1] ?? '' } : null;
  },

  isComplete(reply) {
    const action = ACTION.exec(reply);
    if (action) return firstObject(reply.slice(action.index))?.closed === true;
    return /(?:^|\n)\s*Final Answer\s*:\s*\w+[^\n]*\n/i.test(reply);
  },

  grammar({ args, thought }) {
    const call = (name: string, rule: Parameters<typeof sequence>[0]) => sequence(text(`${name} `), rule);
    const action = sequence(text('Action: '), joinCalls(args, call));
    return choice(
      thought ? sequence(optional(sequence(text('Thought: '), thought, text('\n'))), action) : action,
      sequence(text('Final Answer: '), GRAINS_RULE),
    );
  },
};

function argumentsOf(rest: string): string {
  const object = firstObject(rest);
  return object ? object.json : rest.replace(/^[\s:(]*(?:Action Input\s*:)?|[\s)]*$/gi, '');
}
