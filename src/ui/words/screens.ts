import { screens } from './en/screens';
import { topic } from './topic.svelte';

export const screenWords = topic('screens', screens);
