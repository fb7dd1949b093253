import { blueprint } from '../src/agent/blueprint';
import { call, type Policy } from '../src/agent/policy';
import type { Box } from '../src/domain/box';
import { answers, type Ledger, type ToolEvidence } from '../src/domain/ledger';
import type { Observation, Photo, Sound } from '../src/domain/observation';
import type { TaxonId } from '../src/domain/taxonomy';
import type { Goldcrest } from '../src/app/goldcrest';
import type { ToolPayload } from '../src/domain/tools/schemas';

/** Every call that a policy could sensibly make on one file, made with the real tools, so that policies can be trained without them. */
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

/** What the blueprint asks without a place, its search included; then everything else that could be tried. */
export async function surveyPhoto(app: Goldcrest, photo: Photo, places: readonly SurveyPlace[]): Promise<PhotoSurvey> {
  const [image, media] = [photo.ref, { photos: [photo] }];
  const rules = await ask(app, media, null, blueprint);
  const region = regionOf(photo, rules);
  const looks = await ask(app, media, null, following(lookPlan(photo, region, rules)));
  const dim = answers(rules, 'detect_bird')[0]?.payload.count === 0;
  const mended = dim ? await ask(app, media, null, following(mendedPlan(photo))) : [];
  const all = [rules, renamed(looks, 20), renamed(mended, 40)].flat();
  const named = answers(all, 'classify_image').flatMap(({ payload }) => payload.candidates.map(({ taxon }) => taxon));
  const { width, height } = photo;
  const local = await askEverywhere(app, media, call('classify_image', { image, region }), named, places);
  const survey = {
    photo: { width, height },
    answers: all.filter((entry) => !('tool' in entry) || entry.tool !== 'geo_prior').flatMap(toAnswer),
    places: local,
  };
  return asFirst(survey, image, 'photo-1');
}

/** Names of views start anew in every run. */
function renamed(ledger: Ledger, from: number): Ledger {
  const text = JSON.stringify(ledger);
  return JSON.parse(
    text.replace(/(?<=\.(?:crop|zoom|enhanced)-)\d+/g, (number) => String(from + Number(number))),
  ) as Ledger;
}

/** A recording is measured, and listened to as a whole and where something stands out of it. */
export async function surveySound(app: Goldcrest, of: Sound, places: readonly SurveyPlace[]): Promise<SoundSurvey> {
  const [sound, media] = [of.ref, { sounds: [of] }];
  const heard = await ask(
    app,
    media,
    null,
    following((ledger) => {
      if (ledger.length === 0) return call('audio_quality', { sound });
      if (ledger.length === 1) return call('classify_sound', { sound });
      const stretches = answers(ledger, 'audio_quality')[0]?.payload.stretches ?? [];
      return ledger.length === 2 && stretches.length ? call('classify_sound', { sound, stretches }) : null;
    }),
  );
  // In the order of the blueprint's question: every bird before what else each could be.
  const birds = answers(heard, 'classify_sound').flatMap(({ payload }) => payload.birds);
  const named = [...birds, ...birds.flatMap(({ candidates }) => candidates)].map(({ taxon }) => taxon);
  const { seconds, sampleRate, channels } = of;
  const local = await askEverywhere(app, media, call('classify_sound', { sound }), named, places);
  const survey = { sound: { seconds, sampleRate, channels }, answers: heard.flatMap(toAnswer), places: local };
  return asFirst(survey, sound, 'sound-1');
}

/** Where the blueprint found the bird; the whole photo where it found none. */
function regionOf({ width, height }: Photo, ledger: Ledger): Box {
  const judged = answers(ledger, 'quality_gate').at(-1)?.args.region;
  return judged ?? { x: 0, y: 0, width, height };
}

/** The other bird and the whole photo judged and named, and every second look at the bird that was found. */
function lookPlan({ ref: image }: Photo, region: Box, rules: Ledger): Plan {
  const birds = answers(rules, 'detect_bird')[0]?.payload.birds.map(({ box }) => box) ?? [];
  const other = birds.slice(0, 2).find((box) => JSON.stringify(box) !== JSON.stringify(region));
  const plan = [
    ...[region, ...(other ? [other] : [])].flatMap((box) => [
      call('quality_gate', { image, region: box }),
      call('classify_image', { image, region: box }),
    ]),
    call('quality_gate', { image }),
    call('classify_image', { image }),
    ...[0.1, 0.3, 0.8].map((margin) => call('crop', { image, region, margin })),
    call('zoom_in', { image, region, factor: 2 }),
    ...(['contrast', 'brightness', 'denoise', 'sharpen'] as const).map((operation) =>
      call('enhance', { image, region, operation }),
    ),
  ];
  return (ledger) => {
    if (ledger.length < plan.length) return plan[ledger.length] ?? null;
    const view = viewsIn(ledger)[ledger.length - plan.length];
    return view ? call('classify_image', { image: view }) : null;
  };
}

/** A photo in which no bird was found, mended as a whole and searched again; what is found there is named. */
function mendedPlan({ ref: image }: Photo): Plan {
  const operations = ['brightness', 'contrast'] as const;
  return (ledger) => {
    const made = ledger.filter((entry) => 'tool' in entry && entry.tool === 'enhance').length;
    if (made < operations.length) return call('enhance', { image, operation: operations[made]! });
    const views = viewsIn(ledger);
    const searched = answers(ledger, 'detect_bird');
    const next = views[ledger.length - made];
    if (next) return call('detect_bird', { image: next });
    const found = searched.filter(({ payload }) => payload.largest !== null);
    const one = found[ledger.length - made - views.length];
    return one
      ? call('classify_image', { image: one.args.image, region: one.payload.birds[one.payload.largest!]!.box })
      : null;
  };
}

function viewsIn(ledger: Ledger) {
  return (['crop', 'zoom_in', 'enhance'] as const)
    .flatMap((tool) => answers(ledger, tool))
    .map(({ payload }) => payload.image);
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
  const ledger = await ask(
    app,
    media,
    at,
    following((so) => {
      if (so.length === 0) return first;
      const part = taxa.slice((so.length - 1) * TAXA_A_CALL, so.length * TAXA_A_CALL);
      return part.length ? call('geo_prior', { taxa: part }) : null;
    }),
  );
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
async function ask(app: Goldcrest, media: Media, at: SurveyPlace | null, policy: Policy): Promise<Ledger> {
  const place = at && {
    latitude: at.latitude,
    longitude: at.longitude,
    precisionKm: null,
    source: 'given' as const,
  };
  const day = at?.day ?? null;
  const observation: Observation = { id: 'survey', photos: [], sounds: [], ...media, place, day };
  const ledger = [];
  for await (const event of app.identify(observation, { policy, budget: BUDGET })) {
    if (event.type === 'evidence') ledger.push(event.entry);
  }
  return ledger;
}

function following(plan: Plan): Policy {
  return {
    name: 'survey',
    decide: ({ ledger }) => Promise.resolve(plan(ledger) ?? { kind: 'conclude', ceiling: 'species', tokens: 0 }),
  };
}

function toAnswer(entry: Ledger[number]): Answer[] {
  return entry.kind === 'tool' ? [{ tool: entry.tool, args: entry.args, outcome: entry.outcome }] : [];
}

/** The name that a run with this one file would give it. */
function asFirst<S extends Survey>(survey: S, ref: string, first: string): S {
  return JSON.parse(JSON.stringify(survey).replaceAll(`"${ref}`, `"${first}`)) as S;
}
