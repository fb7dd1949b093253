import { finding } from './en/finding';
import { topic } from './topic.svelte';

export const findingWords = topic('finding', finding);
