/** Sounds made by rule, so that tests need no recording. */

/** Two tones and a sweep; models/dsp/reference.py makes the same. */
export function chirp(seconds: number, rate: number): Float32Array {
  return Float32Array.from({ length: Math.floor(seconds * rate) }, (_, i) => {
    const t = i / rate;
    const sweep = Math.sin(2 * Math.PI * (1000 * t + 2000 * t * t));
    return 0.3 * Math.sin(2 * Math.PI * 440 * t) + 0.2 * Math.sin(2 * Math.PI * 3000 * t) + 0.4 * sweep;
  });
}
