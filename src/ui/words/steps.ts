import { steps } from './en/steps';
import { topic } from './topic.svelte';

export const stepWords = topic('steps', steps);
