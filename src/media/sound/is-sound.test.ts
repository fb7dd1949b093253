import { expect, test } from 'vitest';
import { isSound } from './is-sound';

test.each([
  ['dawn.wav', 'audio/wav', '', true],
  ['DAWN.WAV', '', '', true],
  ['dawn.flac', '', '', true],
  ['film.mp4', 'video/mp4', '', true],
  ['robin.jpg', 'image/jpeg', '', false],
  ['robin.heic', '', '', false],
  ['notes.txt', 'text/plain', '', false],
  ['song.jpg', 'image/jpeg', 'ID3\x03', true],
  ['song.bin', '', 'RIFF....WAVE', true],
  ['robin.mp3', 'audio/mpeg', '\x89PNG\r\n', false],
  ['robin.wav', 'audio/wav', 'RIFF....WEBP', false],
])('%s of type "%s" that begins with %j: %s', async (name, type, start, expected) => {
  const bytes = Uint8Array.from(start, (letter) => letter.charCodeAt(0));
  expect(await isSound(new File([bytes], name, { type }))).toBe(expected);
});
