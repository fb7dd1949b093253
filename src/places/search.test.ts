import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../domain/slices';
import { TOWNS_BY_HAND } from './exonyms';
import { fold } from './fold';
import { Gazetteer } from './gazetteer';
import { searchPlaces } from './search';
import { slips } from './slips';

let gazetteer: Gazetteer;
beforeAll(() => {
  gazetteer = atOnce(Gazetteer.read(readFileSync('public/gazetteer/places.txt', 'utf8'), 'en'));
});
const first = (typed: string, language = 'en') => {
  const [place] = searchPlaces(gazetteer, typed, language);
  return place && [place.name, ...place.within].join(', ');
};

describe('a place is found', () => {
  test.each([
    ['Munich', 'Munich, Bavaria, Germany'],
    ['München', 'Munich, Bavaria, Germany'],
    ['Muenchen', 'Munich, Bavaria, Germany'],
    ['munchen', 'Munich, Bavaria, Germany'],
    ['Múnich', 'Munich, Bavaria, Germany'],
    ['Munique', 'Munich, Bavaria, Germany'],
    ['Vienna', 'Vienna, Austria'],
    ['Wien', 'Vienna, Austria'],
    ['Viena', 'Vienna, Austria'],
    ['Vienne', 'Vienna, Austria'],
    ['Seville', 'Seville, Andalusia, Spain'],
    ['Sevilla', 'Seville, Andalusia, Spain'],
    ['Sevilha', 'Seville, Andalusia, Spain'],
    ['Lisbon', 'Lisbon, Portugal'],
    ['Lisboa', 'Lisbon, Portugal'],
    ['Lissabon', 'Lisbon, Portugal'],
    ['Lisbonne', 'Lisbon, Portugal'],
    ['Köln', 'Cologne, North Rhine-Westphalia, Germany'],
    ['Cologne', 'Cologne, North Rhine-Westphalia, Germany'],
    ['Colonia', 'Cologne, North Rhine-Westphalia, Germany'],
    ['Genf', 'Geneva, Switzerland'],
    ['Ginebra', 'Geneva, Switzerland'],
    ['Londres', 'London, England, United Kingdom'],
    ['Nueva York', 'New York, New York, United States'],
    ['Florenz', 'Florence, Tuscany, Italy'],
    ['Mailand', 'Milan, Lombardy, Italy'],
    ['Peking', 'Beijing, China'],
    ['Prag', 'Prague, Czechia'],
  ])('%s', (typed, found) => {
    const [town] = searchPlaces(gazetteer, typed, 'en');
    expect([town?.name, town?.within.at(-1)]).toEqual([found.split(', ')[0], found.split(', ').at(-1)]);
  });

  test.each([
    ['Bayern', 'Bavaria'],
    ['Bavière', 'Bavaria'],
    ['Baviera', 'Bavaria'],
    ['Toskana', 'Tuscany'],
    ['Andalousie', 'Andalusia'],
    ['Kalifornien', 'California'],
    ['Californie', 'California'],
    ['Escocia', 'Scotland'],
    ['Deutschland', 'Germany'],
    ['Alemania', 'Germany'],
    ['Allemagne', 'Germany'],
    ['Alemanha', 'Germany'],
    ['Vereinigte Staaten', 'United States'],
    ['Norfolk, England', 'Norfolk'],
    ['Yolo County', 'Yolo County'],
    ['Norfolk', 'Norfolk'],
  ])('state or country %s', (typed, name) => {
    expect(searchPlaces(gazetteer, typed, 'en')[0]?.name).toBe(name);
  });

  test.each([
    ['Munihc', 'Munich'],
    ['Barcelna', 'Barcelona'],
    ['Edinburg', 'Edinburgh'],
    ['Gotenborg', 'Gothenburg'],
    ['Stokholm', 'Stockholm'],
    ['Amsterdm', 'Amsterdam'],
    ['Zurch', 'Zurich'],
    ['Melborne', 'Melbourne'],
    ['San Fransisco', 'San Francisco'],
  ])('%s, with a slip', (typed, name) => {
    expect(searchPlaces(gazetteer, typed, 'en').map((place) => place.name)).toContain(name);
    expect(searchPlaces(gazetteer, typed, 'en').findIndex((place) => place.name === name)).toBeLessThan(3);
  });

  test('by what it lies in, with a comma or without', () => {
    expect(first('Paris')).toMatch(/France$/);
    expect(first('Paris, Texas')).toMatch(/^Paris, .*Texas, United States$/);
    expect(first('paris texas')).toMatch(/^Paris, .*Texas, United States$/);
    expect(first('Frankfurt, Brandenburg')).toMatch(/Brandenburg, Germany$/);
    expect(first('Cambridge, Massachusetts')).toMatch(/Massachusetts, United States$/);
    expect(first('Córdoba, Argentinien')).toMatch(/Argentina$/);
  });

  test('while it is still being typed', () => {
    for (const typed of ['Reykj', 'Helsin', 'Cape To', 'Rio de Jan']) {
      expect(fold(first(typed)!.split(',')[0]!).startsWith(fold(typed))).toBe(true);
    }
  });
});

test('a town and what it lies in are called as the reader calls them', () => {
  expect(first('Múnich', 'es')).toBe('Múnich, Baviera, Alemania');
  expect(first('Munich', 'fr')).toBe('Munich, Bavière, Allemagne');
  expect(first('Munique', 'pt')).toBe('Munique, Baviera, Alemanha');
  expect(first('München', 'de')).toBe('München, Bayern, Deutschland');
});

test('the name that was typed stands beside the one that is shown', () => {
  expect(searchPlaces(gazetteer, 'munchen', 'en')[0]?.alias).toBe('München');
  expect(searchPlaces(gazetteer, 'Munich', 'en')[0]?.alias).toBeNull();
});

test('the names by hand are of towns in the table', () => {
  const shown = (typed: string, language: string) => searchPlaces(gazetteer, typed, language)[0]?.name;
  expect(shown('Florenz', 'de')).toBe('Florenz');
  expect(shown('Florence, Alabama', 'de')).toBe('Florence');
  expect(shown('Cologne', 'fr')).toBe('Cologne');
  expect(shown('Warsaw', 'pt')).toBe('Varsóvia');
  const known = new Set(
    gazetteer.rows.flatMap(({ kind }, row) => (kind === 'town' ? [gazetteer.nameOf(row, 'none')] : [])),
  );
  expect(TOWNS_BY_HAND.filter((town) => !known.has(town.slice(3)))).toEqual([]);
});

test('a city that is a state too is listed once', () => {
  const berlins = searchPlaces(gazetteer, 'Berlin', 'en').filter(
    ({ name, within }) => name === 'Berlin' && within.at(-1) === 'Germany',
  );
  expect(berlins).toHaveLength(1);
});

test('nothing is made up for what is no place', () => {
  expect(searchPlaces(gazetteer, 'xqzvwpt', 'en')).toEqual([]);
  expect(searchPlaces(gazetteer, ' , ', 'en')).toEqual([]);
});

test('a point has a town near it, and the open sea none', () => {
  const near = gazetteer.nearestTown(48.15, 11.55);
  expect(near === null ? null : gazetteer.nameOf(near, 'en')).toBe('Munich');
  expect(gazetteer.nearestTown(-40, -120)).toBeNull();
});

test('a table of another format is refused', () => {
  expect(() => atOnce(Gazetteer.read('goldcrest-gazetteer 2 en\n', 'en'))).toThrow('format 1');
});

test('slips are letters put in, left out, changed or swapped', () => {
  expect(slips('munich', 'munich', 2)).toBe(0);
  expect(slips('munihc', 'munich', 2)).toBe(1);
  expect(slips('munch', 'munich', 2)).toBe(1);
  expect(slips('monach', 'munich', 2)).toBe(2);
  expect(slips('monaco', 'munich', 2)).toBe(3);
});
