import { about } from './en/about';
import { topic } from './topic.svelte';

export const aboutWords = topic('about', about);
