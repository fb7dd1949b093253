import { jsonrepair } from 'jsonrepair';

export interface FoundObject {
  json: string;
  before: string;
  /** False where the text ends inside the object. */
  closed: boolean;
}

/** The first JSON object in a text, strings respected; cut off where the text is. */
export function firstObject(text: string): FoundObject | null {
  const start = text.indexOf('{');
  if (start < 0) return null;
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) {
      return { json: text.slice(start, i + 1), before: text.slice(0, start), closed: true };
    }
  }
  return { json: text.slice(start), before: text.slice(0, start), closed: false };
}

export type Json = { ok: true; value: unknown; repaired: boolean } | { ok: false };

/** Parses JSON, and repairs quotes, commas and brackets where it has to. */
export function readJson(text: string): Json {
  const bare = text.trim().replace(/^```(?:json|tool_code|xml)?\s*|\s*```$/g, '');
  try {
    return { ok: true, value: JSON.parse(bare), repaired: bare !== text.trim() };
  } catch {
    // Not JSON as it stands.
  }
  try {
    return { ok: true, value: JSON.parse(jsonrepair(bare)), repaired: true };
  } catch {
    return { ok: false };
  }
}
