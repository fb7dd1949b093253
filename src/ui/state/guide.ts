import { createContext } from 'svelte';
import type { Box } from '../../domain/box';
import type { ImageRef } from '../../domain/observation';
import type { Names } from './names.svelte';

/** What every drawing component may ask for: what a taxon is called, and what a tool saw. */
export interface Guide {
  readonly names: Names;
  /** Null where the photo is no longer at hand. */
  picture: (ref: ImageRef, region: Box | null, maxSide: number) => Promise<ImageBitmap | null>;
}

export const [getGuide, setGuide] = createContext<Guide>();
