import { logistic } from '../../domain/numbers';
import type { Stretch } from '../../domain/observation';
import { PLACE_WEIGHT, weightOf } from '../../domain/place-weight';
import { SOUND_CLASSES, type SoundClass } from '../../domain/tools/classify_sound';
import type { Rank, TaxonId, Taxonomy } from '../../domain/taxonomy';
import type { SoundLabel } from '../../packs/labels';
import type { SoundModel } from '../../packs/manifest';
import type { WindowScores } from '../../sound/protocol';
import { toLogit } from '../../sound/scores';
import type { Candidate } from '../../domain/tools/classify_image';
import type { ToolPayload } from '../../domain/tools/schemas';
import type { HeardBird } from '../../domain/tools/classify_sound';

type Payload = ToolPayload<'classify_sound'>;
export type Heard = Pick<Payload, 'birds' | 'candidates' | 'others' | 'windows'>;

/** How many species, genera and families a list holds, and how many birds a recording. */
const TOP_K = 10;
const MOST_BIRDS = 24;
const WINDOW_TOP_K = 5;

export interface HearingLimits {
  /** Heard at all: below this a window says nothing about a species. */
  faint: number;
  /** Heard by itself: sure enough to be a bird of its own beside another one. */
  clear: number;
  /** Two that are both this sure in the same windows sing at the same time; less sure, they are one sound and two guesses. */
  bothSing: number;
  /**
   * The two surest windows speak for a recording, because a lone one is wrong more often: it costs up to this many logits.
   * Chosen on 567 recordings of xeno-canto with BirdNET: log-loss 0.253, against 0.276 for the surest window alone.
   */
  loneWindow: number;
}

export const HEARING: HearingLimits = { faint: 0.1, clear: 0.5, bothSing: 0.8, loneWindow: 1.4 };

/** One window after calibration: what may be in it, and how likely each is by itself. */
interface CalibratedWindow extends Stretch {
  species: ReadonlyMap<TaxonId, number>;
  classes: ReadonlyMap<SoundClass, number>;
}

/**
 * The weight of a species at a place, 0 to 1, so that among the hundreds of birds of the world that sound alike those that live
 * here are kept as candidates. It chooses between them and changes no probability: those are of the sound alone.
 */
export type LeftHere = (species: TaxonId) => number;

const ANYWHERE: LeftHere = () => 1;

/** The weight of a bird that does not live there: vagrants exist. */
const FLOOR = 0.005;

/** The weight of a species by its share of the likeliest bird there. */
export function leftOf(share: number): number {
  return weightOf(share, { ...PLACE_WEIGHT, floor: FLOOR });
}

/** Everything that a recording holds, from the scores of its windows. */
export function hearBirds(
  scores: readonly WindowScores[],
  labels: readonly SoundLabel[],
  calibration: SoundModel['calibration'],
  taxonomy: Taxonomy,
  { limits = HEARING, leftHere = ANYWHERE }: { limits?: HearingLimits; leftHere?: LeftHere | undefined } = {},
): Heard {
  const windows = scores.map((window) => calibrate(window, labels, calibration));
  const pooled = poolSpecies(windows, windows.length > 1, limits);
  return {
    birds: findBirds(windows, pooled, taxonomy, limits, leftHere),
    candidates: likeliest(pooled, leftHere),
    others: findOthers(windows, limits),
    windows: windows.flatMap(({ from, to, species }) => {
      const candidates = likeliest(species, leftHere, WINDOW_TOP_K).filter(
        ({ probability }) => probability >= limits.faint,
      );
      return candidates.length ? [{ from, to, candidates }] : [];
    }),
  };
}

function calibrate(
  { from, to, labels: heard, logits }: WindowScores,
  labels: readonly SoundLabel[],
  { temperature, bias }: SoundModel['calibration'],
): CalibratedWindow {
  const species = new Map<TaxonId, number>();
  const classes = new Map<SoundClass, number>();
  heard.forEach((label, i) => {
    const meaning = labels[label]!;
    const probability = logistic(logits[i]! / temperature + bias);
    // Two labels of one taxon are two guesses at the same bird.
    if (isClass(meaning)) classes.set(meaning, Math.max(probability, classes.get(meaning) ?? 0));
    else species.set(meaning, Math.max(probability, species.get(meaning) ?? 0));
  });
  return { from, to, species, classes };
}

function isClass(label: SoundLabel): label is SoundClass {
  return (SOUND_CLASSES as readonly string[]).includes(label);
}

/** How likely each species is in these windows, which belong to a recording of one window or of several. */
function poolSpecies(
  windows: readonly CalibratedWindow[],
  several: boolean,
  { loneWindow }: HearingLimits,
): Map<TaxonId, number> {
  const surest = new Map<TaxonId, [number, number]>();
  for (const { species } of windows) {
    for (const [taxon, probability] of species) {
      const [first, second] = surest.get(taxon) ?? [0, 0];
      surest.set(taxon, probability > first ? [probability, first] : [first, Math.max(second, probability)]);
    }
  }
  return new Map([...surest].map(([taxon, pair]) => [taxon, several ? poolTwo(...pair, loneWindow) : pair[0]]));
}

function poolTwo(first: number, second: number, loneWindow: number): number {
  const top = toLogit(first, 'sigmoid');
  const mean = (top + toLogit(second, 'sigmoid')) / 2;
  return logistic(Math.max(mean, top - loneWindow));
}

function findBirds(
  windows: readonly CalibratedWindow[],
  pooled: ReadonlyMap<TaxonId, number>,
  taxonomy: Taxonomy,
  limits: HearingLimits,
  leftHere: LeftHere,
): HeardBird[] {
  const birds: HeardBird[] = [];
  const left = new Map([...pooled].map(([taxon, probability]) => [taxon, probability * leftHere(taxon)]));
  const ranked = [...pooled].sort((a, b) => left.get(b[0])! - left.get(a[0])!);
  for (const [taxon, probability] of ranked) {
    if (birds.length === MOST_BIRDS) break;
    if (probability < limits.faint) continue;
    const own = windows.filter(({ species }) => (species.get(taxon) ?? 0) >= limits.faint);
    // What is never the likeliest of its windows, nor clear by itself, is another bird's second guess.
    const leads = own.some((window) => likeliestOf(window, leftHere) === taxon);
    const guessed = birds.some((bird) => isSecondGuess(taxon, bird.taxon, own, limits, leftHere));
    if (guessed || (!leads && probability < limits.clear)) continue;
    birds.push({
      taxon,
      probability,
      times: timesOf(own, ({ species }) => species.get(taxon)!),
      ...rivalsOf(taxon, own, windows, taxonomy, limits, leftHere),
    });
  }
  return birds.sort((a, b) => b.probability - a.probability);
}

function likeliestOf({ species }: CalibratedWindow, leftHere: LeftHere): TaxonId | null {
  let [best, most]: [TaxonId | null, number] = [null, 0];
  for (const [taxon, probability] of species) {
    const left = probability * leftHere(taxon);
    if (left > most) [best, most] = [taxon, left];
  }
  return best;
}

/** A species that is only heard together with a surer one, and less surely, is what else that bird could be. */
function isSecondGuess(
  taxon: TaxonId,
  surer: TaxonId,
  own: readonly CalibratedWindow[],
  { bothSing }: HearingLimits,
  leftHere: LeftHere,
): boolean {
  const [leftOfMine, leftOfOther] = [leftHere(taxon), leftHere(surer)];
  return own.every(({ species }) => {
    const mine = species.get(taxon)!;
    const other = species.get(surer) ?? 0;
    return other * leftOfOther >= mine * leftOfMine && !(mine >= bothSing && other >= bothSing);
  });
}

/**
 * What the windows of a bird could be, as shares of one whole: the bird has its own probability, less where one rival is
 * strong; its rivals, every species that it is not heard beside, share the rest. Their scores are not summed against it:
 * the tail of thousands of labels would outweigh any bird.
 */
function rivalsOf(
  taxon: TaxonId,
  own: readonly CalibratedWindow[],
  windows: readonly CalibratedWindow[],
  taxonomy: Taxonomy,
  limits: HearingLimits,
  leftHere: LeftHere,
): Pick<HeardBird, 'candidates' | 'genera' | 'families'> {
  const here = poolSpecies(own, windows.length > 1, limits);
  const mine = here.get(taxon)!;
  const rivals = [...here].filter(([other, probability]) => other !== taxon && !singsBeside(other, probability));
  const animal = Math.max(0, ...own.map(({ classes }) => classes.get('other_animal') ?? 0));
  const strongest = rivals.reduce((most, [, probability]) => Math.max(most, probability), animal);
  const whole = Math.max(1, mine + strongest);
  const total = rivals.reduce((sum, [, probability]) => sum + probability, animal);
  const rest = 1 - mine / whole;
  const shares = new Map([[taxon, mine / whole]]);
  for (const [rival, probability] of rivals)
    shares.set(rival, Math.min(probability / whole, (rest * probability) / total));
  const byRank: Record<Rank, Map<TaxonId, number>> = { species: new Map(), genus: new Map(), family: new Map() };
  for (const [species, share] of shares) {
    for (const rank of ['species', 'genus', 'family'] as const) {
      const id = taxonomy.ancestor(species, rank)?.id;
      if (id) byRank[rank].set(id, (byRank[rank].get(id) ?? 0) + share);
    }
  }
  return {
    candidates: likeliest(byRank.species, leftHere),
    genera: likeliest(byRank.genus),
    families: likeliest(byRank.family),
  };

  /** Another bird of this recording: heard clearly where this one is not, or as surely as this one beside it. */
  function singsBeside(other: TaxonId, probability: number): boolean {
    const { faint, clear, bothSing } = limits;
    if (probability >= bothSing && mine >= bothSing) return true;
    return windows.some(({ species }) => (species.get(other) ?? 0) >= clear && (species.get(taxon) ?? 0) < faint);
  }
}

function findOthers(windows: readonly CalibratedWindow[], { clear }: HearingLimits): Payload['others'] {
  return SOUND_CLASSES.flatMap((kind) => {
    const heard = windows.filter(({ classes }) => (classes.get(kind) ?? 0) >= clear);
    if (heard.length === 0) return [];
    const times = timesOf(heard, ({ classes }) => classes.get(kind)!);
    return [{ kind, probability: Math.max(...times.map(({ probability }) => probability)), times }];
  });
}

/** Windows that touch or overlap become one time, as sure as the surest of them. */
function timesOf(windows: readonly CalibratedWindow[], read: (window: CalibratedWindow) => number): HeardBird['times'] {
  const times: HeardBird['times'] = [];
  for (const window of [...windows].sort((a, b) => a.from - b.from)) {
    const probability = read(window);
    const last = times.at(-1);
    if (last && window.from <= last.to + 1e-6) {
      last.to = Math.max(last.to, window.to);
      last.probability = Math.max(last.probability, probability);
    } else times.push({ from: window.from, to: window.to, probability });
  }
  return times;
}

/** Those that keep the most weight here, the likeliest by sound first. */
function likeliest(taxa: ReadonlyMap<TaxonId, number>, leftHere = ANYWHERE, count = TOP_K): Candidate[] {
  return [...taxa]
    .map(([taxon, probability]) => ({ taxon, probability, left: probability * leftHere(taxon) }))
    .sort((a, b) => b.left - a.left)
    .slice(0, count)
    .sort((a, b) => b.probability - a.probability)
    .map(({ taxon, probability }) => ({ taxon, probability }));
}
