import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ImageRefSchema, type ImageRef, type Photo } from '../domain/observation';
import { ImageBook } from './image-book';

const photo = (number: number): Photo => ({
  ref: `photo-${number}` as ImageRef,
  name: `bird-${number}.jpg`,
  width: 800 * number,
  height: 600,
  focus: null,
});

describe('the images of a run', () => {
  test('are its photos, with their sizes', () => {
    const book = new ImageBook([photo(1), photo(2)]);
    expect(book.size('photo-2' as ImageRef)).toEqual({ width: 1600, height: 600 });
    expect(book.size('photo-3' as ImageRef)).toBeUndefined();
  });

  test('grow by views, whose names tell where they come from and are never used twice', () => {
    const book = new ImageBook([photo(1)]);
    const crop = book.nextView('photo-1' as ImageRef, 'crop')!;
    book.add(crop, { width: 240, height: 240 });
    const zoom = book.nextView(crop, 'zoom')!;
    expect([crop, zoom]).toEqual(['photo-1.crop-1', 'photo-1.crop-1.zoom-2']);
    expect(v.is(ImageRefSchema, zoom)).toBe(true);
    expect(book.size(crop)).toEqual({ width: 240, height: 240 });
  });

  test('end at eight views', () => {
    const book = new ImageBook([photo(1)]);
    const names = Array.from({ length: 9 }, () => book.nextView('photo-1' as ImageRef, 'enhanced'));
    expect(names.slice(0, 8).every(Boolean)).toBe(true);
    expect(names[8]).toBeNull();
  });

  test('are listed with their sizes, for whoever named one that is not there', () => {
    const book = new ImageBook([photo(1)]);
    book.add('photo-1.crop-1' as ImageRef, { width: 240, height: 240 });
    expect(book.describe()).toBe('photo-1 (800 x 600), photo-1.crop-1 (240 x 240)');
    expect(new ImageBook([]).describe()).toMatch(/no photo/);
  });
});
