/** One stretch of one recording with one bird in it, in the words that go into a file. */
export interface Selection {
  /** Seconds from the start of the recording. */
  from: number;
  to: number;
  scientificName: string;
  commonName: string;
  /** The app's; null where a person said what it is. */
  probability: number | null;
  /** "species", "genus Turdus", "not enough evidence": what was declared of it; "confirmed by Ada": who said so. */
  verdict: string;
}

export interface SelectedSound {
  name: string;
  seconds: number;
  /** The highest frequency that the recording holds, in Hz. */
  topHz: number;
  selections: readonly Selection[];
}

/** By the time at which they begin, of one time the likelier first. */
export function inOrder(selections: readonly Selection[]): Selection[] {
  return [...selections].sort((a, b) => a.from - b.from || (b.probability ?? 1) - (a.probability ?? 1));
}
