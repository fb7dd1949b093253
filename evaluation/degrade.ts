import { encodeWav } from '../src/media/sound/wav';
import { loudestPart, mixAt, pinkNoise } from './mix';
import { seeded } from '../training/random';

/** What can happen between the bird and the app: to a photo, and to a recording. */
const PHOTO_DAMAGES = ['blur', 'darken', 'shrink', 'jpeg', 'noise'] as const;
const SOUND_DAMAGES = ['hiss', 'speech', 'quieter', 'cut'] as const;
export const DAMAGES = [...PHOTO_DAMAGES, ...SOUND_DAMAGES] as const;
export type Damage = (typeof DAMAGES)[number];
type PhotoDamage = (typeof PHOTO_DAMAGES)[number];
type SoundDamage = (typeof SOUND_DAMAGES)[number];

/** `speech` is the recording that is mixed in where people are to talk over the birds. */
export function degrade(
  file: File,
  kind: Damage,
  strength: number,
  seed: string,
  speech: File | null = null,
): Promise<File> {
  return isSoundDamage(kind)
    ? degradeSound(file, kind, strength, seed, speech)
    : degradePhoto(file, kind, strength, seed);
}

export function isSoundDamage(kind: Damage): kind is SoundDamage {
  return (SOUND_DAMAGES as readonly Damage[]).includes(kind);
}

/**
 * Damages a photo in the page, so that the file takes the same way as any other. The strength is: for `blur` the
 * radius in thousandths of the longer side; for `darken` the stops of light taken away; for `shrink` the longer side in
 * pixels; for `jpeg` the quality 1-100; for `noise` the standard deviation in levels of 255.
 */
async function degradePhoto(file: File, kind: PhotoDamage, strength: number, seed: string): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  // What cannot be decoded is passed on as it is: the app says what is wrong with it.
  if (!bitmap) return file;
  const scale = kind === 'shrink' ? Math.min(1, strength / Math.max(bitmap.width, bitmap.height)) : 1;
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  if (kind === 'blur') context.filter = `blur(${(strength / 1000) * Math.max(canvas.width, canvas.height)}px)`;
  if (kind === 'darken') context.filter = `brightness(${2 ** -strength})`;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  if (kind === 'noise') addNoise(context, canvas, strength, seed);
  const GOOD = 0.95;
  const quality = kind === 'jpeg' ? strength / 100 : GOOD;
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality })], file.name, { type: 'image/jpeg' });
}

function addNoise(
  context: OffscreenCanvasRenderingContext2D,
  { width, height }: OffscreenCanvas,
  deviation: number,
  seed: string,
): void {
  const random = seeded(seed);
  const picture = context.getImageData(0, 0, width, height);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) {
      // The sum of twelve uniform numbers is close enough to a normal one, and needs no logarithm for each pixel.
      let sum = -6;
      for (let draw = 0; draw < 12; draw++) sum += random();
      data[at + channel] = data[at + channel]! + deviation * sum;
    }
  }
  context.putImageData(picture, 0, 0);
}

/**
 * A recording with pink noise (`hiss`) or somebody talking (`speech`) over all of it: the strength is the ratio of its own
 * power to what is added, in decibels. Or `quieter` by so many decibels, with the 16 bits of its file; or `cut` to so many
 * seconds around its loudest moment.
 */
async function degradeSound(
  file: File,
  kind: SoundDamage,
  strength: number,
  seed: string,
  speech: File | null,
): Promise<File> {
  const RATE = 48_000;
  const samples = await decode(file, RATE);
  if (!samples) return file;
  const worse = async (): Promise<Float32Array> => {
    if (kind === 'quieter') return samples.map((value) => value / 10 ** (strength / 20));
    if (kind === 'cut') return loudestPart(samples, Math.round(strength * RATE));
    const random = seeded(seed);
    const added = kind === 'hiss' ? pinkNoise(samples.length, random) : speech && (await decode(speech, RATE));
    if (!added) throw new Error('speech:X needs a recording of somebody talking');
    const start = kind === 'speech' ? Math.floor(random() * added.length) : 0;
    return mixAt(samples, added, start, strength);
  };
  return new File([encodeWav([await worse()], RATE)], `${file.name}.wav`, { type: 'audio/wav' });
}

/** All channels as one; null where it is no recording. */
async function decode(file: File, rate: number): Promise<Float32Array | null> {
  const bytes = await file.arrayBuffer();
  const audio = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes).catch(() => null);
  if (!audio) return null;
  const mono = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel++) {
    audio.getChannelData(channel).forEach((value, at) => (mono[at]! += value / audio.numberOfChannels));
  }
  return mono;
}
