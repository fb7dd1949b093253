import { birds } from './en/birds';
import { topic } from './topic.svelte';

export const birdsWords = topic('birds', birds);
