import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Box } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import type { TaxonId } from '../domain/taxonomy';
import { BOX, id, PHOTO } from '../testing/ledger';
import { RUN_TOOL } from './run';
import {
  isToolName,
  TOOL_NAMES,
  TOOL_SCHEMAS,
  type ToolArgs,
  type ToolInput,
  type ToolName,
  type ToolPayload,
} from './schemas';

describe('the tools', () => {
  test('are known by the names that their schemas carry, and each can run', () => {
    for (const name of TOOL_NAMES) {
      expect(TOOL_SCHEMAS[name].name).toBe(name);
      expect(RUN_TOOL[name]).toBeTypeOf('function');
    }
    expect(TOOL_NAMES).toHaveLength(7);
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
  ])('of %s refuse %j', (tool, args) => {
    expect(accepts(tool, args)).toBe(false);
  });

  test.each<[ToolName, unknown]>([
    ['detect_bird', { image: 'photo-1.crop-2.enhanced-3' }],
    ['enhance', { image: PHOTO, operation: 'denoise' }],
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

  test('of names are a closed list', () => {
    expectTypeOf<ToolName>().toEqualTypeOf<
      'detect_bird' | 'quality_gate' | 'zoom_in' | 'crop' | 'enhance' | 'classify_image' | 'geo_prior'
    >();
    expectTypeOf(isToolName).guards.toEqualTypeOf<ToolName>();
  });
});
