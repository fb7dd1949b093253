import { library } from './en/library';
import { topic } from './topic.svelte';

export const libraryWords = topic('library', library);
