import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Box } from '../domain/box';
import type { ImageRef, Sound, Stretch } from '../domain/observation';
import type { TaxonId } from '../domain/taxonomy';
import { BOX, id, PHOTO, SOUND } from '../testing/ledger';
import { MAX_STRETCHES, type HeardBird } from '../domain/tools/classify_sound';
import { RUN_TOOL } from './run';
import {
  isToolName,
  TOOL_NAMES,
  TOOL_SCHEMAS,
  type ToolArgs,
  type ToolInput,
  type ToolName,
  type ToolPayload,
} from '../domain/tools/schemas';

describe('the tools', () => {
  test('are known by the names that their schemas carry, and each can run', () => {
    for (const name of TOOL_NAMES) {
      expect(TOOL_SCHEMAS[name].name).toBe(name);
      expect(RUN_TOOL[name]).toBeTypeOf('function');
    }
    expect(TOOL_NAMES).toHaveLength(9);
  });

  test.each(['toString', '__proto__', 'constructor', 'Detect_bird', ''])('"%s" is none of them', (name) => {
    expect(isToolName(name)).toBe(false);
  });

  test('say what they do in a sentence or two, and what each argument is', () => {
    for (const name of TOOL_NAMES) {
      const { description, args } = TOOL_SCHEMAS[name];
      expect(description.length).toBeLessThan(160);
      const entries = (args as unknown as { entries: Record<string, v.GenericSchema> }).entries;
      for (const entry of Object.values(entries)) {
        const inner = 'wrapped' in entry ? (entry.wrapped as v.GenericSchema) : entry;
        expect(v.getDescription(inner as never), `an argument of ${name}`).toBeTruthy();
      }
    }
  });
});

describe('arguments', () => {
  const accepts = (tool: ToolName, args: unknown): boolean => v.is(TOOL_SCHEMAS[tool].args, args);

  test('are filled in where they have a usual value', () => {
    expect(v.parse(TOOL_SCHEMAS.crop.args, { image: PHOTO, region: BOX })).toMatchObject({ margin: 0.1 });
    expect(v.parse(TOOL_SCHEMAS.zoom_in.args, { image: PHOTO, region: BOX })).toMatchObject({ factor: 2 });
  });

  test.each<[ToolName, unknown]>([
    ['detect_bird', {}],
    ['detect_bird', { image: PHOTO, region: BOX }],
    ['detect_bird', { image: 'https://else.where/photo.jpg' }],
    ['detect_bird', { image: 'photo-1; drop' }],
    ['quality_gate', { image: PHOTO, region: { ...BOX, width: 0 } }],
    ['quality_gate', { image: PHOTO, region: { ...BOX, x: NaN } }],
    ['quality_gate', { image: PHOTO, region: { ...BOX, x: Infinity } }],
    ['crop', { image: PHOTO }],
    ['crop', { image: PHOTO, region: BOX, margin: 0.6 }],
    ['zoom_in', { image: PHOTO, region: BOX, factor: 1 }],
    ['zoom_in', { image: PHOTO, region: BOX, factor: 5 }],
    ['enhance', { image: PHOTO, operation: 'colourise' }],
    ['geo_prior', { taxa: [] }],
    ['geo_prior', { taxa: ['Goldcrest kinglet'] }],
    ['geo_prior', { taxa: Array<string>(21).fill('goldcr1') }],
    ['classify_image', null],
    ['audio_quality', { sound: PHOTO }],
    ['audio_quality', { sound: SOUND, stretch: { from: 3, to: 3 } }],
    ['audio_quality', { sound: SOUND, stretch: { from: -1, to: 3 } }],
    ['classify_sound', { sound: 'sound-1; drop' }],
    ['classify_sound', { sound: SOUND, stretches: [] }],
    ['classify_sound', { sound: SOUND, stretches: Array<object>(MAX_STRETCHES + 1).fill({ from: 0, to: 3 }) }],
  ])('of %s refuse %j', (tool, args) => {
    expect(accepts(tool, args)).toBe(false);
  });

  test.each<[ToolName, unknown]>([
    ['detect_bird', { image: 'photo-1.crop-2.enhanced-3' }],
    ['enhance', { image: PHOTO, operation: 'denoise' }],
    ['audio_quality', { sound: SOUND }],
    ['classify_sound', { sound: SOUND, stretches: [{ from: 0, to: 2.5 }] }],
    ['geo_prior', { taxa: Array<string>(20).fill(id('Regulus regulus')) }],
    ['zoom_in', { image: PHOTO, region: BOX, factor: 1.5 }],
  ])('of %s accept %j', (tool, args) => {
    expect(accepts(tool, args)).toBe(true);
  });
});

describe('the types', () => {
  test('of arguments are what the schema gives, of input what a caller writes', () => {
    expectTypeOf<ToolArgs<'detect_bird'>>().toEqualTypeOf<{ image: ImageRef }>();
    expectTypeOf<ToolArgs<'crop'>>().toEqualTypeOf<{ image: ImageRef; region: Box; margin: number }>();
    expectTypeOf<ToolArgs<'geo_prior'>>().toEqualTypeOf<{ taxa: TaxonId[] }>();
    expectTypeOf<ToolInput<'crop'>['margin']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<ToolArgs<'enhance'>['operation']>().toEqualTypeOf<'contrast' | 'brightness' | 'denoise' | 'sharpen'>();
  });

  test('of payloads tell an applied place from one that was not', () => {
    type Applied = Extract<ToolPayload<'geo_prior'>, { applied: true }>;
    expectTypeOf<Applied['month']>().toEqualTypeOf<number | null>();
    expectTypeOf<Applied['species'][number]['status']>().toEqualTypeOf<'expected' | 'unusual' | 'out_of_range'>();
    expectTypeOf<Extract<ToolPayload<'geo_prior'>, { applied: false }>>().not.toHaveProperty('species');
  });

  test('key everything by taxon, never by a common name', () => {
    type Candidate = ToolPayload<'classify_image'>['candidates'][number];
    expectTypeOf<Candidate>().toEqualTypeOf<{ taxon: TaxonId; probability: number }>();
    expectTypeOf<string>().not.toExtend<TaxonId>();
    expectTypeOf<string>().not.toExtend<ImageRef>();
  });

  test('of a recording tell times in seconds from its start', () => {
    expectTypeOf<Stretch>().toEqualTypeOf<{ from: number; to: number }>();
    expectTypeOf<ToolPayload<'audio_quality'>['stretches']>().toEqualTypeOf<Stretch[]>();
    expectTypeOf<HeardBird['times'][number]>().toEqualTypeOf<{ from: number; to: number; probability: number }>();
    expectTypeOf<ToolArgs<'classify_sound'>['sound']>().toEqualTypeOf<Sound['ref']>();
  });

  test('of names are a closed list', () => {
    expectTypeOf<ToolName>().toEqualTypeOf<
      | 'detect_bird'
      | 'quality_gate'
      | 'zoom_in'
      | 'crop'
      | 'enhance'
      | 'audio_quality'
      | 'classify_image'
      | 'classify_sound'
      | 'geo_prior'
    >();
    expectTypeOf(isToolName).guards.toEqualTypeOf<ToolName>();
  });
});
