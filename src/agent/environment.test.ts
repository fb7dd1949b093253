import { describe, expect, it } from 'vitest';
import type { Evidence } from '../domain/ledger';
import { classification, detection, id, ledger, observation, PHOTO, taxonomy } from '../testing/ledger';
import type { ToolServices } from '../tools/context';
import { Environment } from './environment';
import type { HintLevel } from '../domain/events';

/** Services for calls that fail before any model is asked: touching a model would throw and show up as a crash. */
const services = { taxonomy, imageLabels: [], priors: null } as unknown as ToolServices;

async function perform(tool: string, args: unknown, hints: HintLevel = 'full', before: Evidence[] = []) {
  const environment = new Environment(services, observation(), hints);
  return environment.perform({ id: 7, tool, args }, before, new AbortController().signal);
}

describe('a call that cannot be carried out', () => {
  it.each([
    ['an unknown tool', 'identify_bird', {}, 'unknown_tool', /detect_bird, quality_gate/],
    ['a missing argument', 'detect_bird', {}, 'invalid_arguments', /detect_bird takes image/],
    ['a wrong type', 'detect_bird', { image: 3 }, 'invalid_arguments', /Expected string, got 3/],
    ['no object at all', 'crop', 'the bird', 'invalid_arguments', /crop takes image, region, margin/],
    ['an argument too many', 'detect_bird', { image: PHOTO, colour: 'red' }, 'invalid_arguments', /takes image/],
    [
      'a number out of range',
      'zoom_in',
      { image: PHOTO, region: box(0, 0, 50, 50), factor: 9 },
      'invalid_arguments',
      /takes/,
    ],
    ['an image that is not there', 'detect_bird', { image: 'photo-9' }, 'unknown_image', /photo-1 \(800 x 600\)/],
    [
      'a region outside',
      'crop',
      { image: PHOTO, region: box(900, 0, 50, 50) },
      'region_outside_image',
      /800 x 600 pixels/,
    ],
    ['a region too small', 'crop', { image: PHOTO, region: box(0, 0, 50, 3) }, 'region_too_small', /larger part/],
    ['a taxon that is no species', 'geo_prior', { taxa: ['Regulus'] }, 'unknown_taxon', /classify_image first/],
  ] as const)('%s is answered with what to do instead', async (_what, tool, args, code, hint) => {
    const { outcome } = await perform(tool, args);
    expect(outcome).toMatchObject({ status: 'failed', code });
    if (outcome.status === 'failed') expect(outcome.hint).toMatch(hint);
  });

  it('a call that was answered before points to its entry', async () => {
    const before = ledger(detection(), classification({ 'Regulus regulus': 0.9 }));
    const { outcome } = await perform('detect_bird', { image: PHOTO }, 'full', before);
    expect(outcome).toMatchObject({ code: 'call_repeated', hint: expect.stringContaining('entry 1') as string });
  });

  it.each([
    ['full', true, true],
    ['plain', true, false],
    ['off', false, false],
  ] as const)('at hint level %s tells message %s and hint %s', async (level, message, hint) => {
    const { outcome } = await perform('identify_bird', {}, level);
    expect(outcome).toMatchObject({ code: 'unknown_tool' });
    if (outcome.status === 'ok') throw new Error('the call must fail');
    expect(outcome.message !== '').toBe(message);
    expect(outcome.hint !== '').toBe(hint);
  });

  it('a tool that throws becomes a failed entry, not the end of the run', async () => {
    const entry = await perform('detect_bird', { image: PHOTO });
    expect(entry).toMatchObject({ kind: 'tool', id: 7, outcome: { status: 'failed', code: 'tool_crashed' } });
  });
});

describe('geo_prior without a geo model', () => {
  it('says that it was not applied', async () => {
    const { outcome } = await perform('geo_prior', { taxa: [id('Regulus regulus')] });
    expect(outcome).toEqual({ status: 'ok', payload: { applied: false, reason: 'not_in_pack' } });
  });
});

function box(x: number, y: number, width: number, height: number) {
  return { x, y, width, height };
}
