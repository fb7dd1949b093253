import { createContext } from 'svelte';
import type { Box } from '../../domain/box';
import type { JudgedBird } from '../../domain/judge-birds';
import type { Ledger } from '../../domain/ledger';
import type { ImageRef, Place, SoundRef, Stretch } from '../../domain/observation';
import type { LocalBirds } from '../../vision/priors';
import type { Names } from './names.svelte';

/** What any component may look up: the name of a taxon, and what a tool saw or heard. */
export interface Lookup {
  readonly names: Names;
  /** Whether raw evidence, policies and exports of runs are shown. */
  readonly developer: boolean;
  /** Null where the photo is no longer available. */
  picture: (ref: ImageRef, region: Box | null, maxSide: number) => Promise<ImageBitmap | null>;
  /** A stretch of a recording as a picture of this many pixels; null where the recording is no longer available. */
  spectrogram: (ref: SoundRef, stretch: Stretch, width: number, height: number) => Promise<ImageBitmap | null>;
  /** The recording itself, to be played or shared. */
  recording: (ref: SoundRef) => Promise<Blob | null>;
  /** Which birds live at a place through the year; null where no model knows. */
  birdsAt: (place: Place) => Promise<LocalBirds | null>;
  /** The birds of the recordings, each with its probability and what the rules declare of it, surest first. */
  judgeBirds: (ledger: Ledger) => readonly JudgedBird[];
}

export const [getLookup, setLookup] = createContext<Lookup>();
