import type { Stretch } from '../domain/observation';

/** What crosses between the page and the spectrogram worker. */
export interface SpectrogramApi {
  /** Opens a recording under a key; false where it cannot be read. */
  open(key: number, file: Blob): Promise<boolean>;
  close(key: number): void;
  /** A stretch as a picture; null where the recording is not open. */
  paint(key: number, stretch: Stretch, width: number, height: number): Promise<ImageBitmap | null>;
}
