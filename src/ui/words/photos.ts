import { photos } from './en/photos';
import { topic } from './topic.svelte';

export const photoWords = topic('photos', photos);
