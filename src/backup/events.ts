import * as v from 'valibot';
import type { AgentEvent } from '../domain/events';
import { GRAINS, NAMING_GRAINS } from '../domain/grain';
import { ObservationSchema } from '../domain/observation';
import { TOOL_NAMES, TOOL_SCHEMAS } from '../domain/tools/schemas';

/*
 * The shapes that whoever draws or exports a run relies on. Names of rules, reasons and codes may be of another day: they are
 * only read. What is not named here may be anything.
 */
const Id = v.pipe(v.number(), v.integer());
const Taxon = v.nullable(v.string());
const Likely = v.looseObject({ taxon: v.string(), probability: v.number() });
const Failed = v.looseObject({ status: v.literal('failed'), code: v.string(), message: v.string(), hint: v.string() });
const Model = v.looseObject({ pack: v.string(), version: v.string(), file: v.string(), sha256: v.string() });

const ToolEntries = TOOL_NAMES.map((tool) => {
  const { args, payload } = TOOL_SCHEMAS[tool];
  return v.looseObject({
    ...{ kind: v.literal('tool'), id: Id, tool: v.literal(tool), args, model: v.nullable(Model), ms: v.number() },
    thought: v.optional(v.string()),
    outcome: v.union([v.looseObject({ status: v.literal('ok'), payload }), Failed]),
  });
});

const Entry = v.union([
  ...ToolEntries,
  v.looseObject({ kind: v.literal('rejected'), id: Id, tool: v.string(), outcome: Failed }),
  v.looseObject({ kind: v.literal('skipped'), id: Id, tool: v.picklist(TOOL_NAMES), reason: v.string() }),
  v.looseObject({ kind: v.literal('observer'), id: Id, note: v.string() }),
  v.looseObject({ kind: v.literal('answer'), id: Id, question: v.string(), said: v.nullable(v.string()) }),
]);

const Verdict = v.looseObject({
  grain: v.picklist(GRAINS),
  taxon: Taxon,
  probability: v.number(),
  rule: v.string(),
  ladder: v.array(
    v.looseObject({
      ...{ grain: v.picklist(NAMING_GRAINS), taxon: Taxon, reason: v.string() },
      ...{ probability: v.number(), bar: v.number() },
    }),
  ),
  terms: v.optional(
    v.array(
      v.looseObject({
        ...{ id: v.string(), grain: v.string(), sense: v.string(), weight: v.number() },
        stance: v.picklist(['for', 'against']),
      }),
    ),
  ),
  guess: v.optional(v.nullable(Likely)),
  supporting: v.array(Id),
  opposing: v.array(Id),
  alternatives: v.array(Likely),
  help: v.array(v.string()),
});

const Started = v.looseObject({
  type: v.literal('started'),
  run: v.string(),
  at: v.string(),
  observation: ObservationSchema,
  policy: v.optional(v.string()),
  pack: v.optional(v.looseObject({ name: v.string(), version: v.string() })),
});

const EventSchema = v.variant('type', [
  Started,
  v.looseObject({ type: v.literal('calling'), id: Id, tool: v.string() }),
  v.looseObject({ type: v.literal('evidence'), entry: Entry }),
  v.looseObject({
    type: v.literal('asking'),
    gains: v.array(v.looseObject({ piece: v.string(), gain: v.number() })),
    question: v.nullable(v.string()),
  }),
  v.looseObject({ type: v.literal('verdict'), verdict: Verdict, ending: v.string(), ms: v.number() }),
]);

/** Whether an event of a backup has the shape that its readers rely on. */
export function isReadable(event: unknown): event is AgentEvent {
  return v.is(EventSchema, event) && isBelowItsImage(event as unknown as AgentEvent);
}

/** A view lies below the image that it was made from: nobody who goes up from it walks in a circle. */
function isBelowItsImage(event: AgentEvent): boolean {
  if (event.type !== 'evidence' || event.entry.kind !== 'tool') return true;
  const { args, outcome } = event.entry;
  if (outcome.status !== 'ok' || !('image' in outcome.payload)) return true;
  return 'image' in args && outcome.payload.image.startsWith(`${args.image}.`);
}
