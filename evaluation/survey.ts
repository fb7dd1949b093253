import { call, type Policy } from '../src/agent/policy';
import type { Box } from '../src/domain/box';
import { answers, type Ledger, type ToolEvidence } from '../src/domain/ledger';
import type { Observation, Photo, Sound } from '../src/domain/observation';
import type { TaxonId } from '../src/domain/taxonomy';
import type { Goldcrest } from '../src/app/goldcrest';
import type { ToolPayload } from '../src/domain/tools/schemas';

/** Everything that a policy could sensibly ask about one file, asked of the real tools, so that policies can be trained without them. */
interface Survey {
  answers: Answer[];
  places: SurveyedPlace[];
}
export interface PhotoSurvey extends Survey {
  photo: Pick<Photo, 'width' | 'height'>;
}
export interface SoundSurvey extends Survey {
  sound: Pick<Sound, 'seconds' | 'sampleRate' | 'channels'>;
}

type Answer = Pick<ToolEvidence, 'tool' | 'args' | 'outcome'>;
type LocalSpecies = Extract<ToolPayload<'geo_prior'>, { applied: true }>['species'];
type Unlabelled = ToolPayload<'classify_image'>['unlabelled'];

export interface SurveyPlace {
  latitude: number;
  longitude: number;
  day: string;
  /** Whether the species of the file lives there. */
  lives: boolean;
}

interface SurveyedPlace extends SurveyPlace {
  coverage: number | null;
  /** To the candidates of a photo, where one was looked at. */
  unlabelled: Unlabelled;
  species: LocalSpecies;
  unknown: TaxonId[];
}

type Media = Partial<Pick<Observation, 'photos' | 'sounds'>>;
type Call = ReturnType<typeof call>;
type Plan = (ledger: Ledger) => Call | null;

const BUDGET = { calls: 40, tokens: 1, milliseconds: 120_000 };
/** As many species as geo_prior takes at once. */
const TAXA_A_CALL = 20;

export async function surveyPhoto(app: Goldcrest, photo: Photo, places: readonly SurveyPlace[]): Promise<PhotoSurvey> {
  const [image, media] = [photo.ref, { photos: [photo] }];
  const found = await ask(app, media, null, (ledger) => (ledger.length ? null : call('detect_bird', { image })));
  const [detection] = answers(found, 'detect_bird');
  const looks = await ask(app, media, null, lookPlan(photo, detection?.payload ?? null));
  const named = answers(looks, 'classify_image').flatMap(({ payload }) => payload.candidates.map(({ taxon }) => taxon));
  const region = regionsOf(photo, detection?.payload ?? null)[0]!;
  const first = call('classify_image', { image, region });
  const { width, height } = photo;
  const local = await askEverywhere(app, media, first, named, places);
  const survey = { photo: { width, height }, answers: [...found, ...looks].flatMap(toAnswer), places: local };
  return asFirst(survey, image, 'photo-1');
}

/** A recording is measured, and listened to as a whole and where something stands out of it. */
export async function surveySound(app: Goldcrest, of: Sound, places: readonly SurveyPlace[]): Promise<SoundSurvey> {
  const [sound, media] = [of.ref, { sounds: [of] }];
  const heard = await ask(app, media, null, (ledger) => {
    if (ledger.length === 0) return call('audio_quality', { sound });
    if (ledger.length === 1) return call('classify_sound', { sound });
    const stretches = answers(ledger, 'audio_quality')[0]?.payload.stretches ?? [];
    return ledger.length === 2 && stretches.length ? call('classify_sound', { sound, stretches }) : null;
  });
  // In the order of the blueprint's question: every bird before what else each could be.
  const birds = answers(heard, 'classify_sound').flatMap(({ payload }) => payload.birds);
  const named = [...birds, ...birds.flatMap(({ candidates }) => candidates)].map(({ taxon }) => taxon);
  const { seconds, sampleRate, channels } = of;
  const local = await askEverywhere(app, media, call('classify_sound', { sound }), named, places);
  const survey = { sound: { seconds, sampleRate, channels }, answers: heard.flatMap(toAnswer), places: local };
  return asFirst(survey, sound, 'sound-1');
}

/** The largest bird, or the whole photo where none is found; and the surest other one. */
function regionsOf({ width, height }: Photo, detection: ToolPayload<'detect_bird'> | null): Box[] {
  const birds = detection?.birds.map(({ box }) => box) ?? [];
  const largest = detection?.largest ?? null;
  const region = (largest === null ? undefined : birds[largest]) ?? { x: 0, y: 0, width, height };
  const other = birds.slice(0, 2).find((box) => box !== region);
  return other ? [region, other] : [region];
}

/** Both birds judged and named, the whole photo too, and every second look at the largest bird. */
function lookPlan(photo: Photo, detection: ToolPayload<'detect_bird'> | null): Plan {
  const image = photo.ref;
  const regions = regionsOf(photo, detection);
  const region = regions[0]!;
  const whole = detection?.count ? [call('quality_gate', { image }), call('classify_image', { image })] : [];
  const plan = [
    ...regions.flatMap((box) => [
      call('quality_gate', { image, region: box }),
      call('classify_image', { image, region: box }),
    ]),
    ...whole,
    call('crop', { image, region, margin: 0.3 }),
    call('zoom_in', { image, region, factor: 2 }),
    ...(['contrast', 'brightness', 'denoise', 'sharpen'] as const).map((operation) =>
      call('enhance', { image, region, operation }),
    ),
  ];
  return (ledger) => {
    if (ledger.length < plan.length) return plan[ledger.length] ?? null;
    const views = (['crop', 'zoom_in', 'enhance'] as const).flatMap((tool) => answers(ledger, tool));
    const view = views[ledger.length - plan.length];
    return view ? call('classify_image', { image: view.payload.image }) : null;
  };
}

async function askEverywhere(
  app: Goldcrest,
  media: Media,
  first: Call,
  named: readonly TaxonId[],
  places: readonly SurveyPlace[],
): Promise<SurveyedPlace[]> {
  const taxa = [...new Set(named)];
  const local: SurveyedPlace[] = [];
  for (const at of places) local.push(await askAt(app, media, first, taxa, at));
  return local;
}

/** A place changes how much of what lives there the labels cover and who could be mistaken, and answers for itself. */
async function askAt(
  app: Goldcrest,
  media: Media,
  first: Call,
  taxa: readonly TaxonId[],
  at: SurveyPlace,
): Promise<SurveyedPlace> {
  const ledger = await ask(app, media, at, (so) => {
    if (so.length === 0) return first;
    const part = taxa.slice((so.length - 1) * TAXA_A_CALL, so.length * TAXA_A_CALL);
    return part.length ? call('geo_prior', { taxa: part }) : null;
  });
  const applied = answers(ledger, 'geo_prior').flatMap(({ payload }) => (payload.applied ? [payload] : []));
  const [seen] = answers(ledger, 'classify_image');
  const [heard] = answers(ledger, 'classify_sound');
  return {
    ...at,
    coverage: (seen ?? heard)?.payload.coverage ?? null,
    unlabelled: seen?.payload.unlabelled ?? [],
    species: applied.flatMap(({ species }) => species),
    unknown: applied.flatMap(({ unknown }) => unknown),
  };
}

/** Runs the calls of a plan, one after the other, as any policy's. */
async function ask(app: Goldcrest, media: Media, at: SurveyPlace | null, plan: Plan): Promise<Ledger> {
  const place = at && {
    latitude: at.latitude,
    longitude: at.longitude,
    precisionKm: null,
    source: 'given' as const,
  };
  const day = at?.day ?? null;
  const observation: Observation = { id: 'survey', photos: [], sounds: [], ...media, place, day };
  const policy: Policy = {
    name: 'survey',
    decide: ({ ledger }) => Promise.resolve(plan(ledger) ?? { kind: 'conclude', ceiling: 'species', tokens: 0 }),
  };
  const ledger = [];
  for await (const event of app.identify(observation, { policy, budget: BUDGET })) {
    if (event.type === 'evidence') ledger.push(event.entry);
  }
  return ledger;
}

function toAnswer(entry: Ledger[number]): Answer[] {
  return entry.kind === 'tool' ? [{ tool: entry.tool, args: entry.args, outcome: entry.outcome }] : [];
}

/** The name that a run with this one file would give it. */
function asFirst<S extends Survey>(survey: S, ref: string, first: string): S {
  return JSON.parse(JSON.stringify(survey).replaceAll(`"${ref}`, `"${first}`)) as S;
}
