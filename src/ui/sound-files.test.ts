import { expect, test } from 'vitest';
import { isSound, soundsIn } from './sound-files';

test.each([
  ['dawn.wav', 'audio/wav', true],
  ['DAWN.WAV', '', true],
  ['dawn.flac', '', true],
  ['film.mp4', 'video/mp4', true],
  ['robin.jpg', 'image/jpeg', false],
  ['robin.heic', '', false],
  ['notes.txt', 'text/plain', false],
])('%s of type "%s": %s', (name, type, expected) => {
  expect(isSound({ name, type })).toBe(expected);
});

test('a folder gives its recordings in the order of their numbers, without hidden files', () => {
  const names = ['rec10.wav', 'rec2.wav', 'list.txt', '._rec2.wav'];
  expect(soundsIn(names.map((name) => new File([], name))).map(({ name }) => name)).toEqual(['rec2.wav', 'rec10.wav']);
});
