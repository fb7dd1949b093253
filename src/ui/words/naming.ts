import { naming } from './en/naming';
import { topic } from './topic.svelte';

export const namingWords = topic('naming', naming);
