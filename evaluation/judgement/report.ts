import { NAMING_GRAINS, type NamingGrain } from '../../src/domain/grain';
import { SHAPES, type Sense } from '../../src/domain/judgement/shapes';
import type { TermId } from '../../src/domain/judgement/term';
import type { Weights } from '../../src/domain/judgement/weighing';
import { upperBound } from '../../src/domain/binomial';
import { declaredGrain, type HeldOut, type JudgementFit } from './fit';

type Where = 'placed' | 'unplaced' | 'astray';

/** The outcome of the held-out cases of one kind, each item counted once. */
export interface HeldTally {
  where: Where;
  items: number;
  declared: Record<NamingGrain, { right: number; wrong: number }>;
  /** Of species: the mean distance between stated probability and share right, in ten bins. */
  calibrationError: number;
}

const WHERE: Record<Where, string> = {
  placed: 'a place (one in twenty wrong)',
  unplaced: 'no place',
  astray: 'every place wrong',
};

/** The outcome of cases whose labels can be trusted, by weights that their group had no part in. */
export function tallyHeld({ weights, held }: JudgementFit): HeldTally[] {
  return (['placed', 'unplaced', 'astray'] as const).flatMap((where) => {
    const of = held.filter((one) => one.of.counts && belongs(one, where));
    if (of.length === 0) return [];
    const bars = where === 'unplaced' ? weights.unplaced.bars : weights.placed.bars;
    const share = (one: HeldOut): number => (where === 'astray' ? (one.of.weight ?? 1) : one.of.share);
    const declared = Object.fromEntries(
      NAMING_GRAINS.map((grain) => {
        const named = of.filter((one) => declaredGrain(one, bars) === grain);
        const sum = (right: boolean): number =>
          named.reduce((total, one) => total + (one.rungs[grain]!.right === right ? share(one) : 0), 0);
        return [grain, { right: sum(true), wrong: sum(false) }];
      }),
    ) as HeldTally['declared'];
    return [
      { where, items: of.reduce((sum, one) => sum + share(one), 0), declared, calibrationError: errorOf(of, share) },
    ];
  });
}

function belongs({ of }: HeldOut, where: Where): boolean {
  if (where === 'unplaced') return !of.placed;
  return of.placed && (where === 'astray' ? of.astray : of.share > 0);
}

function errorOf(held: readonly HeldOut[], share: (one: HeldOut) => number): number {
  const BINS = 10;
  const bins = Array.from({ length: BINS }, () => ({ said: 0, came: 0, n: 0 }));
  for (const one of held) {
    const rung = one.rungs.species;
    if (!rung) continue;
    const bin = bins[Math.min(BINS - 1, Math.floor(rung.probability * BINS))]!;
    bin.said += rung.probability * share(one);
    bin.came += (rung.right ? 1 : 0) * share(one);
    bin.n += share(one);
  }
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  return all === 0 ? 0 : bins.reduce((sum, { said, came }) => sum + Math.abs(said - came), 0) / all;
}

export interface FitTitle {
  pack: string;
  set: string;
  sense: Sense;
  command: string;
  today: string;
  risk: { species: number; genus: number; family: number; astray: number };
  temperature: number;
  /** How the birds outside the labels come about, or what stays together: one sentence. */
  remark: string;
}

export function describeFit(fit: JudgementFit, title: FitTitle): string {
  const { pack, set, sense, command, today, risk, temperature, remark } = title;
  const one = (value: number): string => value.toFixed(1);
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  const rows = tallyHeld(fit).map(({ where, items, declared: { species, genus, family }, calibrationError }) => {
    const bound = percent(upperBound(Math.round(species.wrong), Math.round(items)));
    return `| ${WHERE[where]} | ${one(items)} | ${one(species.right)} | ${one(species.wrong)} (at most ${bound}) | ${one(genus.right)} / ${one(genus.wrong)} | ${one(family.right)} / ${one(family.wrong)} | ${percent(calibrationError)} |`;
  });
  const { placed, unplaced } = fit.weights;
  return `# The judgement of ${pack} on what is ${sense}

\`${command}\`, ${today}, on ${set}. Risks asked for, of all items: a wrong species ${percent(risk.species)} (where every place is wrong ${percent(risk.astray)}), a wrong
genus ${percent(risk.genus)}, a wrong family ${percent(risk.family)}. Temperature ${temperature}. Every item is judged by weights fitted on the other four fifths
of the species. ${remark} An item counts once, by the share of its cases. The bars are fitted on these very judgements.

| held out | items | right species | wrong species | genus right / wrong | family right / wrong | calibration error, species |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Bars

| | species | genus | family |
| --- | --- | --- | --- |
| with a place | ${barCells(placed)} |
| without | ${barCells(unplaced)} |

## What each fact weighs for a species

From the least to the most that it can say, in log-odds; — where it says nothing.

| fact | with a place | without |
| --- | --- | --- |
${termRows(sense, placed, unplaced).join('\n')}
`;
}

function barCells({ bars }: Weights): string {
  return NAMING_GRAINS.map((grain) => (bars[grain] >= 1 ? 'none' : bars[grain].toFixed(4))).join(' | ');
}

function termRows(sense: Sense, placed: Weights, unplaced: Weights): string[] {
  const range = ({ grains }: Weights, id: TermId): string => {
    const steps = grains.species.terms[id]?.steps;
    return steps ? steps.reduce((sum, step) => sum + step, 0).toFixed(2) : '—';
  };
  const ids = Object.keys(SHAPES[sense]) as TermId[];
  return ids.map((id) => `| \`${id}\` | ${range(placed, id)} | ${range(unplaced, id)} |`);
}
