/**
 * Every number by which a recording is judged. `npm run bench:audio` moves those by which it finds calls, voices, wind, hum and
 * clipping, on sounds whose truth is known.
 */
export interface AudioLimits {
  /** Sounds: a band this far over its background, in dB, holds one. */
  standsOutDb: number;
  /** The background of a band: what this share of the cells stays below. */
  background: number;
  /** Kept on each side of what stands out, in seconds: a call's faint beginning and end. */
  margin: number;
  /** Pauses shorter than this, in seconds, do not part a song. */
  songPause: number;
  /** A recording this short, in seconds, is worth listening to as a whole: its background may be the song itself. */
  short: number;
  /** Wind or handling: rumble this much over the middle, and this loud, in dB. */
  windOverMiddleDb: number;
  windDb: number;
  /** Hum: how far the harmonics of the mains must stand out, and how loud they must be to disturb anybody, in dB. */
  humStandsOutDb: number;
  humFaintestDb: number;
  /** A voice repeats itself at a low pitch: 1 is a perfect repetition. */
  periodicity: number;
  /** A whistle or a hoot is one partial; a voice has many. The most that the strongest may have of all. */
  onePartial: number;
  /** Below this, in dB, nothing is a voice that anyone could understand. */
  voiceFaintestDb: number;
  /** Share of a cell's frames that must be voiced. */
  voicedCell: number;
  /** Pauses between words and sentences, in seconds, belong to the talk. */
  talkPause: number;
  /** Less voiced sound than this, in seconds, is a click, a knock or a bird. */
  shortestTalk: number;
  /** Share of a talk that must be voiced. */
  voicedTalk: number;
  /** Grades: seconds, peak and level in dB, shares. */
  tooShort: number;
  silentDb: number;
  clippedFail: number;
  clippedMarginal: number;
  quietDb: number;
  noisyDb: number;
  windy: number;
  mostlySilence: number;
}

export const LIMITS: AudioLimits = {
  // Low on purpose: what is left out here is never classified.
  ...{ standsOutDb: 6, background: 0.2, margin: 1, songPause: 3, short: 15 },
  ...{ windOverMiddleDb: 25, windDb: -45 },
  ...{ humStandsOutDb: 9, humFaintestDb: -75 },
  ...{ periodicity: 0.5, onePartial: 0.7, voiceFaintestDb: -65, voicedCell: 1 / 3 },
  ...{ talkPause: 1.5, shortestTalk: 0.75, voicedTalk: 0.2 },
  ...{ tooShort: 0.2, silentDb: -75, clippedFail: 0.3, clippedMarginal: 0.005 },
  ...{ quietDb: -60, noisyDb: 6, windy: 0.5, mostlySilence: 0.9 },
};
