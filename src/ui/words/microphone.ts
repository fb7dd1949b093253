import { microphone } from './en/microphone';
import { topic } from './topic.svelte';

export const microphoneWords = topic('microphone', microphone);
