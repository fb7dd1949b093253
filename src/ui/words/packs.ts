import { packs } from './en/packs';
import { topic } from './topic.svelte';

export const packWords = topic('packs', packs);
