import { ALL_FORMATS, AudioSampleSink, BlobSource, Input, type AudioSample, type InputAudioTrack } from 'mediabunny';
import { isUnreadable } from '../unreadable';
import { fromFirstFrame } from './mpeg-frames';
import { refuse, type SoundResult, type SoundWarning } from './problems';
import { decodePcm, frameBytes, readWavLayout, type WavLayout } from './wav';

/** Some samples of a recording, one array a channel. */
export interface Piece {
  /** Seconds from the start of the recording. */
  at: number;
  channels: Float32Array[];
}

/** A recording that can be read from any moment on, piece by piece, without ever being in memory as a whole. */
export interface AudioSource {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly warnings: readonly SoundWarning[];
  pieces(from: number, to: number): AsyncGenerator<Piece, void>;
}

/** A call takes longer than this. */
const SHORTEST_SECONDS = 0.2;

/** Opens any file that WAV rules or the browser's own decoders can read. Runs in a worker or a page. */
export async function openAudio(blob: Blob): Promise<SoundResult<AudioSource>> {
  try {
    if (blob.size > 0) return await openReadable(blob);
    // A file that is gone says that it is empty, too.
    await blob.arrayBuffer();
    return refuse('empty_file');
  } catch (error) {
    if (isUnreadable(error)) return refuse('unreadable_file');
    throw error;
  }
}

async function openReadable(blob: Blob): Promise<SoundResult<AudioSource>> {
  const wav = await readWavLayout(blob);
  const opened = wav
    ? wav.ok
      ? { ok: true as const, value: new WavSource(blob, wav.value) }
      : wav
    : await openTagged(blob);
  if (!opened.ok || opened.value.seconds >= SHORTEST_SECONDS) return opened;
  return refuse('too_short', `(It lasts ${Math.round(opened.value.seconds * 1000)} milliseconds.)`);
}

class WavSource implements AudioSource {
  /**
   * Bytes read at once: a browser takes milliseconds to read a file, however little is asked for. The last ones are kept:
   * a minute is measured and then listened to, and is read once.
   */
  static readonly BYTES = 8_388_608;
  /** Frames handed on at once: a second or so at usual rates. */
  static readonly FRAMES = 65_536;
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly warnings: readonly SoundWarning[];
  readonly #blob: Blob;
  readonly #layout: WavLayout;
  #block: { from: number; bytes: ArrayBuffer } | null = null;

  constructor(blob: Blob, layout: WavLayout) {
    this.#blob = blob;
    this.#layout = layout;
    this.sampleRate = layout.sampleRate;
    this.channels = layout.channels;
    this.seconds = layout.frames / layout.sampleRate;
    this.warnings = layout.warnings;
  }

  async *pieces(from: number, to: number): AsyncGenerator<Piece, void> {
    const { sampleRate, start, frames } = this.#layout;
    const width = frameBytes(this.#layout);
    const last = Math.min(frames, Math.round(to * sampleRate));
    const atOnce = Math.ceil(WavSource.BYTES / width);
    for (let frame = Math.max(0, Math.round(from * sampleRate)); frame < last;) {
      const first = Math.floor(frame / atOnce) * atOnce;
      const bytes = await this.#read(start + first * width, start + Math.min(frames, first + atOnce) * width);
      const end = Math.min(last, first + atOnce, frame + WavSource.FRAMES);
      const part = new DataView(bytes, (frame - first) * width, (end - frame) * width);
      yield { at: frame / sampleRate, channels: decodePcm(part, this.#layout) };
      frame = end;
    }
  }

  async #read(from: number, to: number): Promise<ArrayBuffer> {
    if (this.#block?.from !== from) {
      this.#block = { from, bytes: await this.#blob.slice(from, to).arrayBuffer() };
    }
    return this.#block.bytes;
  }
}

/** The parser believes the length that a tag states; where that leads nowhere, the frames themselves are looked for. */
async function openTagged(blob: Blob): Promise<SoundResult<AudioSource>> {
  const opened = await openCoded(blob);
  if (opened.ok || !['not_audio', 'damaged_audio', 'no_sound'].includes(opened.problem.code)) return opened;
  const frames = await fromFirstFrame(blob);
  if (!frames || frames.size === blob.size) return opened;
  const again = await openCoded(frames);
  return again.ok || again.problem.code === 'cannot_decode' ? again : opened;
}

async function openCoded(blob: Blob): Promise<SoundResult<AudioSource>> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(blob) });
  try {
    if (!(await input.canRead())) return refuse('not_audio');
    if (await input.getPrimaryVideoTrack()) return refuse('video_file');
    const track = await input.getPrimaryAudioTrack();
    if (!track) return refuse('no_sound');
    if (!(await track.canDecode())) return refuse('cannot_decode');
    const seconds = await track.computeDuration();
    if (!(seconds > 0)) return refuse('no_sound');
    // The container's word on rate and channels may differ from what the decoder gives (HE-AAC does): ask the decoder.
    const first = await new AudioSampleSink(track).getSample(await track.getFirstTimestamp());
    if (!first) return refuse('damaged_audio');
    const { sampleRate, numberOfChannels } = first;
    first.close();
    return { ok: true, value: new CodedSource(track, seconds, sampleRate, numberOfChannels) };
  } catch (error) {
    if (isUnreadable(error)) throw error;
    return refuse('damaged_audio');
  }
}

class CodedSource implements AudioSource {
  readonly warnings: readonly SoundWarning[] = [];
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly #track: InputAudioTrack;

  constructor(track: InputAudioTrack, seconds: number, sampleRate: number, channels: number) {
    this.#track = track;
    this.seconds = seconds;
    this.sampleRate = sampleRate;
    this.channels = channels;
  }

  async *pieces(from: number, to: number): AsyncGenerator<Piece, void> {
    for await (const sample of untilDamaged(new AudioSampleSink(this.#track).samples(from, to))) {
      const { timestamp, numberOfFrames, numberOfChannels } = sample;
      const skipped = Math.max(0, Math.min(numberOfFrames, Math.round((from - timestamp) * this.sampleRate)));
      const wanted = Math.min(numberOfFrames, Math.round((to - timestamp) * this.sampleRate)) - skipped;
      const channels = Array.from({ length: wanted > 0 ? numberOfChannels : 0 }, (_, planeIndex) => {
        const samples = new Float32Array(wanted);
        sample.copyTo(samples, { planeIndex, format: 'f32-planar', frameOffset: skipped, frameCount: wanted });
        return samples;
      });
      sample.close();
      if (channels.length > 0) yield { at: Math.max(from, timestamp), channels };
    }
  }
}

/** A file that is cut short or damaged further on is used as far as it goes. */
async function* untilDamaged(samples: AsyncGenerator<AudioSample, void>): AsyncGenerator<AudioSample, void> {
  let any = false;
  try {
    for await (const sample of samples) {
      any = true;
      yield sample;
    }
  } catch (error) {
    if (!any) throw error;
  }
}

/** The mean of all channels. */
export function toMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...rest] = channels;
  if (rest.length === 0) return first;
  const mono = new Float32Array(first.length);
  for (const samples of channels) for (let i = 0; i < mono.length; i++) mono[i]! += samples[i]! / channels.length;
  return mono;
}
