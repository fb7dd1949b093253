import { arrivals } from './en/arrivals';
import { topic } from './topic.svelte';

export const arrivalWords = topic('arrivals', arrivals);
