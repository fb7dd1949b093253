import { refusals } from './en/refusals';
import { topic } from './topic.svelte';

const words = topic('refusals', refusals);

/** Why something was refused, in the language of the screens. */
export function refusalInWords(
  kind: keyof typeof refusals,
  { code, message }: { code: string; message: string },
): string {
  const known: Partial<Record<string, string>> = words[kind];
  return known[code] ?? message;
}
