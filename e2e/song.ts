import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '../scripts/made-up-sound.ts';

const RATE = 48_000;

/** A made-up song as a WAV file: a warble around 4 kHz and a trill at 7 kHz every two seconds, over a little noise. */
export function writeSong(seconds: number): string {
  const samples = new Int16Array(seconds * RATE);
  let phase = 0;
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    const t = (i / RATE) % 2;
    seed = (seed * 48_271) % 2_147_483_647;
    let value = (seed / 2_147_483_647 - 0.5) * 0.01;
    if (t < 0.9) {
      phase += (2 * Math.PI * (4000 + 1500 * Math.sin(2 * Math.PI * 8 * t))) / RATE;
      value += 0.3 * Math.sin(phase) * Math.sin((Math.PI * t) / 0.9);
    } else if (t > 1.1 && t < 1.5) {
      value += 0.2 * Math.sin(2 * Math.PI * 7000 * t) * (Math.sin(2 * Math.PI * 18 * t) > 0 ? 1 : 0);
    }
    samples[i] = Math.round(value * 32_767);
  }
  const file = join(mkdtempSync(join(tmpdir(), 'goldcrest-song-')), 'song.wav');
  writeFileSync(file, Buffer.concat([wavHeader(seconds, RATE), Buffer.from(samples.buffer)]));
  return file;
}
