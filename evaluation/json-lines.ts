import type { Result } from '../src/domain/result';

/** Finds in which line of a file a row or one of its fields stands, so that a message can point at it. */

export interface Row {
  value: unknown;
  /** First line of the row, counted from 1. */
  line: number;
  text: string;
}

export type Rows = Result<Row[], { line: number; message: string }>;

/** Rows of a JSON array, or of JSON lines; the first character tells which. */
export function readRows(text: string): Rows {
  // Some editors begin a file with a byte order mark, which is not JSON.
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return plain.trimStart().startsWith('[') ? readArray(plain) : readLines(plain);
}

function readLines(text: string): Rows {
  const rows: Row[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    const parsed = parse(content);
    if ('problem' in parsed) {
      const whole = rows.length === 0 && !('problem' in parse(text));
      const message = whole ? 'This is one object; a set is a list of rows, or has one in each line' : parsed.problem;
      return { ok: false, problem: { line: index + 1, message } };
    }
    rows.push({ value: parsed.value, line: index + 1, text: content });
  }
  return { ok: true, value: rows };
}

function readArray(text: string): Rows {
  const parsed = parse(text);
  if ('problem' in parsed)
    return { ok: false, problem: { line: lineAt(text, parsed.position), message: parsed.problem } };
  const values = parsed.value as unknown[];
  const starts = elementOffsets(text);
  return {
    ok: true,
    value: values.map((value, index) => {
      const from = starts[index] ?? 0;
      return { value, line: lineAt(text, from), text: text.slice(from, starts[index + 1]) };
    }),
  };
}

/** The line where a row names this field; the row's first line where it does not. */
export function lineOfField(row: Row, field: string | null): number {
  const at = field === null ? -1 : row.text.indexOf(`"${field.split('.')[0] ?? ''}"`);
  return at < 0 ? row.line : row.line + lineAt(row.text, at) - 1;
}

function parse(text: string): { value: unknown } | { problem: string; position: number } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return { problem: `This is not JSON: ${message}`, position };
  }
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = 0; at < position && at < text.length; at++) if (text[at] === '\n') line += 1;
  return line;
}

/** Where each element of a well-formed top-level array starts. */
function elementOffsets(text: string): number[] {
  const starts: number[] = [];
  let depth = 0;
  let quoted = false;
  let wanted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
      continue;
    }
    if (/\s/.test(character)) continue;
    if (wanted && character !== ']') {
      starts.push(at);
      wanted = false;
    }
    if (character === '"') quoted = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      wanted = depth === 1;
    } else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',' && depth === 1) wanted = true;
  }
  return starts;
}
