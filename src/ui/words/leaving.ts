import { leaving } from './en/leaving';
import { topic } from './topic.svelte';

export const leavingWords = topic('leaving', leaving);
