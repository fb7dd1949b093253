/** Reads the arguments of `npm run bench`. */
import { join } from 'node:path';
import { parseOptions, readPack, UsageError } from './identify-args.ts';
import { fromHere } from './run.ts';
import type { Damage } from '../evaluation/degrade';
import type { Modality } from '../evaluation/item';

export const USAGE = `npm run bench -- --set DIR [options]
npm run bench -- --compare A B

Runs a labelled set through the real app and reports how good its verdicts are: report.json and report.html.

  --set DIR             a folder with a labels.json, or with BirdAgent's rows (.jsonl, .json)
  --pack NAME|DIR       the models: a pack of the app by name, or any pack's folder (starter)
  --policy NAME         who decides the next step (blueprint)
  --hints LEVEL         what a failed call tells: full, plain or off (full)
  --place WHICH         own: the set's place, or one drawn from the species' range; far: one where it does not live;
                        none: no place (own)
  --modality LIST       image, sound, image_sound, with commas between (whatever the pack can do)
  --degrade KIND:X      the same items made worse: photos by blur, darken, shrink, jpeg or noise, sounds by hiss, speech,
                        quieter or cut; X as docs/evaluation.md says
  --speech FILE         who talks in speech:X
  --seed N              for everything that is drawn (1)
  --sample N            only N of the items, drawn
  --limit N             at most N items now; the same command goes on where it stopped
  --jobs N              items at once (half the cores)
  --shuffle             the truths dealt out anew: what chance would give
  --kept                what the models said in an earlier run in --out, judged anew by the pack as it is now
  --out DIR             where to (bench/SET-PACK-PLACE); a run that was cut goes on
  --compare A B         what changed between two runs, item by item`;

const CHOICES = {
  hints: ['full', 'plain', 'off'] as const,
  place: ['own', 'far', 'none'] as const,
};
const MODALITIES = ['image', 'sound', 'image_sound'] as const;

interface Degrade {
  kind: Damage;
  strength: number;
}

export interface BenchArguments {
  set: string;
  pack: { name: string; folder: string | null };
  policy: string;
  hints: 'full' | 'plain' | 'off';
  place: 'own' | 'far' | 'none';
  modalities: readonly Modality[] | null;
  degrade: Degrade | null;
  speech: string | null;
  seed: number;
  sample: number | null;
  limit: number;
  jobs: number | null;
  shuffle: boolean;
  kept: boolean;
  out: string;
}

export function readBenchArguments(args: string[]): BenchArguments | { compare: [string, string] } | { help: true } {
  const { values, positionals } = parse(args);
  if (values.help) return { help: true };
  if (values.compare) {
    const [before, after, ...more] = positionals;
    if (before === undefined || after === undefined || more.length > 0) {
      throw new UsageError('--compare takes two folders of earlier runs.');
    }
    return { compare: [fromHere(before), fromHere(after)] };
  }
  if (values.set === undefined) throw new UsageError('Name a set: --set DIR.');
  if (positionals.length > 0) throw new UsageError(`"${positionals[0] ?? ''}" is no option.`);
  const set = fromHere(values.set);
  const pack = readPack(values.pack);
  const place = oneOf('place', values.place, CHOICES.place);
  const degrade = values.degrade === undefined ? null : readDegrade(values.degrade);
  if ((degrade?.kind === 'speech') !== (values.speech !== undefined)) {
    throw new UsageError('--degrade speech:X and --speech FILE, a recording of somebody talking, go together.');
  }
  const worse = degrade ? `-${degrade.kind}-${degrade.strength}` : '';
  const name = `${set.split(/[\\/]/).filter(Boolean).pop() ?? 'set'}-${pack.name}-${place}${worse}`;
  return {
    set,
    pack,
    policy: values.policy,
    hints: oneOf('hints', values.hints, CHOICES.hints),
    place,
    modalities: values.modality?.split(',').map((one) => oneOf('modality', one, MODALITIES)) ?? null,
    degrade,
    speech: values.speech === undefined ? null : fromHere(values.speech),
    seed: whole('seed', values.seed, 0),
    sample: values.sample === undefined ? null : whole('sample', values.sample, 1),
    limit: values.limit === undefined ? Infinity : whole('limit', values.limit, 1),
    jobs: values.jobs === undefined ? null : whole('jobs', values.jobs, 1),
    shuffle: values.shuffle,
    kept: values.kept,
    out: fromHere(values.out ?? join('bench', name)),
  };
}

function parse(args: string[]) {
  return parseOptions({
    args,
    allowPositionals: true,
    options: {
      set: { type: 'string' },
      pack: { type: 'string', default: 'starter' },
      policy: { type: 'string', default: 'blueprint' },
      hints: { type: 'string', default: 'full' },
      place: { type: 'string', default: 'own' },
      modality: { type: 'string' },
      degrade: { type: 'string' },
      speech: { type: 'string' },
      seed: { type: 'string', default: '1' },
      sample: { type: 'string' },
      limit: { type: 'string' },
      jobs: { type: 'string' },
      shuffle: { type: 'boolean', default: false },
      kept: { type: 'boolean', default: false },
      out: { type: 'string' },
      compare: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

function oneOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`--${option} is "${value}"; it can be ${choices.join(', ')}.`);
  return found;
}

function whole(option: string, text: string, least: number) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`--${option} is "${text}"; it is a whole number from ${least} on.`);
  }
  return value;
}

function readDegrade(text: string): Degrade {
  const [kind = '', strength = ''] = text.split(':');
  const kinds = ['blur', 'darken', 'shrink', 'jpeg', 'noise', 'hiss', 'speech', 'quieter', 'cut'] as const;
  const value = Number(strength);
  if (strength === '' || !Number.isFinite(value)) {
    throw new UsageError(`--degrade is "${text}"; write a kind and a number, such as blur:2.`);
  }
  return { kind: oneOf('degrade', kind, kinds), strength: value };
}
