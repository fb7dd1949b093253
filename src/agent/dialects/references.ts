import * as v from 'valibot';
import type { Box } from '../../domain/box';
import { answers } from '../../domain/ledger';
import { BoxSchema, type Stretch } from '../../domain/observation';
import { failed, type Failure } from '../../domain/outcome';
import type { TaxonId } from '../../domain/taxonomy';
import type { JsonSchema } from '../../tools/json-schema';
import { candidatesOf } from '../candidates';
import type { Seen } from '../policy';
import { SPOT_NAMES, spotOf, type Spot } from './spots';

/** Birds of one image that can be pointed at: one digit. */
const MOST_BIRDS = 9;

/**
 * A small policy does not copy numbers and codes: it points. `largest`, `focus` and `bird-2` are boxes of the image that
 * the call names, `faint`, `found`, `part` and `here` places of its search (`spots.ts`), `top` is every candidate so far, `worth` what
 * is worth classifying in the sound. They are replaced before the schema checks the call.
 */
const REFERENCES: Record<string, JsonSchema> = {
  region: { type: 'string', pattern: '^(largest|focus|faint|found|part|here|bird-[1-9])$' },
  taxa: { const: 'top' },
  stretches: { const: 'worth' },
};

/** A tool's arguments with references in place of numbers and codes; optional parts that nothing points to are left out. */
export function shortSchema(schema: JsonSchema): JsonSchema {
  const required = schema.required ?? [];
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const reference = REFERENCES[name];
    if (reference) properties[name] = reference;
    else if (required.includes(name) || !['object', 'array'].includes(property.type ?? '')) properties[name] = property;
  }
  return { ...schema, properties };
}

type Args = Record<string, unknown>;

/** Replaces references with what they point to; fails where there is nothing yet, and names the call that would provide it. */
export function expand(args: unknown, seen: Seen): { args: unknown } | { failure: Failure } {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { args };
  const full: Args = { ...(args as Args) };
  for (const [name, look] of Object.entries(LOOK_UP)) {
    if (!Object.hasOwn(full, name)) continue;
    const found = look(full[name], full, seen);
    if (found === undefined) continue;
    if (isFailure(found)) return { failure: found };
    if (found === null) Reflect.deleteProperty(full, name);
    else full[name] = found;
  }
  return { args: full };
}

/** Undefined: no reference, leave it. Null: leave the argument out. */
type LookUp = (value: unknown, args: Args, seen: Seen) => unknown;

const LOOK_UP: Record<string, LookUp> = {
  region: lookUpRegion,
  taxa: (value, _args, { ledger }) => {
    if (value !== 'top') return undefined;
    const taxa = candidatesOf(ledger);
    if (taxa.length > 0) return taxa;
    return failed('call_out_of_order', 'There are no candidates yet.', 'Call classify_image or classify_sound first.');
  },
  stretches: (value, { sound }, { ledger }) => {
    if (value === null || value === 'all') return null;
    if (value !== 'worth') return undefined;
    const stretches = stretchesOf(sound, ledger);
    if (stretches) return stretches.length > 0 ? stretches : null;
    const hint = `Call audio_quality with {"sound":"${String(sound)}"} first.`;
    return failed('call_out_of_order', `Nothing is known of ${String(sound)} yet.`, hint);
  },
};

function lookUpRegion(value: unknown, args: Args, { observation, ledger }: Seen): unknown {
  if (Array.isArray(value) && value.length === 4 && value.every((one) => typeof one === 'number')) {
    const [x, y, width, height] = value as [number, number, number, number];
    return { x, y, width, height };
  }
  if (value === null || value === 'all') return null;
  if (typeof value !== 'string') return undefined;
  const image = typeof args.image === 'string' ? args.image : '';
  if (value === 'focus') {
    const focus = observation.photos.find((photo) => photo.ref === image)?.focus;
    return focus ?? failed('call_out_of_order', `${image} has no focus.`, 'Use "largest" after detect_bird.');
  }
  if (isSpot(value)) {
    const spot = spotOf(value, image, { observation, ledger });
    const hint = `Call detect_bird with {"image":"${image}"} first, or use one of its birds.`;
    return spot ?? failed('call_out_of_order', `There is no such place in ${image} now.`, hint);
  }
  const index = /^bird-(\d+)$/.exec(value);
  if (value !== 'largest' && !index) return undefined;
  const boxes = boxesOf(image, { observation, ledger });
  if (!boxes) {
    const hint = `Call detect_bird with {"image":"${image}"} first.`;
    return failed('call_out_of_order', `No box of ${image} is known yet.`, hint);
  }
  const box = index ? boxes.birds[Number(index[1]) - 1] : boxes.largest;
  if (box) return box;
  const hint = boxes.birds.length ? `It has bird-1 to bird-${boxes.birds.length}.` : 'Conclude, or try another photo.';
  return failed('call_out_of_order', `detect_bird found no such bird in ${image}.`, hint);
}

/** The opposite of `expand`: references where they fit, usual values left out. */
export function shorten(args: unknown, schema: JsonSchema | null, seen: Seen): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  const short: Args = {};
  for (const [name, value] of Object.entries(inOrder(args as Args, schema))) {
    if (value === undefined || (schema?.properties?.[name]?.default ?? undefined) === value) continue;
    if (name === 'region' && v.is(BoxSchema, value)) short[name] = pointAt(value, args as Args, seen);
    else if (name === 'taxa' && Array.isArray(value)) short[name] = pointAtTaxa(value, seen);
    else if (name === 'stretches') short[name] = pointAtStretches(value, args as Args, seen);
    else short[name] = value;
  }
  return short;
}

/** Arguments in the order of the grammar: what is required first, each part as the schema lists it. */
export function inOrder(args: Args, schema: JsonSchema | null): Args {
  const listed = Object.keys(schema?.properties ?? {});
  const required = listed.filter((name) => schema?.required?.includes(name));
  const names = [...new Set([...required, ...listed, ...Object.keys(args)])];
  return Object.fromEntries(names.filter((name) => Object.hasOwn(args, name)).map((name) => [name, args[name]]));
}

function pointAt(box: Box, { image }: Args, seen: Seen): unknown {
  const ref = typeof image === 'string' ? image : '';
  const same = (other: Box | null | undefined): boolean =>
    other?.x === box.x && other.y === box.y && other.width === box.width && other.height === box.height;
  if (same(seen.observation.photos.find((photo) => photo.ref === ref)?.focus)) return 'focus';
  const boxes = boxesOf(ref, seen);
  if (same(boxes?.largest)) return 'largest';
  const index = boxes?.birds.findIndex(same) ?? -1;
  if (index >= 0 && index < MOST_BIRDS) return `bird-${index + 1}`;
  const spot = SPOT_NAMES.find((name) => same(spotOf(name, ref, seen)));
  if (spot) return spot;
  return [box.x, box.y, box.width, box.height].map(Math.round);
}

/** Any list that starts with a candidate of the ledger was made from it. */
function pointAtTaxa(taxa: readonly unknown[], { ledger }: Seen): unknown {
  const candidates = candidatesOf(ledger);
  return candidates.length > 0 && candidates.includes(taxa[0] as TaxonId) ? 'top' : taxa;
}

function pointAtStretches(value: unknown, { sound }: Args, { ledger }: Seen): unknown {
  return JSON.stringify(value) === JSON.stringify(stretchesOf(sound, ledger)) ? 'worth' : value;
}

/** What audio_quality found worth classifying; null where it was not asked. */
function stretchesOf(sound: unknown, ledger: Seen['ledger']): Stretch[] | null {
  const measured = answers(ledger, 'audio_quality').findLast(({ args }) => args.sound === sound);
  return measured?.payload.stretches ?? null;
}

/** The references to a region of this image that point to something. */
export function regionsOf(image: string, seen: Seen): string[] {
  const boxes = boxesOf(image, seen);
  const focus = seen.observation.photos.find((photo) => photo.ref === image)?.focus;
  const birds = boxes?.birds.slice(0, MOST_BIRDS).map((_, index) => `bird-${index + 1}`) ?? [];
  const spots = SPOT_NAMES.filter((name) => spotOf(name, image, seen) !== null);
  return [...(boxes?.largest ? ['largest'] : []), ...(focus ? ['focus'] : []), ...birds, ...spots];
}

function isSpot(value: string): value is Spot {
  return (SPOT_NAMES as string[]).includes(value);
}

export function wasMeasured(sound: string, ledger: Seen['ledger']): boolean {
  return stretchesOf(sound, ledger) !== null;
}

function boxesOf(image: string, { ledger }: Seen): { birds: Box[]; largest: Box | null } | null {
  const search = answers(ledger, 'detect_bird').findLast(({ args }) => args.image === image);
  if (!search) return null;
  const birds = search.payload.birds.map(({ box }) => box);
  const { largest } = search.payload;
  return { birds, largest: largest === null ? null : (birds[largest] ?? null) };
}

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && (value as { status?: unknown }).status === 'failed';
}
