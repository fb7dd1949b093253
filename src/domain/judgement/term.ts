import type { NamingGrain } from '../grain';

/** The facts of a ledger that a judgement weighs, each a line that the reader sees. */
export const TERMS = [
  /** What the pictures, or the recordings, say by themselves. */
  'look',
  /** The same with what lives at the place. */
  'with_place',
  /** How far the runner-up is behind. */
  'margin',
  /** How likely the bird is at the place. */
  'lives_here',
  /** The probability on birds that the place rules out: the place, or the first impression, may be wrong. */
  'ruled_out',
  /** Whether several looks, or several windows of a recording, agree. */
  'agreement',
  /** Pixels on the bird. */
  'pixels',
  /** The grade of the picture or the recording. */
  'quality',
  /** How sure the detector was of a bird there; a whole frame counts least. */
  'found',
  /** The probability that it is no bird at all. */
  'no_bird',
  /** How many of the birds of this place have a label. */
  'coverage',
  /** Relatives that live here and have no label. */
  'unlabelled',
  /** Whether the month is known. */
  'month',
  /** The surest single window of a recording. */
  'best_window',
  /** In how many windows and stretches the bird is heard. */
  'windows',
  /** How many other birds sing. */
  'others',
  /** How far the song stands out of the noise. */
  'signal',
  /** Birds that sound alike. */
  'sounds_alike',
  /** What the observer said about its size, what it did and where it was. */
  'observer',
] as const;
export type TermId = (typeof TERMS)[number];

/** What one fact adds to a judgement, in log-odds against what it usually adds: above zero it speaks for the name. */
export interface JudgedTerm {
  id: TermId;
  grain: NamingGrain;
  sense: 'seen' | 'heard' | 'said';
  stance: 'for' | 'against';
  weight: number;
}
