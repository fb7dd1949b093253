import { notebook } from './en/notebook';
import { topic } from './topic.svelte';

export const notebookWords = topic('notebook', notebook);
