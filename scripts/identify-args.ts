/** Reads the arguments of `npm run identify`. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { fromHere, ROOT } from './run.ts';
import type { Observation } from '../src/domain/observation';

type GivenAnswer = NonNullable<Observation['answers']>[number];

export const USAGE = `npm run identify -- [options] FILE|DIR...

Names the bird in photos and recordings. Several files are one observation: photos and recordings of one bird. A recording
may hold several birds; each gets its times and a verdict of its own. In a folder, every photo and recording, also in folders
below it, is an observation of its own.

  --place LAT,LON     where it was seen, in degrees: 47.37,8.54
  --date YYYY-MM-DD   when it was seen
  --note TEXT         what the observer noticed: "small, tail bobbing, by a stream"
  --answer QUESTION=ANSWER
                      what the observer says about the bird, once per question:
                      size=sparrow|thrush|pigeon|crow|goose,
                      doing=water|walking|perched|climbing|air, where=woodland|open|wetland|coast|town
  --policy NAME       what decides the next step: blueprint, tiny-webllm, tiny-wasm, or a large one that is installed
  --pack NAME|DIR     the models: a pack of the app by name, or any pack's folder (starter)
  --list FILE         also reads file names from FILE, one per line
  --each              every file is an observation of its own, as in a folder
  --table FILE        writes a row for each bird into FILE as it goes: CSV, or Raven's selection table if it ends in .txt.
                      The same command continues an interrupted run
  --verbose           every step, not only the answer
  --json              one JSON object per observation, one per line, and nothing else

Exit code: 0 for any verdict, 2 for wrong usage, 3 if a file could not be read.`;

/** Wrong usage; the message says what is wrong. */
export class UsageError extends Error {}

export interface Arguments {
  files: string[];
  place: { latitude: number; longitude: number } | null;
  day: string | null;
  note: string | null;
  answers: GivenAnswer[];
  policy: string;
  pack: { name: string; folder: string | null };
  each: boolean;
  list: string | null;
  table: string | null;
  verbose: boolean;
  json: boolean;
  help: boolean;
}

const OWN_PACKS = join(ROOT, 'public/packs');

/** The latest date anywhere on earth: a photo taken this morning in Fiji is not from the future. */
function latestDay() {
  return new Date(Date.now() + 14 * 3600 * 1000).toISOString().slice(0, 10);
}

export function readArguments(args: string[], { packs = OWN_PACKS, today = latestDay() } = {}): Arguments {
  const { values, positionals } = parse(args);
  if (positionals.length === 0 && values.list === undefined && values.help !== true)
    throw new UsageError('Name at least one file or folder.');
  return {
    files: positionals,
    place: values.place === undefined ? null : readPlace(values.place),
    day: values.date === undefined ? null : readDay(values.date, today),
    note: values.note ?? null,
    answers: (values.answer ?? []).map(readAnswer),
    policy: values.policy ?? 'blueprint',
    pack: readPack(values.pack ?? 'starter', packs),
    each: values.each === true,
    list: values.list ?? null,
    table: values.table ?? null,
    verbose: values.verbose === true,
    json: values.json === true,
    help: values.help === true,
  };
}

function parse(args: string[]) {
  return parseOptions({
    args,
    allowPositionals: true,
    options: {
      place: { type: 'string' },
      date: { type: 'string' },
      note: { type: 'string' },
      answer: { type: 'string', multiple: true },
      policy: { type: 'string' },
      pack: { type: 'string' },
      each: { type: 'boolean' },
      list: { type: 'string' },
      table: { type: 'string' },
      verbose: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** `parseArgs`, whose complaints become wrong usage. */
export function parseOptions<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function readPlace(text: string) {
  const match = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (!match)
    throw new UsageError(`--place is "${text}"; write latitude and longitude in degrees, such as 47.37,8.54.`);
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  if (Math.abs(latitude) > 90) throw new UsageError(`The latitude ${latitude} is outside -90 to 90.`);
  if (Math.abs(longitude) > 180) throw new UsageError(`The longitude ${longitude} is outside -180 to 180.`);
  return { latitude, longitude };
}

/** The same as the app's; this program loads nothing of the app before it knows what it is to do. */
export const ANSWERS = {
  size: ['sparrow', 'thrush', 'pigeon', 'crow', 'goose'],
  doing: ['water', 'walking', 'perched', 'climbing', 'air'],
  where: ['woodland', 'open', 'wetland', 'coast', 'town'],
} as const;

export function readAnswer(text: string): GivenAnswer {
  const [question = '', said = ''] = text.split('=');
  const known = Object.entries(ANSWERS).find(([name]) => name === question)?.[1] as readonly string[] | undefined;
  if (!known) throw new UsageError(`--answer is "${text}"; write size=, doing= or where= and an answer.`);
  if (!known.includes(said)) throw new UsageError(`--answer ${question} is "${said}"; there is ${known.join(', ')}.`);
  return { question, said, from: 'given' } as GivenAnswer;
}

export function readDay(text: string, today = latestDay()) {
  const date = new Date(`${text}T00:00:00Z`);
  const real = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (!real) throw new UsageError(`--date is "${text}"; write a day such as 2026-05-17.`);
  if (text > today) throw new UsageError(`The date ${text} is in the future.`);
  return text;
}

/** A pack of the app by its name, or any pack by its folder. */
export function readPack(text: string, packs = OWN_PACKS) {
  if (existsSync(join(packs, text, 'manifest.json')) && /^[a-z0-9-]+$/.test(text)) return { name: text, folder: null };
  const folder = fromHere(text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no pack "${text}": neither one of the app nor a folder.`);
  }
  if (!existsSync(join(folder, 'manifest.json'))) throw new UsageError(`There is no manifest.json in ${text}.`);
  const name = basename(folder).toLowerCase();
  return { name: /^[a-z0-9-]+$/.test(name) ? name : 'given', folder };
}
