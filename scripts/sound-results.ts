/** Tells what `npm run bench:sound` measured, and keeps it: docs/results/sound.json, and sound.md written from it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

/** Medians of rounds in turns */
export interface Speed {
  rounds: number;
  /** of the browser's cores */
  threads: number;
  secondsASecond: number;
  overBare: number;
  native: { threads: number; overOne: number; overThreads: number } | null;
}
/** Memory in MB */
export interface Hour {
  windows: number;
  seconds: number;
  early: number;
  late: number;
}
export interface Measured {
  speed?: Speed;
  hour?: Hour;
}
type Kept = Measured & { dates: Partial<Record<keyof Measured, string>> };

const JSON_FILE = join(ROOT, 'docs/results/sound.json');
const TEXT_FILE = join(ROOT, 'docs/results/sound.md');
const BEGIN = '<!-- figures: written by npm run bench:sound -->';
const END = '<!-- end of figures -->';

export function recordSound(pack: string, measured: Measured, record: boolean) {
  for (const [what, value, wanted] of rowsOf(measured)) console.log(`${what.padEnd(62)} ${value}  ${wanted}`);
  if (!record) return;
  const all = (existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {}) as Record<string, Kept>;
  const today = new Date().toISOString().slice(0, 10);
  const dates = Object.fromEntries(Object.keys(measured).map((piece) => [piece, today]));
  all[pack] = { ...all[pack], ...measured, dates: { ...all[pack]?.dates, ...dates } };
  writeFileSync(JSON_FILE, `${JSON.stringify(all, null, 2)}\n`);
  const [before = '', rest = ''] = readFileSync(TEXT_FILE, 'utf8').split(BEGIN);
  const after = rest.split(END)[1] ?? '';
  writeFileSync(
    TEXT_FILE,
    `${before}${BEGIN}\n<!-- prettier-ignore-start -->\n\n${tables(all)}\n<!-- prettier-ignore-end -->\n${END}${after}`,
  );
}

function tables(all: Record<string, Kept>) {
  return Object.entries(all)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([pack, kept]) => {
      const rows = rowsOf(kept).map(([what, value, wanted]) => `| ${what} | ${value} | ${wanted} |`);
      const dates = [...new Set(Object.values(kept.dates))].sort().join(', ');
      return [
        `### ${pack}`,
        '',
        `Measured ${dates}.`,
        '',
        '| figure | value | asked |',
        '| --- | --- | --- |',
        ...rows,
        '',
      ].join('\n');
    })
    .join('\n');
}

/** What was measured, its value, and what is asked of it. */
function rowsOf({ speed, hour }: Measured): [string, string, string][] {
  const rows: [string, string, string][] = [];
  if (speed) {
    const cores = speed.threads === 1 ? 'one thread' : `${speed.threads} threads`;
    rows.push(['seconds of sound a second', `${speed.secondsASecond.toFixed(1)} (${cores})`, '']);
    rows.push(['ours over a bare loop of onnxruntime-web', speed.overBare.toFixed(3), 'at least 0.95']);
    if (speed.native) {
      const { threads, overOne, overThreads } = speed.native;
      rows.push(['ours over native onnxruntime, one thread', overOne.toFixed(3), '']);
      rows.push([`ours over native onnxruntime, ${threads} threads`, overThreads.toFixed(3), 'aim 0.4']);
    }
  }
  if (hour) {
    const { windows, seconds, early, late } = hour;
    rows.push(['an hour of sound', `${windows} windows in ${seconds.toFixed(0)} s`, '']);
    rows.push([
      'memory at its end over that after five minutes',
      `${(late / early).toFixed(3)} (${early.toFixed(0)} to ${late.toFixed(0)} MB)`,
      'at most 1.10',
    ]);
  }
  return rows;
}
