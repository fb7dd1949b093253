/** One stretch of one recording with one bird in it, in the words that go into a file. */
export interface Selection {
  /** Seconds from the start of the recording. */
  from: number;
  to: number;
  scientificName: string;
  commonName: string;
  probability: number;
  /** "species", "genus Turdus", "not enough evidence": what was declared of it. */
  verdict: string;
}

export interface SelectedSound {
  name: string;
  seconds: number;
  /** The highest frequency that the recording holds, in Hz. */
  topHz: number;
  selections: readonly Selection[];
}
