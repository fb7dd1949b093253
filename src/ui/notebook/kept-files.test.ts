import { expect, test } from 'vitest';
import type { KeptMedia } from '../../domain/notebook/kept';
import type { ImageRef, SoundRef } from '../../domain/observation';
import { fileOf } from './kept-files';

const medium = (ref: string, name: string): KeptMedia => ({
  ref: ref as ImageRef,
  sha256: 'a'.repeat(64),
  name,
  type: '',
  bytes: 1,
  original: true,
});
const kept = { run: 'first', media: [medium('photo-4', 'one'), medium('sound-1', 'song'), medium('photo-7', 'two')] };
const photos = ['photo-12', 'photo-13'] as ImageRef[];

test('the run that was kept names its files itself', () => {
  expect(fileOf(kept, { run: 'first', refs: [] }, 'photo-7' as ImageRef)?.name).toBe('two');
  expect(fileOf(kept, { run: 'first', refs: [] }, 'photo-9' as ImageRef)).toBeNull();
});

test('a later run has the same files in the same order, photos and sounds apart', () => {
  expect(fileOf(kept, { run: 'later', refs: photos }, 'photo-13' as ImageRef)?.name).toBe('two');
  const sounds = ['sound-9'] as SoundRef[];
  expect(fileOf(kept, { run: 'later', refs: sounds }, 'sound-9' as SoundRef)?.name).toBe('song');
  expect(fileOf(kept, { run: 'later', refs: photos }, 'photo-99' as ImageRef)).toBeNull();
});
