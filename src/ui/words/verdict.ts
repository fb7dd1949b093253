import { verdict } from './en/verdict';
import { topic } from './topic.svelte';

export const verdictWords = topic('verdict', verdict);
