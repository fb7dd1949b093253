/**
 * `npm run bench:table -- [--set NAME] [--readme]`: writes what `npm run calibrate` and `npm run bench` left in bench/ into
 * docs/results/photos.md, between its marks; what has not been run keeps its table. With --readme also prints the table for the README.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { main, ROOT, UserError } from './run.mjs';

/** @typedef {import('../src/bench/tally').Tally} Tally */
/** @typedef {import('../src/bench/calibration-report').CalibrationResult} Calibration */
/** @typedef {{ all: Tally, outside: Tally }} Measured */

const PAGE = join(ROOT, 'docs/results/photos.md');
const PLACES = /** @type {const} */ ([
  ['own', 'a place from its range'],
  ['none', 'no place'],
  ['far', 'a wrong place'],
]);

/** @param {string} file @returns {unknown} */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
const bounded = (/** @type {Tally} */ { overclaim }) => `${overclaim.hits} (at most ${percent(overclaim.upper)})`;

/** @param {readonly { name: string, of: Measured }[]} rows */
function table(rows) {
  const heads = ['', 'items', 'solved', 'wrong species', 'right species', 'wrong genus or family'];
  const lines = rows.map(({ name, of: { all, outside } }) => {
    const { n, solve, precision, wrongCoarser } = all;
    const open = `${outside.grains.species} of ${outside.n}`;
    return [name, n, percent(solve.rate), bounded(all), precision.hits, wrongCoarser.hits, open].join(' | ');
  });
  const head = [...heads, 'a species for a bird outside the labels'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |`).join('\n');
}

/** @param {Calibration} calibration each half by the fit of the other */
const heldOut = ({ pooled }) => table(PLACES.map(([place, name]) => ({ name, of: pooled[place] })));

/**
 * The real app, all items.
 * @param {string} set
 * @param {string} pack
 */
function inTheApp(set, pack) {
  const rows = PLACES.flatMap(([place, name]) => {
    const report = /** @type {import('../src/bench/report').Report | null} */ (
      read(join(ROOT, 'bench', `${set}-${pack}-${place}`, 'report.json'))
    );
    const outside = report?.by.kind.find((part) => part.name === 'outside')?.tally;
    return report && outside ? [{ name, of: { all: report.overall, outside } }] : [];
  });
  return rows.length === PLACES.length ? table(rows) : null;
}

/**
 * @param {string} page
 * @param {string} name of the mark
 * @param {string} text
 */
function between(page, name, text) {
  const [begin, end] = [`<!-- ${name}: written by npm run bench:table -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  if (rest === undefined) throw new UserError(`docs/results/photos.md has no mark "${name}".`);
  const marks = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'];
  return `${before ?? ''}${begin}\n${marks[0] ?? ''}\n\n${text}\n\n${marks[1] ?? ''}\n${end}${rest.split(end)[1] ?? ''}`;
}

/** @param {{ starter: Calibration | null, kit: Calibration | null }} of */
function readme({ starter, kit }) {
  const columns = [
    ...(starter ? [{ name: 'starter pack, a place', of: starter.pooled.own, floor: starter.against.toolFloor }] : []),
    ...(kit
      ? PLACES.map(([place, name]) => ({ name: `public models, ${name}`, of: kit.pooled[place], floor: null }))
      : []),
  ];
  const row = (/** @type {string} */ name, /** @type {(column: typeof columns[number]) => string} */ cell) =>
    `| ${name} | ${columns.map(cell).join(' | ')} |`;
  return [
    row('', ({ name }) => name),
    row('---', () => '---'),
    row('right at the declared grain', ({ of }) => percent(of.all.solve.rate)),
    row(
      '**wrong species**, 95 % bound',
      ({ of: { all } }) => `${all.overclaim.hits} of ${all.n}, at most ${percent(all.overclaim.upper)}`,
    ),
    row('right species', ({ of }) => String(of.all.precision.hits)),
    row('a species for a bird outside the labels', ({ of }) => `${of.outside.grains.species} of ${of.outside.n}`),
  ].join('\n');
}

await main(() => {
  const { values } = parseArgs({
    options: { set: { type: 'string', default: 'media' }, readme: { type: 'boolean', default: false } },
  });
  const calibration = (/** @type {string} */ pack) =>
    /** @type {Calibration | null} */ (read(join(ROOT, 'bench', `calibrate-${pack}-image`, 'calibration.json')));
  const [kit, starter] = [calibration('kit'), calibration('starter')];
  const tables = [
    { name: 'public models, held out', text: kit && heldOut(kit) },
    { name: 'public models, in the app', text: inTheApp(values.set, 'kit') },
    { name: 'starter pack, held out', text: starter && heldOut(starter) },
  ];
  let page = readFileSync(PAGE, 'utf8');
  for (const { name, text } of tables) {
    process.stderr.write(`${name}: ${text ? 'written' : 'not run here, left as it is'}\n`);
    if (text) page = between(page, name, text);
  }
  writeFileSync(PAGE, page);
  if (values.readme) console.log(readme({ starter, kit }));
  return Promise.resolve(0);
});
