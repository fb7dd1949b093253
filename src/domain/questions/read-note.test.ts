import { describe, expect, it } from 'vitest';
import { readNote } from './read-note';

const read = (note: string, language = 'en') =>
  Object.fromEntries(readNote(note, language).map(({ question, answer }) => [question, answer]));

describe('a note in the observer’s words', () => {
  it.each([
    ['en', 'Small, bobbing its tail, by a stream.', { size: 'sparrow', where: 'wetland' }],
    ['en', 'Crow-sized, soaring over the fields', { size: 'crow', doing: 'air', where: 'open' }],
    ['de', 'Klein, wippte mit dem Schwanz, am Bach', { size: 'sparrow', where: 'wetland' }],
    ['de', 'Amselgroß, saß im Garten auf dem Zaun', { size: 'thrush', doing: 'perched', where: 'town' }],
    ['es', 'Muy grande, nadando en el lago', { size: 'goose', doing: 'water', where: 'wetland' }],
    ['fr', 'De la taille d’un merle, perché en forêt', { size: 'thrush', doing: 'perched', where: 'woodland' }],
    ['pt', 'Pequeno, voando sobre a praia', { size: 'sparrow', doing: 'air', where: 'coast' }],
  ])('%s: %s', (language, note, wanted) => {
    expect(read(note, language)).toEqual(wanted);
  });

  it('is not understood where it says two things at once', () => {
    expect(read('small at first, then it looked huge')).toEqual({});
  });

  it('is not understood where it denies one', () => {
    expect(read('not at all small, never on the water')).toEqual({});
  });

  it('is read by whole words, the longest phrase first', () => {
    expect(read('smallish, a townhouse')).toEqual({});
    expect(read('very large')).toEqual({ size: 'goose' });
  });

  it('says nothing in a language that it is not written in', () => {
    expect(read('klein, am Bach', 'fr')).toEqual({});
  });
});
