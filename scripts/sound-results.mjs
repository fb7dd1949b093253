/** Tells what `npm run bench:sound` measured, and keeps it: docs/results/sound.json, and sound.md written from it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';
import { wilson } from './statistics.mjs';

/**
 * @typedef {object} Speed medians of rounds in turns
 * @property {number} rounds
 * @property {number} threads of the browser's cores
 * @property {number} secondsASecond
 * @property {number} overBare
 * @property {{ threads: number, overOne: number, overThreads: number } | null} native
 */
/** @typedef {{ windows: number, seconds: number, early: number, late: number }} Hour memory in MB */
/** @typedef {{ right: number, wrong: number, coarser: number, coarserWrong: number }} Declared */
/**
 * @typedef {object} Accuracy
 * @property {string} set
 * @property {Record<'species' | 'genus' | 'family', number> | null} bars of the pack, by which the verdicts were given
 * @property {number} recordings
 * @property {number} known of them, whose species the labels hold
 * @property {number} firstAlone
 * @property {number} firstWithPlace
 * @property {number} firstOfRules
 * @property {Declared} without
 * @property {Declared} with
 */
/** @typedef {{ speed?: Speed, hour?: Hour, accuracy?: Accuracy }} Measured */
/** @typedef {Measured & { dates: Partial<Record<keyof Measured, string>> }} Kept */

const JSON_FILE = join(ROOT, 'docs/results/sound.json');
const TEXT_FILE = join(ROOT, 'docs/results/sound.md');
const BEGIN = '<!-- figures: written by npm run bench:sound -->';
const END = '<!-- end of figures -->';

/**
 * @param {string} pack
 * @param {Measured} measured
 * @param {boolean} record
 */
export function recordSound(pack, measured, record) {
  for (const [what, value, wanted] of rowsOf(measured)) console.log(`${what.padEnd(62)} ${value}  ${wanted}`);
  if (!record) return;
  const all = /** @type {Record<string, Kept>} */ (
    existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, 'utf8')) : {}
  );
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

/** @param {Record<string, Kept>} all */
function tables(all) {
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

/**
 * @param {number} hits
 * @param {number} n
 */
function share(hits, n) {
  const percent = (/** @type {number} */ part) => (100 * part).toFixed(1);
  const [low, high] = wilson(hits, n);
  return `${hits} of ${n} (${percent(hits / n)} %, ${percent(low)} to ${percent(high)})`;
}

/**
 * What was measured, its value, and what issue or aim asks of it.
 * @param {Measured} measured
 * @returns {[string, string, string][]}
 */
function rowsOf({ speed, hour, accuracy }) {
  /** @type {[string, string, string][]} */
  const rows = [];
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
  if (accuracy) {
    const { recordings, known, firstAlone, firstOfRules, firstWithPlace } = accuracy;
    const { bars } = accuracy;
    rows.push([
      'bars for species, genus, family',
      bars ? `${bars.species}, ${bars.genus}, ${bars.family}` : "the app's own",
      'those of the pack',
    ]);
    rows.push(['first place right, model alone', share(firstAlone, known), known >= 83 ? 'at least 50 of 83' : '']);
    rows.push(['first place right, rules, no place', share(firstOfRules, known), '']);
    rows.push([
      'first place right, rules, a place of its range',
      share(firstWithPlace, known),
      `${signed(firstWithPlace - firstOfRules)} by the place`,
    ]);
    for (const [which, { right, wrong, coarser, coarserWrong }] of /** @type {const} */ ([
      ['no place', accuracy.without],
      ['a place', accuracy.with],
    ])) {
      rows.push([`right species declared, ${which}`, share(right, recordings), '']);
      rows.push([`wrong species declared, ${which}`, share(wrong, recordings), 'at most 3 %']);
      rows.push([`genus or family declared right, wrong, ${which}`, `${coarser}, ${coarserWrong}`, '']);
    }
  }
  return rows;
}

/** @param {number} n */
function signed(n) {
  return n < 0 ? String(n) : `+${n}`;
}
