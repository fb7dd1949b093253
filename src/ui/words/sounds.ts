import { sounds } from './en/sounds';
import { topic } from './topic.svelte';

export const soundWords = topic('sounds', sounds);
