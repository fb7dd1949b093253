import { place } from './en/place';
import { topic } from './topic.svelte';

export const placeWords = topic('place', place);
