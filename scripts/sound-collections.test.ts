import { describe, expect, test } from 'vitest';
import { COLLECTIONS, readTable } from './sound-collections.ts';

const recordingsOf = (repository: string, files: string[], tables: Record<string, string> = {}) =>
  COLLECTIONS.find((one) => one.repository === repository)!.recordings(files, (path) => tables[path]!);

describe('a table', () => {
  test('is read with commas, quotes and line breaks inside its cells', () => {
    expect(readTable('name,about\nRook,"black, says ""kaah""\nall day"\nKnot,\n')).toEqual([
      { name: 'Rook', about: 'black, says "kaah"\nall day' },
      { name: 'Knot', about: '' },
    ]);
  });
});

describe('a collection', () => {
  test('knows the recordist and the place of a recording where its table says them', () => {
    const table = 'file_id,genus,species,who_provided_recording,latitude,longitute\n7,Turdus,iliacus,Niels,65.1,24.6\n';
    const [found] = recordingsOf('dreddyyerram/birdclassification', ['songs/xc7.flac'], {
      'birdsong_metadata.csv': table,
    });
    expect(found).toEqual({
      ...{ path: 'songs/xc7.flac', species: 'Turdus iliacus', xenoCanto: '7', recordist: 'Niels' },
      place: { lat: 65.1, lon: 24.6 },
    });
  });

  test('keeps the tracks of one album on one side', () => {
    const files = ['audio/01 Pied-billed grebe.mp3', 'audio/38a Carolina Chickadee.mp3', 'audio/Canada Goose.mp3'];
    const found = recordingsOf('BradleyCodeU/birdgame', files);
    expect(found.map(({ species }) => species)).toEqual(['Pied-billed grebe', 'Carolina Chickadee', 'Canada Goose']);
    expect(new Set(found.map(({ recordist }) => recordist)).size).toBe(2);
  });

  test('without birds leaves out the kinds that are birds', () => {
    const table = 'filename,category,src_file\na.wav,rooster,1\nb.wav,dog,2\n';
    expect(recordingsOf('karolpiczak/ESC-50', [], { 'meta/esc50.csv': table })).toMatchObject([
      { path: 'audio/b.wav', species: null, recordist: 'Freesound 2' },
    ]);
  });
});
