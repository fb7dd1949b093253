import type { Stretch } from '../../domain/observation';
import type { AudioSource } from './source';
import { encodePcm16, frameBytes, readWavLayout, wavHeader, type WavLayout } from './wav';

/**
 * The same WAV file with silence in place of some stretches. Nothing else changes, times stay what they were, and the
 * file is never in memory as a whole: the new one is put together from parts of the old.
 */
export function eraseFromWav(file: Blob, layout: WavLayout, stretches: readonly Stretch[]): Blob {
  const width = frameBytes(layout);
  const byteOf = (seconds: number, round: (value: number) => number): number =>
    layout.start + Math.max(0, Math.min(layout.frames, round(seconds * layout.sampleRate))) * width;
  const parts: BlobPart[] = [];
  let done = 0;
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const start = Math.max(done, byteOf(from, Math.floor));
    const end = byteOf(to, Math.ceil);
    if (end <= start) continue;
    parts.push(file.slice(done, start), silence(end - start, layout));
    done = end;
  }
  parts.push(file.slice(done));
  return new Blob(parts, { type: 'audio/wav' });
}

/** The middle of the scale: 128 in 8-bit files, which have no sign, and 0 in all others. */
function silence(bytes: number, { encoding }: WavLayout): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes).fill(encoding === 'u8' ? 128 : 0);
}

/** The same for any recording: what is no WAV file becomes one, of 16 bits, piece by piece. */
export async function eraseStretches(file: Blob, source: AudioSource, stretches: readonly Stretch[]): Promise<Blob> {
  const wav = await readWavLayout(file);
  if (wav?.ok) return eraseFromWav(file, wav.value, stretches);
  const parts: BlobPart[] = [];
  let frames = 0;
  for await (const { channels } of source.pieces(0, source.seconds)) {
    frames += channels[0]?.length ?? 0;
    // A Blob of its own: the browser may keep it on disk, and memory stays flat.
    parts.push(new Blob([encodePcm16(channels)]));
  }
  const decoded = new Blob([wavHeader(source.sampleRate, source.channels, frames), ...parts], { type: 'audio/wav' });
  const layout = await readWavLayout(decoded);
  if (!layout?.ok) throw new Error('our own WAV file can be read');
  return eraseFromWav(decoded, layout.value, stretches);
}
