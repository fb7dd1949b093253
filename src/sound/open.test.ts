import { afterEach, expect, test, vi } from 'vitest';
import type { SoundRef } from '../domain/observation';
import { refuse } from '../media/sound/problems';
import { openAudio } from '../media/sound/source';
import type { SoundBridge } from './bridge';
import { openRecording } from './open';
import type { OpenSoundResult } from './protocol';

const SOUND = 'sound-1' as SoundRef;
const OPENED: OpenSoundResult = { ok: true, value: { seconds: 1, sampleRate: 8000, channels: 2, warnings: [] } };

/** A worker that reads WAV files alone, as where a browser has no streaming decoders. */
function bridgeOf(first: OpenSoundResult): { bridge: SoundBridge; given: Blob[] } {
  const given: Blob[] = [];
  const open = (_: SoundRef, blob: Blob): Promise<OpenSoundResult> =>
    Promise.resolve(given.push(blob) === 1 ? first : OPENED);
  return { bridge: { open } as unknown as SoundBridge, given };
}

function decoding(result: () => Promise<unknown>): void {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = result;
    },
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('where the worker cannot decode a file the page does, and the worker gets its samples as WAV', async () => {
  const channels = [Float32Array.of(0, 0.5, -0.5, 0.25), Float32Array.of(0.125, 0, 0, -0.125)];
  const long = channels.map((samples) => Float32Array.from({ length: 8000 }, (_, i) => samples[i % 4]!));
  const audio = { numberOfChannels: 2, sampleRate: 8000, getChannelData: (channel: number) => long[channel]! };
  decoding(() => Promise.resolve(audio));
  const { bridge, given } = bridgeOf(refuse('cannot_decode'));
  expect(await openRecording(bridge, SOUND, new Blob(['coded']))).toBe(OPENED);

  const wav = await openAudio(given[1]!);
  if (!wav.ok) throw new Error(wav.problem.message);
  expect(wav.value).toMatchObject({ seconds: 1, sampleRate: 8000, channels: 2 });
  const { value: piece } = await wav.value.pieces(0, 1).next();
  piece!.channels.forEach((samples, channel) =>
    samples.forEach((sample, i) => expect(sample).toBeCloseTo(long[channel]![i]!, 4)),
  );
});

test('where the page cannot either, the worker’s word stands', async () => {
  decoding(() => Promise.reject(new DOMException('', 'EncodingError')));
  const { bridge, given } = bridgeOf(refuse('cannot_decode'));
  expect(await openRecording(bridge, SOUND, new Blob(['coded']))).toMatchObject({ problem: { code: 'cannot_decode' } });
  expect(given).toHaveLength(1);
});

test('a file too large to decode at once says so instead of taking all memory', async () => {
  const decode = vi.fn();
  decoding(decode);
  const { bridge } = bridgeOf(refuse('cannot_decode'));
  const large = { size: 40_000_001 } as Blob;
  expect(await openRecording(bridge, SOUND, large)).toMatchObject({ problem: { code: 'too_large' } });
  expect(decode).not.toHaveBeenCalled();
});

test('what no parser knows may be known to the browser, and else the parser’s word stands', async () => {
  for (const code of ['not_audio', 'damaged_audio'] as const) {
    decoding(() =>
      Promise.resolve({ numberOfChannels: 1, sampleRate: 8000, getChannelData: () => new Float32Array(9) }),
    );
    expect(await openRecording(bridgeOf(refuse(code)).bridge, SOUND, new Blob(['odd']))).toBe(OPENED);
    decoding(() => Promise.reject(new DOMException('', 'EncodingError')));
    expect(await openRecording(bridgeOf(refuse(code)).bridge, SOUND, new Blob(['text']))).toMatchObject({
      problem: { code },
    });
  }
});

test('what has no sound in it is not tried again', async () => {
  const decode = vi.fn();
  decoding(decode);
  const { bridge } = bridgeOf(refuse('video_file'));
  expect(await openRecording(bridge, SOUND, new Blob(['film']))).toMatchObject({ problem: { code: 'video_file' } });
  expect(decode).not.toHaveBeenCalled();
});
