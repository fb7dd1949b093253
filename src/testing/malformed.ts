import type { DialectName } from '../agent/dialects';
import { argumentsSchema } from '../tools/json-schema';
import { TOOL_NAMES, type ToolName } from '../domain/tools/schemas';

/** A well-formed call of detect_bird, in each dialect. */
const CALL: Record<DialectName, string> = {
  hermes: '<tool_call>\n{"name":"detect_bird","arguments":{"image":"photo-1"}}\n</tool_call>',
  'mcp-json': '{"name":"detect_bird","arguments":{"image":"photo-1"}}',
  react: 'Thought: find the bird\nAction: detect_bird {"image":"photo-1"}',
};
const SECOND: Record<DialectName, string> = {
  hermes: '<tool_call>\n{"name":"crop","arguments":{"image":"photo-1","region":"largest"}}\n</tool_call>',
  'mcp-json': '{"name":"crop","arguments":{"image":"photo-1","region":"largest"}}',
  react: 'Action: crop {"image":"photo-1","region":"largest"}',
};
const WRAP: Record<DialectName, (json: string) => string> = {
  hermes: (json) => `<tool_call>\n${json}\n</tool_call>`,
  'mcp-json': (json) => json,
  react: (json) => `Action: ${json}`,
};
const OTHER: Record<DialectName, [DialectName, DialectName]> = {
  hermes: ['mcp-json', 'react'],
  'mcp-json': ['hermes', 'react'],
  react: ['hermes', 'mcp-json'],
};

/** What a reply should come to: the call that was meant, some other thing the run can go on with, or a refusal. */
export type Expected = 'repaired' | 'environment' | 'anything';

/** One kind of malformed reply, written in a dialect. */
export interface Malformed {
  kind: string;
  expected: Expected;
  text: (dialect: DialectName) => string;
}

const kind = (name: string, expected: Expected, text: Malformed['text']): Malformed => ({ kind: name, expected, text });
/** The call's JSON, damaged, in the dialect's wrapping. */
const json = (name: string, expected: Expected, damaged: string): Malformed =>
  kind(name, expected, (dialect) => WRAP[dialect](damaged));
const around = (name: string, before: string, after: string, expected: Expected = 'repaired'): Malformed =>
  kind(name, expected, (dialect) => `${before}${CALL[dialect]}${after}`);

/** Every tool with no argument, one too many, and the first that it needs in every type that it does not take. */
function wrongArguments(tool: ToolName): Malformed[] {
  const [first = ''] = argumentsSchema(tool).required ?? [];
  const call = (name: string, args: object): Malformed =>
    json(`${tool} ${name}`, 'environment', JSON.stringify({ name: tool, arguments: args }));
  return [
    call('with nothing', {}),
    call('with something else', { something: 'else' }),
    ...[7, null, true, { of: 'photo-1' }].map((value) =>
      call(`with ${first} ${JSON.stringify(value)}`, { [first]: value }),
    ),
  ];
}

const GOOD = '{"name":"detect_bird","arguments":{"image":"photo-1"}}';

export const MALFORMED_KINDS: readonly Malformed[] = [
  // Cut off
  ...Array.from({ length: 39 }, (_, step) => (step + 1) / 40).map((part) =>
    kind(`cut off at ${part}`, 'anything', (dialect) => CALL[dialect].slice(0, Math.ceil(CALL[dialect].length * part))),
  ),
  json('one brace short', 'repaired', '{"name":"detect_bird","arguments":{"image":"photo-1"}'),
  json('both braces short', 'repaired', '{"name":"detect_bird","arguments":{"image":"photo-1"'),
  json('string not closed', 'repaired', '{"name":"detect_bird","arguments":{"image":"photo-1'),
  // Quotes and punctuation
  json('single quotes', 'repaired', "{'name':'detect_bird','arguments':{'image':'photo-1'}}"),
  json('curly quotes', 'repaired', '{“name”:“detect_bird”,“arguments”:{“image”:“photo-1”}}'),
  json('backticks', 'repaired', '{`name`:`detect_bird`,`arguments`:{`image`:`photo-1`}}'),
  json('no quotes on keys', 'repaired', '{name:"detect_bird",arguments:{image:"photo-1"}}'),
  json('escaped quotes', 'anything', '{\\"name\\":\\"detect_bird\\",\\"arguments\\":{\\"image\\":\\"photo-1\\"}}'),
  json('trailing comma', 'repaired', '{"name":"detect_bird","arguments":{"image":"photo-1",},}'),
  json('missing comma', 'repaired', '{"name":"detect_bird" "arguments":{"image":"photo-1"}}'),
  json('missing colon', 'anything', '{"name" "detect_bird","arguments":{"image":"photo-1"}}'),
  json('equals signs', 'anything', '{"name"="detect_bird","arguments"={"image"="photo-1"}}'),
  json('a brace too many', 'repaired', `${GOOD}}`),
  json('double braces', 'anything', `{${GOOD}}`),
  json('comments', 'repaired', '{"name":"detect_bird",/* look */"arguments":{"image":"photo-1"}}'),
  json('a line comment', 'repaired', '{"name":"detect_bird", // look\n"arguments":{"image":"photo-1"}}'),
  json('ellipsis', 'anything', '{"name":"detect_bird","arguments":{...}}'),
  json(
    'line breaks and tabs',
    'repaired',
    '{\n\t"name":\t"detect_bird",\n\t"arguments": {\n "image" : "photo-1"\n }\n}',
  ),
  json('a byte-order mark', 'anything', `\ufeff${GOOD}`),
  json('null bytes', 'anything', GOOD.replaceAll(':', '\u0000:')),
  json('no-break spaces', 'repaired', GOOD.replaceAll(',', ',\u00a0')),
  // Shapes
  json('arguments as a string', 'environment', '{"name":"detect_bird","arguments":"{\\"image\\":\\"photo-1\\"}"}'),
  json('arguments beside the name', 'environment', '{"name":"detect_bird","image":"photo-1"}'),
  json('args', 'environment', '{"name":"detect_bird","args":{"image":"photo-1"}}'),
  json('parameters', 'environment', '{"name":"detect_bird","parameters":{"image":"photo-1"}}'),
  json('tool and input', 'environment', '{"tool":"detect_bird","input":{"image":"photo-1"}}'),
  json('action and action_input', 'environment', '{"action":"detect_bird","action_input":{"image":"photo-1"}}'),
  json('a function object', 'environment', `{"type":"function","function":${GOOD}}`),
  json('tool_calls', 'environment', `{"tool_calls":[{"id":"1","type":"function","function":${GOOD}}]}`),
  json('a JSON-RPC request', 'environment', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${GOOD}}`),
  json('a list of one', 'anything', `[${GOOD}]`),
  json('the name as the key', 'environment', '{"detect_bird":{"image":"photo-1"}}'),
  json('nested in itself', 'anything', `{"name":"detect_bird","arguments":${GOOD}}`),
  json('a call inside the arguments', 'environment', `{"name":"crop","arguments":{"image":${GOOD},"region":"all"}}`),
  json('the name with brackets', 'environment', '{"name":"detect_bird()","arguments":{"image":"photo-1"}}'),
  json('the name with a prefix', 'environment', '{"name":"functions.detect_bird","arguments":{"image":"photo-1"}}'),
  json('no name', 'environment', '{"arguments":{"image":"photo-1"}}'),
  json('an empty object', 'environment', '{}'),
  json('an empty list', 'environment', '[]'),
  json('null', 'environment', 'null'),
  json('a number', 'environment', '42'),
  json('a bare string', 'anything', '"detect_bird"'),
  json('a name that is a number', 'environment', '{"name":7,"arguments":{"image":"photo-1"}}'),
  json('a name that is an object', 'anything', '{"name":{"of":"detect_bird"},"arguments":{}}'),
  json('the prototype', 'environment', '{"name":"crop","arguments":{"__proto__":{"image":"photo-1"}}}'),
  json('a name from the prototype', 'environment', '{"name":"constructor","arguments":{}}'),
  // Two calls
  kind('two calls', 'repaired', (dialect) => `${CALL[dialect]}\n${SECOND[dialect]}`),
  kind('the same call twice', 'repaired', (dialect) => `${CALL[dialect]}\n${CALL[dialect]}`),
  kind('two calls without a break', 'repaired', (dialect) => `${CALL[dialect]}${SECOND[dialect]}`),
  kind('a call, then an answer', 'repaired', (dialect) => `${CALL[dialect]}\nFinal Answer: species`),
  json('two calls in a list', 'anything', `[${GOOD},{"name":"crop","arguments":{}}]`),
  // Prose around
  around('prose before', 'Certainly! I will look for the bird first.\n\n', ''),
  around('prose after', '', '\n\nI hope this helps. Have a nice day!'),
  around('prose on both sides', 'Let me think about it.\n', '\nThat should find it.'),
  around('a heading', '## Step 1\n\n', ''),
  around('a list', '1. First:\n', ''),
  around('thinking aloud', '<think>The photo may show a bird {or two}.</think>\n', ''),
  around('thinking that never ends', '<think>The photo may show', '', 'environment'),
  around('special tokens', '<|im_start|>assistant\n', '<|im_end|>'),
  around('an observation made up', '', '\nObservation: birds 3\nFinal Answer: species'),
  around('a code fence', '```json\n', '\n```', 'anything'),
  json('a code fence inside', 'repaired', `\`\`\`json\n${GOOD}\n\`\`\``),
  // Wrong tools and arguments: understood, and refused by the environment
  json('an unknown tool', 'environment', '{"name":"identify_bird","arguments":{"image":"photo-1"}}'),
  json('a tool in capitals', 'environment', '{"name":"Detect_Bird","arguments":{"image":"photo-1"}}'),
  json('a tool with a space', 'environment', '{"name":"detect bird","arguments":{"image":"photo-1"}}'),
  json('an empty tool', 'environment', '{"name":"","arguments":{}}'),
  json('no arguments', 'environment', '{"name":"detect_bird"}'),
  json('null arguments', 'environment', '{"name":"detect_bird","arguments":null}'),
  json('arguments as a list', 'environment', '{"name":"detect_bird","arguments":["photo-1"]}'),
  json('arguments as a number', 'environment', '{"name":"detect_bird","arguments":1}'),
  json('image as a number', 'environment', '{"name":"detect_bird","arguments":{"image":1}}'),
  json('image as a path', 'environment', '{"name":"detect_bird","arguments":{"image":"/home/me/bird.jpg"}}'),
  json('image as null', 'environment', '{"name":"detect_bird","arguments":{"image":null}}'),
  json('image as true', 'environment', '{"name":"detect_bird","arguments":{"image":True}}'),
  json('an argument too many', 'environment', '{"name":"detect_bird","arguments":{"image":"photo-1","mode":"fast"}}'),
  json('a misspelt argument', 'environment', '{"name":"detect_bird","arguments":{"img":"photo-1"}}'),
  json('region as words', 'environment', '{"name":"crop","arguments":{"image":"photo-1","region":"the bird"}}'),
  json('region with three numbers', 'environment', '{"name":"crop","arguments":{"image":"photo-1","region":[1,2,3]}}'),
  json('region before detection', 'environment', '{"name":"crop","arguments":{"image":"photo-1","region":"largest"}}'),
  json('taxa before candidates', 'environment', '{"name":"geo_prior","arguments":{"taxa":"top"}}'),
  json('taxa as names', 'environment', '{"name":"geo_prior","arguments":{"taxa":["Common Goldcrest"]}}'),
  ...TOOL_NAMES.flatMap(wrongArguments),
  json('NaN', 'environment', '{"name":"zoom_in","arguments":{"image":"photo-1","region":[0,0,9,NaN]}}'),
  json('Infinity', 'environment', '{"name":"zoom_in","arguments":{"image":"photo-1","region":[0,0,9,1e999]}}'),
  json('skip of nothing', 'environment', '{"name":"skip","arguments":{}}'),
  json('skip of an unknown tool', 'environment', '{"name":"skip","arguments":{"tool":"fly","reason":"no_bird"}}'),
  // Nothing said
  kind('nothing', 'environment', () => ''),
  kind('spaces', 'environment', () => ' \n\t '),
  kind('only prose', 'environment', () => 'I think this could be a nice bird.'),
  kind('a refusal', 'environment', () => 'I cannot help with that.'),
  kind('a question back', 'environment', () => 'Which photo do you mean?'),
  kind('only a tag', 'environment', () => '<tool_call>'),
  kind('only an end tag', 'environment', () => '</tool_call>'),
  kind('an empty answer', 'environment', () => '<answer></answer>'),
  kind('an HTML page', 'environment', () => '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'),
  kind(
    'XML attributes',
    'environment',
    () => '<invoke name="detect_bird"><parameter name="image">photo-1</parameter></invoke>',
  ),
  kind('YAML', 'environment', () => 'name: detect_bird\narguments:\n  image: photo-1'),
  kind('a Python call', 'environment', () => 'detect_bird(image="photo-1")'),
  kind('emoji', 'environment', () => '🐦🐦🐦'),
  kind('lone surrogates', 'environment', () => '\ud83d\ud83d'),
  kind('right-to-left marks', 'environment', () => '\u202e\u202d'),
  // The other dialects
  kind('the one other dialect', 'anything', (dialect) => CALL[OTHER[dialect][0]]),
  kind('the other other dialect', 'anything', (dialect) => CALL[OTHER[dialect][1]]),
  kind('the answer of another dialect', 'anything', (dialect) =>
    dialect === 'react' ? '<answer>genus</answer>' : 'Final Answer: genus',
  ),
  kind('an answer in a sentence', 'anything', (dialect) =>
    dialect === 'react' ? 'Final Answer: I would say the genus Regulus.' : '<answer>I would say genus.</answer>',
  ),
  // Endless
  kind('endless prose', 'environment', () => 'the bird is a bird and '.repeat(5000)),
  kind('endless letters', 'environment', () => 'a'.repeat(100_000)),
  kind('endless brackets', 'environment', () => '['.repeat(50_000)),
  kind('endless braces', 'environment', () => '{"a":'.repeat(20_000)),
  kind('endless tags', 'anything', () => '<tool_call>'.repeat(10_000)),
  kind('an endless string', 'anything', (dialect) =>
    WRAP[dialect](`{"name":"detect_bird","arguments":{"image":"photo-${'1'.repeat(50_000)}"}}`),
  ),
  kind('an endless thought', 'environment', (dialect) => `${'I wonder. '.repeat(3000)}${CALL[dialect]}`),
  kind('endless calls', 'repaired', (dialect) => `${CALL[dialect]}\n`.repeat(2000)),
];
