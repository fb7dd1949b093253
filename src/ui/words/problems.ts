import { problems } from './en/problems';
import { topic } from './topic.svelte';

export const problemWords = topic('problems', problems);
