import { questions } from './en/questions';
import { topic } from './topic.svelte';

export const questionWords = topic('questions', questions);
