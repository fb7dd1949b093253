import { notes } from './en/notes';
import { topic } from './topic.svelte';

export const noteWords = topic('notes', notes);
