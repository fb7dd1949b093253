import { choice, optional, sequence, text } from '../grammar/rule';
import { callJson, type Dialect, type Found } from './dialect';
import { firstObject } from './json-text';
import { GRAINS_RULE, joinCalls } from './grammar-parts';

/** One JSON object a reply and nothing else, as a tools/call of MCP takes it: the strict dialect of qwen-tool. */
export const mcpJson: Dialect = {
  name: 'mcp-json',
  format: 'Reply with one JSON object: {"name":"detect_bird","arguments":{"image":"photo-1"}} or {"answer":"species"}.',

  write(utterance) {
    if (utterance.kind === 'conclude') return JSON.stringify({ answer: utterance.ceiling });
    const { name, args } = callJson(utterance);
    const thought = utterance.kind === 'call' ? utterance.thought : null;
    return JSON.stringify({ ...(thought ? { thought } : {}), name, arguments: args });
  },

  writeAnswer: (answer, failed) => JSON.stringify(failed ? { error: answer } : { result: answer }),

  find(reply): Found | null {
    const object = firstObject(reply);
    return object ? { kind: 'json', json: object.json, thought: object.before } : null;
  },

  isComplete: (reply) => firstObject(reply)?.closed === true,

  grammar({ args, thought, space }) {
    const before = thought
      ? optional(sequence(text('"thought":'), space, text('"'), thought, text('",'), space))
      : text('');
    const call = (name: string, rule: Parameters<typeof sequence>[0]) =>
      sequence(text('"name":'), space, text(`"${name}",`), space, text('"arguments":'), space, rule);
    return choice(
      sequence(text('{'), before, joinCalls(args, call), text('}')),
      sequence(text('{"answer":'), space, text('"'), GRAINS_RULE, text('"}')),
    );
  },
};
