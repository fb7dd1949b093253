import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as bench from '../evaluation/index';
import { record, SETTINGS } from '../evaluation/testing';
import { resume } from './bench-run.ts';

const line = (name: string, changes = {}) => JSON.stringify(record(name, [], changes));

/** The folder of a run that was cut, and what is left of it when the same command comes again. */
function cutRun(text: string) {
  const out = mkdtempSync(join(tmpdir(), 'goldcrest-cut-'));
  writeFileSync(join(out, 'settings.json'), JSON.stringify(SETTINGS));
  writeFileSync(join(out, 'runs.jsonl'), text);
  const ids = resume(bench, out, SETTINGS).map(({ id }) => id);
  return { out, ids, left: readFileSync(join(out, 'runs.jsonl'), 'utf8') };
}

test('a run that was cut in the middle of a line loses that item, and the next line is a line of its own', () => {
  const { ids, left } = cutRun(`${line('a')}\n${line('b').slice(0, 60)}`);
  expect(ids).toEqual(['a']);
  const after = `${left}${line('b')}\n${line('c')}\n`;
  expect(bench.readRecords(after).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('what failed runs again: the file that was missing may be there by now', () => {
  const failed = { code: 'file_missing', message: 'There is no file b.jpg.' };
  const { ids, left } = cutRun(`${line('a')}\n${line('b', { failed, events: [] })}\n`);
  expect(ids).toEqual(['a']);
  expect(left).toBe(`${line('a')}\n`);
});

test('a run that spent its time runs again: on a busy machine it says nothing about the app', () => {
  const { events } = record('b', []);
  const late = events.map((event) => (event.type === 'verdict' ? { ...event, ending: 'time_spent' as const } : event));
  expect(cutRun(`${line('a')}\n${line('b', { events: late })}\n`).ids).toEqual(['a']);
});

test('what is whole stays as it is', () => {
  const text = `${line('a')}\n${line('b')}\n`;
  expect(cutRun(text)).toMatchObject({ ids: ['a', 'b'], left: text });
});

test('the folder of another run is refused, with what differs', () => {
  const { out } = cutRun('');
  expect(() => resume(bench, out, { ...SETTINGS, place: 'far' })).toThrow(/holds another run \(its place differs\)/);
});
