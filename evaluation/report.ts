import * as v from 'valibot';
import { GRAINS, NAMING_GRAINS } from '../src/domain/grain';
import type { TaxonId, Taxonomy } from '../src/domain/taxonomy';
import type { Verdict } from '../src/domain/verdict';
import { compareWith, softmaxThreshold, toolFloor } from './baselines';
import { reliability, riskCoverage } from './curves';
import { MODALITIES, SpotSchema, TIERS } from './item';
import { KINDS, LOSSES, type Judged } from './judge';
import { SettingsSchema, type RunRecord, type Settings } from './record';
import { ShareSchema, tally, TallySchema } from './tally';

/** `report.json`. What is here keeps its meaning; docs/evaluation.md says what each figure is. */

const DifferenceSchema = v.object({ value: v.number(), low: v.number(), high: v.number() });

const ComparisonSchema = v.object({
  declared: v.number(),
  solve: v.number(),
  overclaim: v.number(),
  precision: v.number(),
  reward: v.number(),
  area: v.number(),
  difference: v.object({
    solve: DifferenceSchema,
    overclaim: DifferenceSchema,
    reward: DifferenceSchema,
    area: DifferenceSchema,
  }),
});

const CurveSchema = v.object({ coverage: v.array(v.number()), risk: v.array(v.number()), area: v.number() });

const ReliabilitySchema = v.object({
  bins: v.array(v.object({ low: v.number(), high: v.number(), n: v.number(), said: v.number(), came: v.number() })),
  error: v.number(),
});

const NamedSchema = v.object({ id: v.string(), scientificName: v.string(), commonName: v.nullable(v.string()) });
const GuessSchema = v.object({ taxon: v.nullable(NamedSchema), confidence: v.number(), right: v.boolean() });

const ItemSchema = v.object({
  id: v.string(),
  modality: v.picklist(MODALITIES),
  tier: v.nullable(v.picklist(TIERS)),
  kind: v.picklist(KINDS),
  truth: v.nullable(NamedSchema),
  grain: v.picklist(GRAINS),
  named: v.nullable(NamedSchema),
  probability: v.nullable(v.number()),
  rule: v.nullable(v.string()),
  solved: v.boolean(),
  overclaim: v.boolean(),
  failed: v.nullable(v.object({ code: v.string(), message: v.string() })),
  best: GuessSchema,
  first: GuessSchema,
  /** Of a recording: whether the labelled bird is among those named in it, and how many others are. */
  amongNamed: v.optional(v.nullable(v.object({ labelled: v.boolean(), others: v.number() })), null),
  reward: v.number(),
  loss: v.nullable(v.picklist(LOSSES)),
  /** What spoke most against the name or the guess, the weightiest first. */
  against: v.array(v.string()),
  spot: v.nullable(SpotSchema),
  day: v.nullable(v.string()),
  calls: v.number(),
  toolErrors: v.number(),
  neededCalled: v.boolean(),
  ms: v.number(),
});
export type ReportItem = v.InferOutput<typeof ItemSchema>;

const GroupsSchema = v.array(v.object({ name: v.string(), tally: TallySchema }));

const ReportSchema = v.object({
  format: v.literal(1),
  /** ISO time, and the command that makes the same report. */
  made: v.object({ at: v.string(), command: v.string(), shuffled: v.boolean() }),
  settings: SettingsSchema,
  overall: TallySchema,
  by: v.object({
    ...{ kind: GroupsSchema, modality: GroupsSchema, tier: GroupsSchema },
    /** By what was declared; reports of before have none. */
    grain: v.optional(GroupsSchema, []),
  }),
  /** Of the verdicts at each grain, how many are right. */
  grains: v.array(v.object({ grain: v.picklist(['species', 'genus', 'family']), right: ShareSchema })),
  baselines: v.object({ toolFloor: ComparisonSchema, softmax: ComparisonSchema }),
  riskCoverage: v.object({ system: CurveSchema, softmax: CurveSchema }),
  /** Of the verdicts that name a taxon, and of the classifier's first species. */
  reliability: v.object({ verdicts: ReliabilitySchema, classifier: ReliabilitySchema }),
  losses: v.array(v.object({ loss: v.picklist(LOSSES), n: v.number() })),
  items: v.array(ItemSchema),
});
export type Report = v.InferOutput<typeof ReportSchema>;

/** Reads a `report.json`; throws where it is none. */
export function readReport(content: unknown): Report {
  return v.parse(ReportSchema, content);
}

export interface ReportContext {
  taxonomy: Taxonomy;
  /** In English; undefined where there is none. */
  commonName: (taxon: string) => string | undefined;
  settings: Settings;
  command: string;
  at: string;
  shuffled: boolean;
}

export function buildReport(
  judged: readonly Judged[],
  records: ReadonlyMap<string, RunRecord>,
  context: ReportContext,
): Report {
  const { at, command, shuffled, settings } = context;
  const named = (taxon: TaxonId | null) =>
    taxon && {
      id: taxon,
      scientificName: context.taxonomy.get(taxon)?.scientificName ?? taxon,
      commonName: context.commonName(taxon) ?? null,
    };
  const guess = ({ taxon, confidence, right }: Judged['best']) => ({ taxon: named(taxon), confidence, right });
  const group = (name: string, of: readonly Judged[]) => (of.length === 0 ? [] : [{ name, tally: tally(of) }]);
  return {
    format: 1,
    made: { at, command, shuffled },
    settings,
    overall: tally(judged),
    by: {
      kind: KINDS.flatMap((kind) =>
        group(
          kind,
          judged.filter((one) => one.kind === kind),
        ),
      ),
      modality: MODALITIES.flatMap((name) =>
        group(
          name,
          judged.filter(({ item }) => item.modality === name),
        ),
      ),
      tier: [...TIERS, null].flatMap((name) =>
        group(
          name ?? 'not_stated',
          judged.filter(({ item }) => item.tier === name),
        ),
      ),
      grain: [...NAMING_GRAINS, 'abstain' as const].flatMap((name) =>
        group(
          name,
          judged.filter(({ grain, failed }) => grain === name && !failed),
        ),
      ),
    },
    grains: (['species', 'genus', 'family'] as const).map((grain) => {
      const of = judged.filter((one) => one.grain === grain);
      return { grain, right: tally(of).solve };
    }),
    baselines: {
      toolFloor: compareWith(judged, toolFloor(judged)),
      softmax: compareWith(judged, softmaxThreshold(judged)),
    },
    riskCoverage: {
      system: riskCoverage(judged.map(({ best }) => best)),
      softmax: riskCoverage(judged.map(({ first }) => first)),
    },
    reliability: {
      verdicts: reliability(judged.flatMap(({ said }) => said ?? [])),
      classifier: reliability(judged.flatMap(({ first }) => (first.taxon ? [first] : []))),
    },
    losses: LOSSES.map((loss) => ({ loss, n: judged.filter((one) => one.loss === loss).length })),
    items: judged.map((one): ReportItem => {
      const { item } = one;
      const record = records.get(item.id);
      const last = record?.events.at(-1);
      return {
        id: item.id,
        modality: item.modality,
        tier: item.tier,
        kind: one.kind,
        truth: named(item.truth),
        grain: one.grain,
        named: named(one.taxon),
        probability: one.said?.confidence ?? null,
        rule: one.rule,
        solved: one.solved,
        overclaim: one.overclaim,
        failed: record?.failed ?? null,
        best: guess(one.best),
        first: guess(one.first),
        amongNamed: one.named,
        reward: one.reward,
        loss: one.loss,
        against: last?.type === 'verdict' ? againstIn(last.verdict) : [],
        spot: record?.spot ?? null,
        day: record?.day ?? null,
        calls: one.calls,
        toolErrors: one.toolErrors,
        neededCalled: one.neededCalled,
        ms: one.ms,
      };
    }),
  };
}

const MOST_AGAINST = 3;

function againstIn({ terms }: Verdict): string[] {
  const against = terms.filter(({ stance }) => stance === 'against').map(({ id }) => id);
  return [...new Set(against)].slice(0, MOST_AGAINST);
}
