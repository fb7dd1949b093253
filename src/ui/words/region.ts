import { region } from './en/region';
import { topic } from './topic.svelte';

export const regionWords = topic('region', region);
