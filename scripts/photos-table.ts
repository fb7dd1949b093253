/**
 * `npm run bench:table`: copies the reports of `npm run bench` on the kit's photos (bench/media-PACK-PLACE) to
 * docs/results/photos.json and writes the tables of docs/results/photos.md and docs/how-good.md. What was not run keeps its figures.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isMain, main, ROOT, UserError } from './run.ts';
import type { Report } from '../evaluation/report';

export const PAGES = { 'docs/results/photos.md': table, 'docs/how-good.md': shortTable };
export const FIGURES = 'docs/results/photos.json';

const PACKS = [
  ['starter', 'starter pack'],
  ['kit', 'public models'],
] as const;
const PLACES = [
  ['own', 'a place from its range'],
  ['none', 'no place'],
  ['far', 'a wrong place'],
] as const;

/** What the tables say of one pack with one kind of place. */
export interface Figures {
  date: string;
  items: number;
  solved: number;
  right: number;
  wrong: number;
  /** One-sided 95 % bound of wrong species. */
  bound: number;
  coarser: number;
  outside: { species: number; items: number };
  first: { right: number; wrong: number };
  area: number;
  softmax: { area: number; low: number; high: number };
}
export type AllFigures = Record<string, Record<string, Figures>>;

export function figuresOf({ made, overall, by, baselines, riskCoverage }: Report): Figures {
  const outside = by.kind.find(({ name }) => name === 'outside')?.tally;
  const { area } = baselines.softmax.difference;
  return {
    date: made.at.slice(0, 10),
    items: overall.n,
    solved: overall.solve.rate,
    right: overall.precision.hits,
    wrong: overall.overclaim.hits,
    bound: overall.overclaim.upper,
    coarser: overall.wrongCoarser.hits,
    outside: { species: outside?.grains.species ?? 0, items: outside?.n ?? 0 },
    first: { right: baselines.toolFloor.solve, wrong: baselines.toolFloor.overclaim },
    area: riskCoverage.system.area,
    softmax: { area: riskCoverage.softmax.area, low: area.low, high: area.high },
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

type Column = [head: string, cell: (of: Figures) => string];

const SHORT: readonly Column[] = [
  ['right species', ({ right, items }) => `${String(right)} of ${String(items)}`],
  ['**wrong species** (95 % bound)', ({ wrong, bound }) => `**${String(wrong)}** (at most ${percent(bound)})`],
  ['right at the declared grain', ({ solved }) => percent(solved)],
  ['wrong genus or family', ({ coarser }) => String(coarser)],
];

const FULL: readonly Column[] = [
  ...SHORT,
  [
    'species named for birds without a label',
    ({ outside }) => `${String(outside.species)} of ${String(outside.items)}`,
  ],
  ['the first choice by itself: right, wrong', ({ first }) => `${percent(first.right)}, ${percent(first.wrong)}`],
  [
    'area under risk-coverage (softmax alone; difference)',
    ({ area, softmax: { area: alone, low, high } }) =>
      `${area.toFixed(3)} (${alone.toFixed(3)}; ${low.toFixed(3)} to ${high.toFixed(3)})`,
  ],
];

function shortTable(figures: AllFigures): string {
  return table(figures, SHORT);
}

export function table(figures: AllFigures, columns = FULL): string {
  const head = ['', ...columns.map(([name]) => name)];
  const rows = PACKS.flatMap(([pack, title]) =>
    PLACES.flatMap(([place, name]) => {
      const of = figures[pack]?.[place];
      return of ? [[`${title}, ${name}`, ...columns.map(([, cell]) => cell(of))]] : [];
    }),
  );
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The page with the table between its marks. */
export function withTable(page: string, written: string): string {
  const [begin, end] = [
    '<!-- verdicts on photos: written by npm run bench:table -->',
    '<!-- end of verdicts on photos -->',
  ];
  const [before, rest] = page.split(begin);
  if (before === undefined || rest === undefined) throw new UserError(`There is no mark "${begin}".`);
  const marks = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'] as const;
  return `${before}${begin}\n${marks[0]}\n\n${written}\n\n${marks[1]}\n${end}${rest.split(end)[1] ?? ''}`;
}

if (isMain(import.meta.url)) {
  await main(() => {
    const file = join(ROOT, FIGURES);
    const figures = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AllFigures) : {};
    for (const [pack] of PACKS) {
      for (const [place] of PLACES) {
        const report = join(ROOT, 'bench', `media-${pack}-${place}`, 'report.json');
        if (!existsSync(report)) {
          process.stderr.write(`${pack}, ${place}: not run here, its figures stay\n`);
          continue;
        }
        (figures[pack] ??= {})[place] = figuresOf(JSON.parse(readFileSync(report, 'utf8')) as Report);
      }
    }
    writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
    for (const [page, write] of Object.entries(PAGES)) {
      writeFileSync(join(ROOT, page), withTable(readFileSync(join(ROOT, page), 'utf8'), write(figures)));
    }
    return Promise.resolve(0);
  });
}
