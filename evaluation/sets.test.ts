import { describe, expect, test } from 'vitest';
import { id, taxonomy } from '../src/testing/ledger';
import { describeSetProblem } from './item';
import { readSet } from './sets';

const labels = (rows: unknown[]) => [{ name: 'labels.json', text: JSON.stringify(rows, null, 1) }];
const rowsFile = (rows: unknown[]) => [
  { name: 'agentic.jsonl', text: rows.map((row) => JSON.stringify(row)).join('\n') },
];

/** Why a set is refused, as the person at the keyboard reads it; null where it is not. */
function refusal(files: { name: string; text: string }[]): string | null {
  const set = readSet(files, taxonomy);
  return set.ok ? null : describeSetProblem(set.problem);
}

const goldcrest = { id: 'goldcrest', scientific_name: 'Regulus regulus', photo: 'photos/goldcrest.jpg' };

const agentRow = {
  ...{ id: 'a-1', scenario: 'lookalike', difficulty: 'hard', modality: 'image_sound', query: 'Which bird is this?' },
  ...{ mnts: ['detect_bird', 'classify_sound'], freq_tier: 'rare', geo_band: 'tropical' },
  ...{ true_species_ebird: 'goldcr1', privileged_geo: { lat: 47.4, lon: 8.5, date: '2025-05-01' } },
  ...{ cf_geo: { lat: -33.9, lon: 151.2 }, image: 'i/1.jpg', audio: 'a/1.mp3' },
};

describe('a labels.json', () => {
  test('gives an item for the photo, one for the sound and one for both', () => {
    const set = readSet(labels([{ ...goldcrest, sound: 'sounds/goldcrest.mp3' }]), taxonomy);
    if (!set.ok) throw new Error(set.problem.message);
    expect(set.value.items.map(({ id: name, image, audio }) => [name, image, audio])).toEqual([
      ['goldcrest/image', 'photos/goldcrest.jpg', null],
      ['goldcrest/sound', null, 'sounds/goldcrest.mp3'],
      ['goldcrest/image_sound', 'photos/goldcrest.jpg', 'sounds/goldcrest.mp3'],
    ]);
    expect(set.value.items[0]).toMatchObject({ truth: id('Regulus regulus'), spot: null, tier: null });
    expect(set.value.items[2]?.needed).toContain('classify_sound');
  });

  test('may say that there is no bird, where something was taken, and by whom', () => {
    const row = {
      id: 'chair',
      scientific_name: null,
      photo: 'chair.jpg',
      place: { lat: 1, lon: 2, date: '2025-01-15' },
      source: 'a recordist',
    };
    const set = readSet(labels([row]), taxonomy);
    expect(set.ok && set.value.items[0]).toMatchObject({
      truth: null,
      source: 'a recordist',
      spot: { latitude: 1, longitude: 2 },
      day: '2025-01-15',
    });
  });

  test('wins over other files of the folder', () => {
    const set = readSet([...rowsFile([agentRow]), ...labels([goldcrest])], taxonomy);
    expect(set.ok && set.value.items.map(({ id: name }) => name)).toEqual(['goldcrest/image']);
  });

  test.each<[string, unknown[], RegExp]>([
    [
      'a name that is no bird',
      [goldcrest, { ...goldcrest, id: 'x', scientific_name: 'Homo sapiens' }],
      /^labels\.json, line 9, field "scientific_name": "Homo sapiens" is no species/,
    ],
    ['a genus for a species', [{ ...goldcrest, scientific_name: 'Regulus' }], /line 4, field "scientific_name"/],
    ['a number for a path', [{ ...goldcrest, photo: 7 }], /line 5, field "photo": .*received 7/i],
    [
      'neither photo nor sound',
      [{ id: 'x', scientific_name: 'Regulus regulus' }],
      /line 2, field "photo": a row needs/,
    ],
    ['the same id twice', [goldcrest, goldcrest], /line 8, field "id": "goldcrest\/image" is there twice/],
    ['a row without a name', [{ id: 'x', photo: 'x.jpg' }], /line 2, field "scientific_name": is missing/],
    ['an impossible latitude', [{ ...goldcrest, place: { lat: 95, lon: 0 } }], /line 6, field "place\.lat"/],
  ])('with %s is refused, with line and field', (_, rows, message) => {
    expect(refusal(labels(rows))).toMatch(message);
  });

  test('that is one object instead of a list says so', () => {
    const text = JSON.stringify({ items: [goldcrest] }, null, 1);
    expect(refusal([{ name: 'labels.json', text }])).toMatch(
      /^labels\.json, line 1: This is one object; a set is a list/,
    );
  });

  test('may begin with the mark that some editors write', () => {
    const [file] = labels([goldcrest]);
    expect(refusal([{ ...file!, text: `\uFEFF${file!.text}` }])).toBeNull();
  });

  test('that is cut off is refused at the line where it breaks', () => {
    expect(refusal([{ name: 'labels.json', text: '[\n {"id": "a",\n  "photo" 1}\n]' }])).toMatch(
      /^labels\.json, line 3: This is not JSON/,
    );
  });
});

describe("BirdAgent's rows", () => {
  test('are read with their tier, places and needed tools', () => {
    const set = readSet(rowsFile([agentRow]), taxonomy);
    expect(set.ok && set.value.items[0]).toEqual({
      ...{ id: 'a-1', modality: 'image_sound', truth: 'goldcr1', image: 'i/1.jpg', audio: 'a/1.mp3', tier: 'rare' },
      ...{ source: null, spot: { latitude: 47.4, longitude: 8.5 }, day: '2025-05-01' },
      ...{ farSpot: { latitude: -33.9, longitude: 151.2 }, needed: ['detect_bird', 'classify_sound'] },
    });
  });

  test('that ask for a tool that is not here are read, and the tool is named with its line', () => {
    const row = { ...agentRow, mnts: ['detect_bird', 'look_it_up'] };
    const set = readSet(rowsFile([agentRow, { ...row, id: 'a-2' }]), taxonomy);
    expect(set.ok && set.value.items).toHaveLength(2);
    expect(set.ok && set.value.notes.map(describeSetProblem)).toEqual([
      'agentic.jsonl, line 2, field "mnts": "look_it_up" is no tool here, so it counts as not called',
    ]);
  });

  test('of one modality leave the other file alone', () => {
    const set = readSet(rowsFile([{ ...agentRow, modality: 'sound' }]), taxonomy);
    expect(set.ok && set.value.items[0]).toMatchObject({ image: null, audio: 'a/1.mp3' });
  });

  test.each<[string, object, RegExp]>([
    ['an unknown modality', { modality: 'video' }, /line 2, field "modality"/],
    ['an unknown tier', { freq_tier: 'mythical' }, /line 2, field "freq_tier"/],
    ['an unknown code', { true_species_ebird: 'nosuch1' }, /line 2, field "true_species_ebird": "nosuch1"/],
    ['no recording where one is needed', { audio: null }, /line 2, field "audio": this modality needs a recording/],
    ['a wrong date', { privileged_geo: { lat: 1, lon: 2, date: 'May' } }, /line 2, field "privileged_geo\.date"/],
  ])('with %s are refused, with line and field', (_, change, message) => {
    expect(refusal(rowsFile([agentRow, { ...agentRow, id: 'a-2', ...change }]))).toMatch(message);
  });
});

test('a folder without any rows says what it needs', () => {
  expect(refusal([])).toMatch(/needs a labels\.json/);
});
