/** Recordings by rule, for benches and tests of long ones. */
import { closeSync, openSync, writeSync } from 'node:fs';

/** The header of a 16-bit WAV file with one channel. */
export function wavHeader(seconds: number, rate: number) {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + seconds * rate * 2, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(seconds * rate * 2, 40);
  return head;
}

/**
 * A WAV file of chirps and hiss, written second by second.
 * @param sings whether a second has chirps; it is silent where not
 */
export function writeChirps(
  file: string,
  seconds: number,
  rate = 48_000,
  sings: (second: number) => boolean = () => true,
) {
  const out = openSync(file, 'w');
  writeSync(out, wavHeader(seconds, rate));
  const silence = Buffer.alloc(rate * 2);
  const second = Buffer.alloc(rate * 2);
  const every = Math.floor(rate / 3);
  for (let s = 0; s < seconds; s++) {
    if (!sings(s)) {
      writeSync(out, silence);
      continue;
    }
    const pitch = Math.min(2500 + ((s * 37) % 40) * 100, rate * 0.4);
    for (let i = 0; i < rate; i++) {
      const chirp = i % every < every / 2 ? Math.sin((2 * Math.PI * pitch * i) / rate) * 8000 : 0;
      second.writeInt16LE(Math.round(chirp + (((i * 7919 + s * 104_729) % 201) - 100)), i * 2);
    }
    writeSync(out, second);
  }
  closeSync(out);
}
