import * as v from 'valibot';
import { intersectionOverUnion, type Box, type Size } from '../src/domain/box';
import { ObservationSchema, type ImageRef, type Observation } from '../src/domain/observation';
import { failed, FailureSchema, ok, type Outcome } from '../src/domain/outcome';
import { TaxonIdSchema, type Taxonomy, type TaxonId } from '../src/domain/taxonomy';
import {
  isFailure,
  knownRegion,
  withoutModel,
  type RunTool,
  type ToolContext,
  type ToolServices,
} from '../src/tools/context';
import { isToolName, TOOL_SCHEMAS, type ToolArgs, type ToolName, type ToolPayload } from '../src/domain/tools/schemas';
import type { ViewPayload } from '../src/domain/tools/view-payload';
import { Environment } from '../src/agent/environment';
import type { HintLevel } from '../src/domain/events';

/** One call that was made for real, and what came back. */
export interface Recording {
  tool: ToolName;
  args: Record<string, unknown>;
  outcome: Outcome<unknown>;
}

/** An observation with everything its tools had to say, so that it can be identified again without them. */
export interface RecordedItem {
  observation: Observation;
  /** Null where there is no bird, or nobody knows. */
  truth: TaxonId | null;
  recordings: Recording[];
}

const RecordedItemSchema = v.object({
  observation: ObservationSchema,
  truth: v.nullable(TaxonIdSchema),
  recordings: v.array(
    v.object({
      tool: v.custom<ToolName>((name) => typeof name === 'string' && isToolName(name), 'a tool'),
      args: v.record(v.string(), v.unknown()),
      outcome: v.union([v.object({ status: v.literal('ok'), payload: v.unknown() }), FailureSchema]),
    }),
  ),
});

/** Reads an item and checks every payload by its tool's schema; throws where one is wrong. */
export function readItem(item: unknown): RecordedItem {
  const read = v.parse(RecordedItemSchema, item);
  for (const { tool, args, outcome } of read.recordings) {
    v.parse(TOOL_SCHEMAS[tool].args, args);
    if (outcome.status === 'ok') v.parse(TOOL_SCHEMAS[tool].payload, outcome.payload);
  }
  return read;
}

/**
 * The real environment with recorded answers in place of the tools: the same checks, failures and hints, thousands of
 * episodes a minute, no browser. A call that was never made gets the answer of the nearest one that was: the same tool
 * on the same image, the region that overlaps most, the view that was made in the same way.
 */
export function cachedEnvironment(item: RecordedItem, taxonomy: Taxonomy, hints: HintLevel): Environment {
  // Nothing of the services is touched but the names: the tools are not run.
  const services = { taxonomy, imageLabels: [], priors: null } as unknown as ToolServices;
  return new Environment(services, item.observation, hints, replayer(item));
}

function replayer(item: RecordedItem): (tool: ToolName) => RunTool<ToolName> {
  /** What a view of this run was called when it was recorded. */
  const recordedAs = new Map<string, string>();
  const replay = new Replay(item, recordedAs);
  return (tool) => (args, context) =>
    Promise.resolve(withoutModel(replay.answer(tool, args as Args, context))) as never;
}

type Args = Record<string, unknown>;

class Replay {
  readonly #item: RecordedItem;
  readonly #recordedAs: Map<string, string>;

  constructor(item: RecordedItem, recordedAs: Map<string, string>) {
    this.#item = item;
    this.#recordedAs = recordedAs;
  }

  answer(tool: ToolName, args: Args, context: ToolContext): Outcome<unknown> {
    if (tool === 'geo_prior') return this.#place(args as ToolArgs<'geo_prior'>, context);
    if (typeof args.image !== 'string') return this.#heard(tool, args, context);
    const image = args.image as ImageRef;
    const region = knownRegion(image, args.region as Box | undefined, context);
    if (isFailure(region)) return region;
    const nearest = this.#nearest(tool, { ...args, image: this.#recordedAs.get(image) ?? image }, region);
    const view = VIEWS[tool];
    return view && nearest.status === 'ok'
      ? this.#newView(image, view, nearest.payload as ViewPayload, context)
      : nearest;
  }

  #heard(tool: ToolName, args: Args, { observation }: ToolContext): Outcome<unknown> {
    const refs = observation.sounds.map(({ ref }) => ref);
    if (refs.some((ref) => ref === args.sound)) return this.#nearest(tool, args, null);
    const hint = refs.length ? `Use one of: ${refs.join(', ')}.` : 'The observation has no sound.';
    return failed('unknown_sound', `There is no sound "${String(args.sound)}".`, hint);
  }

  /** The recorded answer whose call is most like this one. */
  #nearest(tool: ToolName, args: Args, region: Box | null): Outcome<unknown> {
    const subject = 'image' in args ? 'image' : 'sound';
    const same = this.#item.recordings.filter((one) => one.tool === tool && one.args[subject] === args[subject]);
    const best = same
      .map((recording) => ({ recording, likeness: likeness(args, recording, region) }))
      .sort((a, b) => b.likeness - a.likeness)[0];
    if (best) return best.recording.outcome;
    return failed('model_missing', `${tool} was not recorded here.`, 'Continue without this tool, or conclude.');
  }

  #newView(from: ImageRef, kind: 'crop' | 'zoom' | 'enhanced', recorded: ViewPayload, context: ToolContext) {
    const image = context.images.nextView(from, kind);
    if (!image) {
      const hint = 'Classify one of the views there are, or conclude.';
      return failed('view_limit', 'This run has made as many views as it may.', hint);
    }
    const size: Size = { width: recorded.width, height: recorded.height };
    context.images.add(image, size);
    this.#recordedAs.set(image, recorded.image);
    return ok({ ...recorded, image });
  }

  /** All that was recorded about the place, cut down to the species asked about. */
  #place({ taxa }: ToolArgs<'geo_prior'>, { taxonomy }: ToolContext): Outcome<ToolPayload<'geo_prior'>> {
    const higher = taxa.find((taxon) => taxonomy.get(taxon)?.rank !== 'species');
    if (higher) {
      const hint = 'Pass species ids as classify_image returned them; call classify_image first.';
      return failed('unknown_taxon', `"${higher}" is not a species.`, hint);
    }
    const recorded = this.#item.recordings.filter(({ tool }) => tool === 'geo_prior').map(({ outcome }) => outcome);
    const [first] = recorded;
    if (!first) return ok({ applied: false, reason: this.#item.observation.place ? 'not_in_pack' : 'no_place' });
    if (first.status === 'failed') return first;
    const payload = first.payload as ToolPayload<'geo_prior'>;
    if (!payload.applied) return ok(payload);
    const known = recorded.flatMap((outcome) => {
      const said = outcome.status === 'ok' ? (outcome.payload as ToolPayload<'geo_prior'>) : null;
      return said?.applied ? said.species : [];
    });
    const species = taxa.flatMap((taxon) => known.find((one) => one.taxon === taxon) ?? []);
    const unknown = taxa.filter((taxon) => !species.some((one) => one.taxon === taxon));
    return ok({ applied: true, month: payload.month, species, unknown });
  }
}

const VIEWS: Partial<Record<ToolName, 'crop' | 'zoom' | 'enhanced'>> = {
  crop: 'crop',
  zoom_in: 'zoom',
  enhance: 'enhanced',
};

/** Overlap of the regions counts most; each other argument that is the same adds a little. */
function likeness(args: Args, recording: Recording, region: Box | null): number {
  const recorded = recording.args.region as Box | undefined;
  const overlap = region && recorded ? intersectionOverUnion(region, recorded) : 0;
  const whole = !recorded && !args.region ? 1 : 0;
  const others = Object.keys(args).filter((name) => name !== 'region' && name !== 'image');
  const alike = others.filter((name) => JSON.stringify(args[name]) === JSON.stringify(recording.args[name])).length;
  // An operation is what a view is: the wrong one on the right region is further away than the right one elsewhere.
  const operation = 'operation' in args && args.operation === recording.args.operation ? 10 : 0;
  return operation + overlap + whole + alike / 10;
}
