import { compare } from './en/compare';
import { topic } from './topic.svelte';

export const compareWords = topic('compare', compare);
