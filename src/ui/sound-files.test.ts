import { expect, test } from 'vitest';
import { soundsIn } from './sound-files';

test('a folder gives its recordings in the order of their numbers, without hidden files', async () => {
  const names = ['rec10.wav', 'rec2.wav', 'list.txt', '._rec2.wav'];
  const sounds = await soundsIn(names.map((name) => new File([], name)));
  expect(sounds.map(({ name }) => name)).toEqual(['rec2.wav', 'rec10.wav']);
});
