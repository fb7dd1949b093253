import { call, type Policy } from '../agent/policy';
import type { Box } from '../domain/box';
import { answers, type Ledger, type ToolEvidence } from '../domain/ledger';
import type { ImageRef, Observation, Photo } from '../domain/observation';
import type { TaxonId } from '../domain/taxonomy';
import type { Goldcrest } from '../goldcrest';
import type { ToolPayload } from '../tools/schemas';

/** Everything that a policy could sensibly ask about one photo, asked of the real tools, so that policies can be trained without them. */
export interface Survey {
  photo: { width: number; height: number };
  answers: Answer[];
  places: SurveyedPlace[];
}

type Answer = Pick<ToolEvidence, 'tool' | 'args' | 'outcome'>;
type LocalSpecies = Extract<ToolPayload<'geo_prior'>, { applied: true }>['species'];

export interface SurveyPlace {
  latitude: number;
  longitude: number;
  day: string;
  /** Whether the species of the photo lives there. */
  lives: boolean;
}

interface SurveyedPlace extends SurveyPlace {
  coverage: number | null;
  species: LocalSpecies;
  unknown: TaxonId[];
}

type Plan = (ledger: Ledger) => ReturnType<typeof call> | null;

const BUDGET = { calls: 40, tokens: 1, milliseconds: 120_000 };
/** As many species as geo_prior takes at once. */
const TAXA_A_CALL = 20;

export async function surveyPhoto(app: Goldcrest, photo: Photo, places: readonly SurveyPlace[]): Promise<Survey> {
  const image = photo.ref;
  const found = await ask(app, photo, null, (ledger) => (ledger.length ? null : call('detect_bird', { image })));
  const [detection] = answers(found, 'detect_bird');
  const looks = await ask(app, photo, null, lookPlan(photo, detection?.payload ?? null));
  const named = answers(looks, 'classify_image').flatMap(({ payload }) => payload.candidates.map(({ taxon }) => taxon));
  const region = regionsOf(photo, detection?.payload ?? null)[0]!;
  const local: SurveyedPlace[] = [];
  for (const at of places) local.push(await askAt(app, photo, region, [...new Set(named)], at));
  const { width, height } = photo;
  return { photo: { width, height }, answers: [...found, ...looks].flatMap(toAnswer), places: local };
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

async function askAt(
  app: Goldcrest,
  photo: Photo,
  region: Box,
  taxa: readonly TaxonId[],
  at: SurveyPlace,
): Promise<SurveyedPlace> {
  const ledger = await ask(app, photo, at, (so) => {
    if (so.length === 0) return call('classify_image', { image: photo.ref, region });
    const part = taxa.slice((so.length - 1) * TAXA_A_CALL, so.length * TAXA_A_CALL);
    return part.length ? call('geo_prior', { taxa: part }) : null;
  });
  const applied = answers(ledger, 'geo_prior').flatMap(({ payload }) => (payload.applied ? [payload] : []));
  return {
    ...at,
    coverage: answers(ledger, 'classify_image')[0]?.payload.coverage ?? null,
    species: applied.flatMap(({ species }) => species),
    unknown: applied.flatMap(({ unknown }) => unknown),
  };
}

/** Runs the calls of a plan, one after the other, as any policy's. */
async function ask(app: Goldcrest, photo: Photo, at: SurveyPlace | null, plan: Plan): Promise<Ledger> {
  const place = at && {
    latitude: at.latitude,
    longitude: at.longitude,
    precisionKm: null,
    source: 'given' as const,
  };
  const observation: Observation = { id: 'survey', photos: [photo], sounds: [], place, day: at?.day ?? null };
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

/** The name that a run with this one photo would give it. */
export function asFirstPhoto(survey: Survey, ref: ImageRef): Survey {
  return JSON.parse(JSON.stringify(survey).replaceAll(`"${ref}`, '"photo-1')) as Survey;
}
