/**
 * The table that `npm run identify -- --table FILE` writes as it goes: CSV, or Raven's selection table where the name ends in
 * .txt. A journal beside it says which files are done and how long the table was after each, so a run that was cut goes on
 * where it stopped and no file stands in the table twice.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { HeadlessReport } from '../src/headless/headless';
import { csvTable } from '../src/exports/csv.ts';
import { ravenTable } from '../src/exports/raven.ts';
import type { SelectedSound, Selection } from '../src/exports/selection';
import { UserError } from './run.ts';

/** One line of the journal: `bytes` is the table's length after this file, `seconds` that of its sound. */
interface Done {
  file: string;
  bytes: number;
  rows: number;
  seconds: number;
  problem?: string;
}

export type Settings = Record<string, unknown>;
type Report = Pick<HeadlessReport, 'verdict' | 'birds' | 'sounds'>;

export class IdentifyTable {
  readonly #table: string;
  readonly #journal: string;
  readonly #isRaven: boolean;
  readonly #done = new Map<string, Done>();
  #bytes = 0;
  #rows = 0;
  #seconds = 0;

  /** @param settings all that decides what a file gives; a table that was begun with others is refused */
  constructor(table: string, settings: Settings) {
    this.#table = table;
    this.#journal = `${table}.done.jsonl`;
    this.#isRaven = table.endsWith('.txt');
    if (existsSync(this.#journal) && existsSync(table)) this.#goOn(settings);
    else this.#begin(settings);
  }

  /** Files that an earlier run finished. One that could not be read is tried again. */
  isDone(file: string): boolean {
    const done = this.#done.get(file);
    return done !== undefined && done.problem === undefined;
  }

  add(file: string, report: Report): void {
    const [text, rows] = this.#rowsOf(file, report);
    appendFileSync(this.#table, text);
    this.#bytes += Buffer.byteLength(text);
    this.#rows += rows;
    const seconds = report.sounds.reduce((sum, sound) => sum + sound.seconds, 0);
    this.#seconds += seconds;
    this.#note({ file, bytes: this.#bytes, rows, seconds });
  }

  addProblem(file: string, problem: string): void {
    this.#note({ file, bytes: this.#bytes, rows: 0, seconds: 0, problem });
  }

  #note(done: Done): void {
    appendFileSync(this.#journal, `${JSON.stringify(done)}\n`);
    this.#done.set(done.file, done);
  }

  #begin(settings: Settings): void {
    if (existsSync(this.#table))
      throw new UserError(`${this.#table} is there already. Name another --table, or remove it.`);
    const [head = ''] = (this.#isRaven ? ravenTable([]) : csvTable([])).split(/(?<=\n)/);
    writeFileSync(this.#table, head);
    this.#bytes = Buffer.byteLength(head);
    writeFileSync(this.#journal, `${JSON.stringify({ settings, bytes: this.#bytes })}\n`);
  }

  #goOn(settings: Settings): void {
    const text = readFileSync(this.#journal, 'utf8');
    // A last line without its end was being written when the run was cut.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [first = '{}', ...lines] = whole.trimEnd().split('\n');
    const begun = JSON.parse(first) as { settings: Settings; bytes: number };
    const other = Object.keys(settings).find(
      (key) => JSON.stringify(begun.settings[key]) !== JSON.stringify(settings[key]),
    );
    if (other !== undefined)
      throw new UserError(
        `${this.#table} was begun with another ${other}. Name another --table, or remove both files.`,
      );
    this.#bytes = begun.bytes;
    for (const line of lines) {
      const done = JSON.parse(line) as Done;
      this.#done.set(done.file, done);
      this.#bytes = done.bytes;
      this.#rows += done.rows;
      this.#seconds += done.seconds;
    }
    if (whole !== text) truncateSync(this.#journal, Buffer.byteLength(whole));
    truncateSync(this.#table, this.#bytes);
  }

  #rowsOf(file: string, report: Report): [text: string, rows: number] {
    const sounds = report.sounds.map((sound) => this.#selected(file, report, sound));
    if (!this.#isRaven) {
      const all = sounds.some(({ selections }) => selections.length > 0) ? sounds : [this.#whole(file, report)];
      return withoutHead(csvTable(all));
    }
    // Raven reads a list of files as one long sound and numbers its selections: both go on from the files before.
    const before = { name: '', seconds: this.#seconds, topHz: 0, selections: [] };
    const [text, rows] = withoutHead(ravenTable([before, ...sounds]));
    return [text.replace(/^\d+/gm, (number) => String(Number(number) + this.#rows)), rows];
  }

  #selected(file: string, { birds }: Report, { sound, seconds, topHz }: Report['sounds'][number]): SelectedSound {
    const selections = birds.flatMap(({ scientificName, commonName, verdict, times }) =>
      times
        .filter((time) => time.sound === sound)
        .map(({ from, to, probability }): Selection => ({
          ...{ from, to, scientificName, commonName: commonName ?? '', probability },
          verdict: declared(verdict),
        })),
    );
    return { name: this.#isRaven ? basename(file) : file, seconds, topHz, selections };
  }

  /** A photo, or a recording without a bird, has one row: the times are empty where there are none. */
  #whole(file: string, { verdict, sounds }: Report): SelectedSound {
    const named = verdict.scientificName === null ? verdict.guess : verdict;
    const seconds = sounds.reduce((sum, sound) => sum + sound.seconds, 0);
    const row: Selection = {
      ...{ from: 0, to: seconds, probability: named?.probability ?? 0, verdict: declared(verdict) },
      ...{ scientificName: named?.scientificName ?? '', commonName: named?.commonName ?? '' },
    };
    return { name: file, seconds, topHz: 0, selections: [row] };
  }
}

function declared({ grain, scientificName }: Report['verdict']): string {
  if (scientificName === null || grain === 'abstain') return 'not enough evidence';
  return grain === 'species' ? 'species' : `${grain} ${scientificName}`;
}

function withoutHead(table: string): [text: string, rows: number] {
  const lines = table.split(/(?<=\n)/).slice(1);
  return [lines.join(''), lines.length];
}
