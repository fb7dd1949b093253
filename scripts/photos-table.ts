/**
 * `npm run bench:table -- [--set NAME]`: writes the tables of docs/results/photos.md and docs/how-good.md, between their marks: what
 * is held out from the pages that `npm run calibrate` wrote to docs/results, what the app itself gives from the reports of `npm run bench` in
 * bench/. What has not been run keeps its table.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isMain, main, ROOT, UserError } from './run.ts';
import type { Report } from '../evaluation/report';
import type { Tally } from '../evaluation/tally';

interface Row {
  items: string;
  solved: string;
  wrong: string;
  bound: string;
  right: string;
  coarser: string;
  outside: string;
}
interface HeldOut {
  own: Row;
  none: Row;
  far: Row;
  area: string;
  floor: { solved: string; wrong: string; area: string };
}

export const PHOTOS = 'docs/results/photos.md';
export const HOW_GOOD = 'docs/how-good.md';
const PLACES = [
  ['own', 'a place from its range', 'with a place'],
  ['none', 'no place', 'no place'],
  ['far', 'a wrong place', 'a wrong place'],
] as const;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** The cells of a table's row by how it begins. */
function cellsOf(page: string, name: string) {
  const line = page.split('\n').find((one) => one.startsWith(`| ${name} `));
  const cells = line?.split('|').slice(2, -1);
  if (!cells) throw new UserError(`The calibration has no row "${name}".`);
  return cells.map((cell) => cell.trim());
}

/** What a page of `npm run calibrate` says of items that no fit saw. */
export function heldOutOf(page: string): HeldOut {
  const row = (place: string) => {
    const [items = '', solved = '', wrong = '', right = '', coarser = '', , outside = ''] = cellsOf(
      page,
      `both halves, each by the fit of the other: ${place}`,
    );
    const [, count = '', bound = ''] = /^(\d+) \(.*at most (.*)\)$/.exec(wrong) ?? [];
    return { items, solved, wrong: count, bound, right, coarser, outside };
  };
  const [, , area = ''] = cellsOf(page, 'Goldcrest');
  const [solved = '', wrong = '', alone = ''] = cellsOf(page, 'tool floor');
  return {
    ...{ own: row('with a place'), none: row('no place'), far: row('a wrong place'), area },
    floor: { solved, wrong, area: alone },
  };
}

/** @param rows the first is the head */
function markdown(rows: readonly (readonly string[])[]) {
  const [head = [], ...rest] = rows;
  return [head, head.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function photosTable(rows: readonly { name: string; of: Row }[]) {
  const head = ['', 'items', 'solved', 'wrong species', 'right species', 'wrong genus or family'];
  return markdown([
    [...head, 'a species for a bird outside the labels'],
    ...rows.map(({ name, of }) => [
      ...[name, of.items, of.solved, `${of.wrong} (at most ${of.bound})`, of.right, of.coarser, of.outside],
    ]),
  ]);
}

const heldOutTable = (of: HeldOut) => photosTable(PLACES.map(([place, name]) => ({ name, of: of[place] })));

function readmeTable({ starter, kit }: { starter: HeldOut; kit: HeldOut }) {
  const columns = [
    ...[starter.own, starter.none].map((of, at) => ({ of, pack: at === 0 ? starter : null })),
    ...[kit.own, kit.none, kit.far].map((of, at) => ({ of, pack: at === 0 ? kit : null })),
  ];
  const row: (name: string, cell: (of: Row, pack: HeldOut | null) => string) => string[] = (name, cell) => [
    name,
    ...columns.map(({ of, pack }) => cell(of, pack)),
  ];
  return markdown([
    [
      ...['', 'starter pack, a place from its range', 'the same, no place'],
      ...['a 965-class public model, a place from its range', 'the same, no place', 'the same, a wrong place'],
    ],
    row('right at the declared grain', ({ solved }) => solved),
    row('**wrong species**, 95 % bound', ({ wrong, items, bound }) => `**${wrong} of ${items}**, at most ${bound}`),
    row('right species', ({ right }) => right),
    row('a species for a bird outside the labels', ({ outside }) => outside),
    row('classifier alone: right / wrong species', (_, pack) =>
      pack ? `${pack.floor.solved} / ${pack.floor.wrong}` : '',
    ),
    row('risk-coverage area (softmax alone), smaller is better', (_, pack) =>
      pack ? `${pack.area} (${pack.floor.area})` : '',
    ),
  ]);
}

/** The real app, all items. */
function inTheApp(set: string, pack: string) {
  const rows = PLACES.flatMap(([place, name]) => {
    const file = join(ROOT, 'bench', `${set}-${pack}-${place}`, 'report.json');
    if (!existsSync(file)) return [];
    const { overall, by } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const outside = by.kind.find((part) => part.name === 'outside')?.tally;
    return outside ? [{ name, of: rowOf(overall, outside) }] : [];
  });
  return rows.length === PLACES.length ? photosTable(rows) : null;
}

function rowOf({ n, solve, overclaim, precision, wrongCoarser }: Tally, outside: Tally): Row {
  return {
    ...{
      items: String(n),
      solved: percent(solve.rate),
      wrong: String(overclaim.hits),
      bound: percent(overclaim.upper),
    },
    ...{ right: String(precision.hits), coarser: String(wrongCoarser.hits) },
    outside: `${outside.grains.species} of ${outside.n}`,
  };
}

/** @param name of the mark */
function between(page: string, name: string, text: string) {
  const [begin, end] = [`<!-- ${name}: written by npm run bench:table -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  if (rest === undefined) throw new UserError(`There is no mark "${name}".`);
  const marks = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'];
  return `${before ?? ''}${begin}\n${marks[0] ?? ''}\n\n${text}\n\n${marks[1] ?? ''}\n${end}${rest.split(end)[1] ?? ''}`;
}

/** Both pages as the calibrations in docs/results make them. */
export function heldOutPages(read: (file: string) => string) {
  const of = (pack: string) => heldOutOf(read(`docs/results/calibration-${pack}-image.md`));
  const [kit, starter] = [of('kit'), of('starter')];
  const photos = between(read(PHOTOS), 'public models, held out', heldOutTable(kit));
  return {
    photos: between(photos, 'starter pack, held out', heldOutTable(starter)),
    readme: between(read(HOW_GOOD), 'verdicts on photos', readmeTable({ starter, kit })),
  };
}

if (isMain(import.meta.url)) {
  await main(() => {
    const { values } = parseArgs({ options: { set: { type: 'string', default: 'media' } } });
    const pages = heldOutPages((file) => readFileSync(join(ROOT, file), 'utf8'));
    const app = inTheApp(values.set, 'kit');
    process.stderr.write(`in the app: ${app ? 'written' : 'not run here, left as it is'}\n`);
    writeFileSync(join(ROOT, PHOTOS), app ? between(pages.photos, 'public models, in the app', app) : pages.photos);
    writeFileSync(join(ROOT, HOW_GOOD), pages.readme);
    return Promise.resolve(0);
  });
}
