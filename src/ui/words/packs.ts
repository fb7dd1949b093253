import { packs } from './en/packs';
import { topic } from './topic.svelte';

export const packWords = topic('packs', packs);

/** What a pack is called and what it is, in the reader's language where the app knows the pack. */
export function packInWords({ name, title, summary }: { name: string; title: string; summary: string }): {
  title: string;
  summary: string;
} {
  return packWords.known[name] ?? { title, summary };
}
