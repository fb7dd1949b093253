import { refuse, type SoundResult, type SoundWarning } from './problems';

type Encoding = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64';

/** Where the samples of a WAV file are and how they are written. */
export interface WavLayout {
  sampleRate: number;
  channels: number;
  encoding: Encoding;
  /** Byte of the first sample. */
  start: number;
  /** Moments in time; each has a sample for every channel. */
  frames: number;
  warnings: SoundWarning[];
}

const BYTES: Record<Encoding, number> = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 };

/** No recorder works outside these; a header that says so is wrong. The upper end leaves room for bat detectors. */
const SLOWEST = 4000;
const FASTEST = 768_000;

/** Sizes that writers leave when they do not know the end: the file's own end counts then. */
const UNKNOWN_SIZES = [0, 0xffffffff];

export function frameBytes({ channels, encoding }: Pick<WavLayout, 'channels' | 'encoding'>): number {
  return channels * BYTES[encoding];
}

/** Bytes of the plainest `fmt ` chunk; one that is shorter was cut off. */
const SHORTEST_FORMAT = 16;

/** Null where this is no WAV file, or one whose samples are coded in a way that is left to the browser. */
export async function readWavLayout(blob: Blob): Promise<SoundResult<WavLayout> | null> {
  const head = await view(blob, 0, 12);
  if (head.byteLength < 12 || !['RIFF', 'RF64'].includes(tag(head, 0)) || tag(head, 8) !== 'WAVE') return null;
  let format: DataView | null = null;
  let longSize: number | null = null;
  for (let at = 12; at + 8 <= blob.size;) {
    const chunk = await view(blob, at, 8);
    const name = tag(chunk, 0);
    const size = chunk.getUint32(4, true);
    if (name === 'data')
      return format ? layoutOf(format, at + 8, longSize ?? size, blob.size) : refuse('damaged_audio');
    if (name === 'fmt ') format = await view(blob, at + 8, Math.min(size, 40));
    // A file over 4 GiB keeps the size of its data in a chunk of its own.
    if (name === 'ds64') longSize = Number((await view(blob, at + 16, 8)).getBigUint64(0, true));
    at += 8 + size + (size % 2);
  }
  return refuse(format && format.byteLength >= SHORTEST_FORMAT ? 'no_sound' : 'damaged_audio');
}

function layoutOf(format: DataView, start: number, size: number, fileSize: number): SoundResult<WavLayout> | null {
  if (format.byteLength < SHORTEST_FORMAT) return refuse('damaged_audio');
  const EXTENSIBLE = 0xfffe;
  const named = format.getUint16(0, true);
  const code = named === EXTENSIBLE && format.byteLength >= 26 ? format.getUint16(24, true) : named;
  const channels = format.getUint16(2, true);
  const sampleRate = format.getUint32(4, true);
  const bits = format.getUint16(14, true);
  const encoding = encodingOf(code, bits);
  if (!encoding) return null;
  if (channels === 0 || channels > 32) return refuse('wrong_header', `(It says ${channels} channels.)`);
  if (sampleRate < SLOWEST || sampleRate > FASTEST) {
    return refuse('wrong_header', `(It says ${sampleRate.toLocaleString('en')} samples a second.)`);
  }
  const width = channels * BYTES[encoding];
  const there = Math.max(0, fileSize - start);
  const promised = UNKNOWN_SIZES.includes(size) ? there : size;
  const frames = Math.floor(Math.min(promised, there) / width);
  if (frames === 0) return refuse('no_sound');
  const warnings: SoundWarning[] = [];
  if (promised > there) warnings.push('cut_short');
  if (format.getUint32(8, true) !== sampleRate * width) warnings.push('header_contradicts_itself');
  return { ok: true, value: { sampleRate, channels, encoding, start, frames, warnings } };
}

function encodingOf(code: number, bits: number): Encoding | null {
  const integers: Record<number, Encoding> = { 8: 'u8', 16: 's16', 24: 's24', 32: 's32' };
  const floats: Record<number, Encoding> = { 32: 'f32', 64: 'f64' };
  return (code === 1 ? integers[bits] : code === 3 ? floats[bits] : undefined) ?? null;
}

/** Interleaved bytes to one array a channel, -1 to 1. */
export function decodePcm(data: DataView, { channels, encoding }: WavLayout): Float32Array[] {
  const width = BYTES[encoding];
  const frames = Math.floor(data.byteLength / (width * channels));
  const read = READERS[encoding];
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    if (encoding === 's16') return decode16(data, samples, channel, channels);
    for (let i = 0, at = channel * width; i < frames; i++, at += width * channels) samples[i] = read(data, at);
    return samples;
  });
}

/** The usual kind in a loop of its own: a call for each sample takes longer than all else that is done to it. */
function decode16(data: DataView, samples: Float32Array<ArrayBuffer>, channel: number, channels: number) {
  const scale = 1 / 32_768;
  for (let i = 0, at = channel * 2; i < samples.length; i++, at += channels * 2) {
    samples[i] = data.getInt16(at, true) * scale;
  }
  return samples;
}

/** A broken float sample must not become a broken recording: what is no number is silence. */
const finite = (value: number): number => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0);

const READERS: Record<Encoding, (data: DataView, at: number) => number> = {
  u8: (data, at) => (data.getUint8(at) - 128) / 128,
  s16: (data, at) => data.getInt16(at, true) / 32_768,
  s24: (data, at) => ((data.getInt8(at + 2) << 16) | data.getUint16(at, true)) / 8_388_608,
  s32: (data, at) => data.getInt32(at, true) / 2_147_483_648,
  f32: (data, at) => finite(data.getFloat32(at, true)),
  f64: (data, at) => finite(data.getFloat64(at, true)),
};

/** The header of a 16-bit WAV file. Without `frames` the size is left open, for a recording that is still going on. */
export function wavHeader(sampleRate: number, channels: number, frames: number | null): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(44));
  const size = frames === null ? 0xffffffff : frames * channels * 2;
  const write = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) header.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  header.setUint32(4, frames === null ? 0xffffffff : 36 + size, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, sampleRate, true);
  header.setUint32(28, sampleRate * channels * 2, true);
  header.setUint16(32, channels * 2, true);
  header.setUint16(34, 16, true);
  write(36, 'data');
  header.setUint32(40, size, true);
  return new Uint8Array(header.buffer);
}

/** Samples of all channels as interleaved 16-bit numbers. */
export function encodePcm16(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const data = new DataView(new ArrayBuffer(frames * channels.length * 2));
  for (let i = 0, at = 0; i < frames; i++) {
    for (const samples of channels) {
      const sample = Math.max(-1, Math.min(1, samples[i]!));
      data.setInt16(at, Math.round(sample < 0 ? sample * 32_768 : sample * 32_767), true);
      at += 2;
    }
  }
  return new Uint8Array(data.buffer);
}

/** A whole recording as a 16-bit WAV file. */
export function encodeWav(channels: readonly Float32Array[], sampleRate: number): Blob {
  const frames = channels[0]?.length ?? 0;
  return new Blob([wavHeader(sampleRate, channels.length, frames), encodePcm16(channels)], { type: 'audio/wav' });
}

async function view(blob: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await blob.slice(from, from + length).arrayBuffer());
}

function tag(data: DataView, at: number): string {
  return String.fromCharCode(data.getUint8(at), data.getUint8(at + 1), data.getUint8(at + 2), data.getUint8(at + 3));
}
