import type { SoundRef } from '../domain/observation';
import { refuse, type SoundProblemCode } from '../media/sound/problems';
import { encodeWav } from '../media/sound/wav';
import type { SoundBridge } from './bridge';
import type { OpenSoundResult } from './protocol';

/** A page decodes a whole file at once: this many bytes become up to ten times as many in memory. */
const MOST_BYTES_AT_ONCE = 40_000_000;

/** Problems after which the browser's own decoder is tried: it copes with broken files better than a parser. */
const WORTH_ANOTHER_TRY: readonly SoundProblemCode[] = ['cannot_decode', 'not_audio', 'damaged_audio'];

/**
 * Opens a recording in the worker. Where its browser has no streaming decoder for the file, or the file cannot be parsed, the
 * page decodes it as a whole, if it is not too large, and the worker gets the result as WAV.
 */
export async function openRecording(bridge: SoundBridge, ref: SoundRef, file: Blob): Promise<OpenSoundResult> {
  const opened = await bridge.open(ref, file);
  if (opened.ok || !WORTH_ANOTHER_TRY.includes(opened.problem.code)) return opened;
  if (file.size > MOST_BYTES_AT_ONCE) return opened.problem.code === 'cannot_decode' ? refuse('too_large') : opened;
  const decoded = await decodeInPage(file);
  return decoded ? bridge.open(ref, decoded) : opened;
}

async function decodeInPage(file: Blob): Promise<Blob | null> {
  try {
    const context = new OfflineAudioContext(1, 1, 48_000);
    const audio = await context.decodeAudioData(await file.arrayBuffer());
    const channels = Array.from({ length: audio.numberOfChannels }, (_, channel) => audio.getChannelData(channel));
    return encodeWav(channels, audio.sampleRate);
  } catch {
    return null;
  }
}
