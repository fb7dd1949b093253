import type { AgentEvent } from '../src/domain/events';
import type { Evidence } from '../src/domain/ledger';
import type { Thresholds } from '../src/domain/thresholds';
import { CAUTIONS } from '../src/domain/verdict';
import type { SoundLabel } from '../src/packs/labels';
import type { SoundModel } from '../src/packs/manifest';
import { unpackScores } from '../src/sound/scores';
import { HEARING, hearBirds, type HearingLimits } from '../src/tools/classify_sound/birds';
import { CHECKS, gradeQuality } from '../src/tools/quality_gate/grade';
import { judgeAll, type CalibrationContext, type Case, type Condition } from './calibrate';
import type { RunRecord } from './record';
import { tally } from './tally';

/** What comes of one number at one value, with a place and without. */
export interface SensitivityRow {
  name: string;
  value: number;
  /** Whether this is the value in use. */
  used: boolean;
  counts: Record<Condition, { solved: number; wrongSpecies: number; wrongCoarser: number }>;
}

interface Knob {
  name: string;
  used: number;
  values: readonly number[];
  apply: (value: number) => { thresholds?: Thresholds; change?: (record: RunRecord) => RunRecord };
}

/** Every number behind a verdict, moved one at a time while all others stay. */
export function sensitivity(
  cases: readonly Case[],
  used: Thresholds,
  context: CalibrationContext,
  calibration: SoundModel['calibration'],
): SensitivityRow[] {
  const hearAgain = (limits: HearingLimits) => (record: RunRecord) => heardAgain(record, limits, context, calibration);
  const all = context.modality === 'image' ? knobs(used) : soundKnobs(used, hearAgain);
  return all.flatMap((knob) => {
    const values = [...new Set([...knob.values, knob.used])].sort((a, b) => a - b);
    return values.map((value): SensitivityRow => {
      const { thresholds = used, change = (record) => record } = knob.apply(value);
      const changed = cases.map(({ item, own, none, far }) => ({
        ...{ item, own: own.map(change), none: none.map(change), far: far.map(change) },
      }));
      const count = (run: Condition) => {
        const { solve, overclaim, wrongCoarser } = tally(judgeAll(changed, run, thresholds, context));
        return { solved: solve.hits, wrongSpecies: overclaim.hits, wrongCoarser: wrongCoarser.hits };
      };
      const counts = { own: count('own'), none: count('none'), far: count('far') };
      return { name: knob.name, value, used: value === knob.used, counts };
    });
  });
}

const PARTS = [0, 0.4, 0.8, 0.95, 0.99];

function knobs(used: Thresholds): Knob[] {
  const rule = (
    name: keyof Thresholds & ('notABird' | 'coverage' | 'strangeness' | 'contradiction' | 'sure'),
    values: number[],
  ) => ({
    name,
    used: used[name],
    values,
    apply: (value: number) => ({ thresholds: { ...used, [name]: value } }),
  });
  const place = (name: keyof Thresholds['place'], values: number[]) => ({
    name: `place.${name}`,
    used: used.place[name],
    values,
    apply: (value: number) => ({ thresholds: { ...used, place: { ...used.place, [name]: value } } }),
  });
  const raise = (caution: (typeof CAUTIONS)[number], grain: 'species' | 'genus') => ({
    name: `raise.${caution}.${grain}`,
    used: used.raise[caution][grain],
    values: PARTS,
    apply: (value: number) => ({
      thresholds: { ...used, raise: { ...used.raise, [caution]: { ...used.raise[caution], [grain]: value } } },
    }),
  });
  return [
    ...(['species', 'genus', 'family'] as const).map((grain) => ({
      name: `bar.${grain}`,
      used: used.bar[grain],
      values: [0.5, 0.7, 0.8, 0.9, 0.95, 0.99],
      apply: (value: number) => ({ thresholds: { ...used, bar: { ...used.bar, [grain]: value } } }),
    })),
    ...CAUTIONS.map((caution) => raise(caution, 'species')),
    ...(['labels_miss_local_birds', 'views_disagree', 'marginal_quality'] as const).map((one) => raise(one, 'genus')),
    ...(['species', 'genus', 'family'] as const).map((grain) => ({
      name: `visualFloor.${grain}`,
      used: used.visualFloor[grain],
      values: [0, 0.5, 0.8, 0.9, 0.95, 0.98],
      apply: (value: number) => ({ thresholds: { ...used, visualFloor: { ...used.visualFloor, [grain]: value } } }),
    })),
    rule('notABird', [0.1, 0.3, 0.7, 0.9]),
    rule('coverage', [0, 0.25, 0.75, 1]),
    rule('strangeness', [0.01, 0.05, 0.2, 0.5, 1]),
    rule('contradiction', [0.01, 0.03, 0.05, 0.1, 1]),
    rule('sure', [0.3, 0.7, 0.9]),
    place('expected', [0.005, 0.01, 0.05, 0.1]),
    place('unusual', [0.0005, 0.001, 0.005, 0.01]),
    place('floor', [0.002, 0.005, 0.05, 0.1]),
    {
      name: 'blueprint: sure enough without a second look',
      used: 0.9,
      // From 0 on there is none at all: more than any crop margin or zoom of a second look can do.
      values: [0, 0.5, 0.7, 0.8],
      apply: (value) => ({ change: (record) => withoutSecondLook(record, (best) => best >= value) }),
    },
    {
      name: 'blueprint: too unsure for a second look',
      used: 0.15,
      values: [0.3, 0.5, 0.7],
      apply: (value) => ({ change: (record) => withoutSecondLook(record, (best) => best < value) }),
    },
    ...(['marginal', 'fail'] as const).map((grade) => ({
      name: `quality limits: ${grade}, times`,
      used: 1,
      values: grade === 'fail' ? [2, 4] : [0, 0.5, 2, 4],
      apply: (value: number) => ({ change: (record: RunRecord) => regraded(record, grade, value) }),
    })),
  ];
}

/** The same for what was only heard. */
function soundKnobs(used: Thresholds, hearAgain: (limits: HearingLimits) => (record: RunRecord) => RunRecord): Knob[] {
  const { heard } = used;
  const apply = (changes: Partial<Thresholds['heard']>) => ({
    thresholds: { ...used, heard: { ...heard, ...changes } },
  });
  return [
    ...(['species', 'genus', 'family'] as const).map((grain) => ({
      name: `heard.bar.${grain}`,
      used: heard.bar[grain],
      values: [0.5, 0.7, 0.8, 0.9, 0.95],
      apply: (value: number) => apply({ bar: { ...heard.bar, [grain]: value } }),
    })),
    ...CAUTIONS.map((caution) => ({
      name: `heard.raise.${caution}.species`,
      used: heard.raise[caution].species,
      values: PARTS,
      apply: (value: number) =>
        apply({ raise: { ...heard.raise, [caution]: { ...heard.raise[caution], species: value } } }),
    })),
    {
      name: 'heard.visualFloor.species',
      used: heard.visualFloor.species,
      values: [0, 0.5, 0.8, 0.9],
      apply: (value: number) => apply({ visualFloor: { ...heard.visualFloor, species: value } }),
    },
    {
      name: 'eitherOr',
      used: used.eitherOr,
      values: [2, 4, 5],
      apply: (value: number) => ({ thresholds: { ...used, eitherOr: value } }),
    },
    ...(['least', 'ofBest'] as const).map((name) => ({
      name: `rival.${name}`,
      used: used.rival[name],
      values: name === 'least' ? [0.02, 0.05, 0.2, 0.4] : [0.1, 0.2, 0.5, 0.8],
      apply: (value: number) => ({ thresholds: { ...used, rival: { ...used.rival, [name]: value } } }),
    })),
    ...(['faint', 'clear', 'bothSing', 'loneWindow'] as const).map((name) => ({
      name: `classify_sound: ${name}`,
      used: HEARING[name],
      values: { faint: [0.02, 0.05, 0.2], clear: [0.25, 0.75], bothSing: [0.4, 0.6, 0.95], loneWindow: [0, 0.7, 2.8] }[
        name
      ],
      apply: (value: number) => ({ change: hearAgain({ ...HEARING, [name]: value }) }),
    })),
    {
      name: 'audio_quality: marginal (0 none, 1 as measured, 2 all)',
      used: 1,
      values: [0, 2],
      apply: (value: number) => ({ change: (record: RunRecord) => (value === 1 ? record : allGraded(record, value)) }),
    },
  ];
}

function mapLedger(record: RunRecord, change: (entry: Evidence) => Evidence | null): RunRecord {
  const events = record.events.flatMap((event): AgentEvent[] => {
    if (event.type !== 'evidence') return [event];
    const entry = change(event.entry);
    return entry ? [{ type: 'evidence', entry }] : [];
  });
  return { ...record, events };
}

/** The run as if the second look had been left out wherever the first look's best probability says so. */
function withoutSecondLook(record: RunRecord, leaveOut: (best: number) => boolean): RunRecord {
  let looks = 0;
  let best = 0;
  return mapLedger(record, (entry) => {
    if (entry.kind !== 'tool' || entry.tool !== 'classify_image' || entry.outcome.status !== 'ok') return entry;
    looks += 1;
    if (looks === 1) best = entry.outcome.payload.candidates[0]?.probability ?? 0;
    return looks > 1 && leaveOut(best) ? null : entry;
  });
}

/** The run as if every recording that could be listened to had been graded as marginal, or none. */
function allGraded(record: RunRecord, value: number): RunRecord {
  return mapLedger(record, (entry) => {
    if (entry.kind !== 'tool' || entry.tool !== 'audio_quality' || entry.outcome.status !== 'ok') return entry;
    const { payload } = entry.outcome;
    if (payload.grade === 'fail') return entry;
    const grade = value === 0 ? 'pass' : 'marginal';
    return { ...entry, outcome: { status: 'ok', payload: { ...payload, grade } } };
  });
}

/** The run as if the scores of the windows had been put together by other limits. */
function heardAgain(
  record: RunRecord,
  limits: HearingLimits,
  { labels, taxonomy }: CalibrationContext,
  calibration: SoundModel['calibration'],
): RunRecord {
  return mapLedger(record, (entry) => {
    if (entry.kind !== 'tool' || entry.tool !== 'classify_sound' || entry.outcome.status !== 'ok') return entry;
    const raw = record.scores.find((one) => one.entry === entry.id && one.tool === 'classify_sound');
    if (!raw) return entry;
    const heard = hearBirds(unpackScores(raw.values), (labels.sound ?? []) as SoundLabel[], calibration, taxonomy, {
      limits,
    });
    return { ...entry, outcome: { status: 'ok', payload: { ...entry.outcome.payload, ...heard } } };
  });
}

/** The run as if the limits of one grade were stricter or laxer by a factor; what then fails is not classified. */
function regraded(record: RunRecord, grade: 'marginal' | 'fail', factor: number): RunRecord {
  const checks = CHECKS.map((check) => {
    if (check.grade !== grade) return check;
    const { limit } = check;
    return {
      ...check,
      limit: 'under' in limit ? { under: limit.under * factor } : { over: 1 - (1 - limit.over) * factor },
    };
  });
  let failed = false;
  return mapLedger(record, (entry) => {
    if (entry.kind === 'tool' && entry.tool === 'quality_gate' && entry.outcome.status === 'ok') {
      const payload = gradeQuality(entry.outcome.payload, entry.outcome.payload.birdPixels, checks);
      failed = payload.grade === 'fail';
      return { ...entry, outcome: { status: 'ok', payload } };
    }
    return failed && entry.kind === 'tool' && entry.tool === 'classify_image' ? null : entry;
  });
}
