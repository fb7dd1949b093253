import { answers } from '../../domain/ledger';
import type { TaxonId } from '../../domain/taxonomy';
import type { JsonSchema } from '../../tools/json-schema';
import { candidatesOf } from '../candidates';
import type { Seen } from '../policy';
import { triedOn } from '../tried';
import { Aliases } from './aliases';
import type { Style } from './dialect';
import { regionsOf, wasMeasured } from './references';

/**
 * What a reply can name in one situation: the images and recordings there are, the birds found in each, the candidates so
 * far. A grammar made for it lets a policy ask nothing about what is not there. Plain data: it crosses to the worker.
 */
export interface Scope {
  /** As the conversation calls them, with the references to regions that point to something. */
  images: { ref: string; regions: string[]; searched: boolean }[];
  sounds: { ref: string; measured: boolean; heard: boolean }[];
  taxa: string[];
}

const VIEW_MAKERS = ['zoom_in', 'crop', 'enhance'] as const;

export function scopeOf(seen: Seen): Scope {
  const { observation, ledger } = seen;
  const aliases = new Aliases(observation);
  const views = VIEW_MAKERS.flatMap((tool) => answers(ledger, tool).map(({ payload }) => payload.image));
  const images = [...observation.photos.map(({ ref }) => ref), ...views];
  return {
    images: images.map((ref) => ({
      ref: aliases.speak(ref),
      regions: regionsOf(ref, seen),
      searched: triedOn(ledger, 'detect_bird', ref),
    })),
    sounds: observation.sounds.map(({ ref }) => ({
      ref: aliases.speak(ref),
      measured: wasMeasured(ref, ledger),
      heard: triedOn(ledger, 'classify_sound', ref),
    })),
    taxa: unasked(candidatesOf(ledger), ledger),
  };
}

/** What a tool can still be asked about, for a small policy: not what it was asked about before, answered or not. */
export function stillOpen(tool: string, scope: Scope): Scope {
  const { images, sounds } = scope;
  switch (tool) {
    case 'detect_bird':
      return { ...scope, images: images.filter(({ searched }) => !searched) };
    case 'audio_quality':
      return { ...scope, sounds: sounds.filter(({ measured, heard }) => !measured && !heard) };
    case 'classify_sound':
      return { ...scope, sounds: sounds.filter(({ heard }) => !heard) };
    default:
      return scope;
  }
}

/** The candidates, unless the place was asked about all of them already. */
function unasked(taxa: TaxonId[], ledger: Seen['ledger']): TaxonId[] {
  const asked = new Set(answers(ledger, 'geo_prior').flatMap(({ args }) => args.taxa));
  return taxa.some((taxon) => !asked.has(taxon)) ? taxa : [];
}

/** A tool's arguments as far as this situation has something for them; null where it has nothing. */
export function within(schema: JsonSchema, scope: Scope, style: Style): JsonSchema | null {
  const properties = schema.properties ?? {};
  const subjects =
    'image' in properties ? ofImages(scope, style) : 'sound' in properties ? ofSounds(scope, style) : [{}];
  const options = subjects.flatMap((subject) => narrowed(schema, { ...subject, ...ofTaxa(scope, style) }) ?? []);
  return options.length > 1 ? { anyOf: options } : (options[0] ?? null);
}

/** What stands in place of a property; null where there is nothing to put there. */
type Narrowing = Record<string, JsonSchema | null>;

/** Images with the same regions share one rule. A large model writes regions in pixels: any may do. */
function ofImages({ images }: Scope, style: Style): Narrowing[] {
  if (style === 'full') return images.length ? [{ image: { enum: images.map(({ ref }) => ref) } }] : [];
  const alike = new Map<string, string[]>();
  for (const { ref, regions } of images) alike.set(regions.join(), [...(alike.get(regions.join()) ?? []), ref]);
  return [...alike].map(([regions, refs]) => ({
    image: { enum: refs },
    region: regions ? { enum: regions.split(',') } : null,
  }));
}

function ofSounds({ sounds }: Scope, style: Style): Narrowing[] {
  return [true, false].flatMap((measured) => {
    const refs = sounds.filter((sound) => sound.measured === measured).map(({ ref }) => ref);
    const pointless = style === 'compact' && !measured ? { stretches: null } : {};
    return refs.length ? [{ sound: { enum: refs }, ...pointless }] : [];
  });
}

function ofTaxa({ taxa }: Scope, style: Style): Narrowing {
  if (taxa.length === 0) return { taxa: null };
  return style === 'compact'
    ? {}
    : { taxa: { type: 'array', items: { enum: taxa }, minItems: 1, maxItems: taxa.length } };
}

function narrowed(schema: JsonSchema, narrowing: Narrowing): JsonSchema | null {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const narrow = Object.hasOwn(narrowing, name) ? narrowing[name] : property;
    if (narrow) properties[name] = narrow;
    else if (schema.required?.includes(name)) return null;
  }
  return { ...schema, properties };
}
