import { describe, expect, test } from 'vitest';
import type { Box } from '../domain/box';
import type { ImageRef } from '../domain/observation';
import { TOOL_ERROR_CODES, type Failure, type Outcome, type ToolErrorCode } from '../domain/outcome';
import { PACK_ERROR_CODES, packProblem, type PackErrorCode, type PackResult } from '../packs/errors';
import { id, observation, PHOTO, taxonomy, ZURICH } from '../testing/ledger';
import type { Provider } from '../domain/ledger';
import type { WorkProblem, WorkResult } from '../runtime/protocol';
import { runClassifyImage } from './classify_image/run';
import {
  fromProblem,
  isFailure,
  knownImage,
  knownRegion,
  needModel,
  type ToolContext,
  type ToolResult,
} from './context';
import { runCrop } from './crop/run';
import { runDetectBird } from './detect_bird/run';
import { runGeoPrior } from './geo_prior/run';
import { ImageBook } from './image-book';
import { runQualityGate } from './quality_gate/run';

const READY: PackResult<Provider> = { ok: true, value: 'wasm' };
const MISSING = 'photo-9' as ImageRef;
const GOLDCREST = id('Regulus regulus');
const BLUE_TIT = id('Cyanistes caeruleus');

interface Stage {
  ready?: PackResult<Provider> | Promise<never>;
  vision?: WorkResult<unknown>;
  signal?: AbortSignal;
  place?: boolean;
  local?: WorkResult<unknown> | null;
}

/** A context whose worker gives one prepared answer to everything. */
function context({ ready = READY, vision, signal, place = false, local = null }: Stage = {}): ToolContext {
  const seen = observation({ place: place ? ZURICH : null });
  const answer = (): Promise<unknown> => Promise.resolve(vision);
  const calibration = { temperature: 1 };
  return {
    taxonomy,
    vision: { detect: answer, measure: answer, classify: answer, makeView: answer },
    models: {
      ready: () => Promise.resolve(ready),
      fingerprint: () => Promise.resolve(null),
      model: () => ({ cropMargin: 0.1, output: { kind: 'probabilities' }, calibration }),
    },
    imageLabels: [GOLDCREST, BLUE_TIT, 'no_bird'],
    priors: local && { at: () => Promise.resolve(local) },
    observation: seen,
    images: new ImageBook(seen.photos),
    signal: signal ?? new AbortController().signal,
    onProgress: () => undefined,
  } as unknown as ToolContext;
}

const region = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

function failure(value: object): Failure {
  if (!isFailure(value)) throw new Error(`not a failure: ${JSON.stringify(value)}`);
  return value;
}

async function failureOf(result: Promise<ToolResult<unknown>>): Promise<Failure> {
  const outcome: Outcome<unknown> = (await result).outcome;
  return failure(outcome);
}

describe('an image that is not there', () => {
  test('is answered with the images that are', () => {
    const { code, message, hint } = failure(knownImage(MISSING, context()));
    expect(code).toBe('unknown_image');
    expect(message).toContain('photo-9');
    expect(hint).toBe('Use one of: photo-1 (800 x 600).');
  });

  test.each([
    ['detect_bird', () => runDetectBird({ image: MISSING }, context())],
    ['quality_gate', () => runQualityGate({ image: MISSING }, context())],
    ['classify_image', () => runClassifyImage({ image: MISSING }, context())],
    ['crop', () => runCrop({ image: MISSING, region: region(0, 0, 50, 50), margin: 0.1 }, context())],
  ])('is noticed by %s', async (_, run) => {
    expect(await failureOf(run())).toMatchObject({ code: 'unknown_image' });
  });
});

describe('a region', () => {
  test('is the whole image where none is given', () => {
    expect(knownRegion(PHOTO, undefined, context())).toEqual(region(0, 0, 800, 600));
  });

  test('is cut to the image', () => {
    expect(knownRegion(PHOTO, region(700, -10, 500, 100), context())).toEqual(region(700, 0, 100, 90));
  });

  test('outside the image is answered with the real size and where boxes come from', () => {
    const { code, hint } = failure(knownRegion(PHOTO, region(900, 0, 50, 50), context()));
    expect(code).toBe('region_outside_image');
    expect(hint).toBe('photo-1 is 800 x 600 pixels; use a box of detect_bird.');
  });

  test('of fewer than eight pixels a side is too small, eight are enough', () => {
    const { code, message, hint } = failure(knownRegion(PHOTO, region(0, 0, 100, 7), context()));
    expect(code).toBe('region_too_small');
    expect(message).toContain('8 pixels');
    expect(hint).toContain('800 x 600');
    expect(knownRegion(PHOTO, region(0, 0, 100, 8), context())).toEqual(region(0, 0, 100, 8));
    expect(isFailure(knownRegion(PHOTO, region(796, 0, 100, 100), context()))).toBe(true);
  });
});

describe('a model that cannot be used', () => {
  const CODES: Record<PackErrorCode, ToolErrorCode> = {
    pack_unreachable: 'model_missing',
    manifest_invalid: 'model_missing',
    file_missing: 'model_missing',
    file_not_a_model: 'model_missing',
    file_damaged: 'model_damaged',
    labels_unknown: 'model_missing',
    golden_failed: 'model_damaged',
    model_unusable: 'model_missing',
    role_missing: 'model_missing',
    out_of_memory: 'out_of_memory',
  };

  test.each(PACK_ERROR_CODES)('for %s says why and what to do instead', async (problem) => {
    const stage = { ready: { ok: false, problem: packProblem(problem, 'image.onnx is not right.') } } as const;
    const found = await needModel('image', context(stage));
    expect(found).toEqual({
      status: 'failed',
      code: CODES[problem],
      message: 'image.onnx is not right.',
      hint: 'Continue without this tool, or conclude with what the ledger holds.',
    });
  });

  test('yet because the run was cancelled does not keep it waiting', async () => {
    const loading = new Promise<never>(() => undefined);
    const found = await needModel('image', context({ ready: loading, signal: AbortSignal.abort() }));
    expect(found).toMatchObject({ code: 'cancelled', hint: '' });
    const abort = new AbortController();
    const waiting = needModel('image', context({ ready: loading, signal: abort.signal }));
    abort.abort();
    expect(await waiting).toMatchObject({ code: 'cancelled', hint: '' });
  });

  test('fails every tool that needs it, with the same words', async () => {
    const stage = { ready: { ok: false, problem: packProblem('file_damaged', 'damaged') }, place: true } as const;
    const local = { ok: true, value: {} } as const;
    for (const result of [
      runDetectBird({ image: PHOTO }, context(stage)),
      runClassifyImage({ image: PHOTO }, context(stage)),
      runGeoPrior({ taxa: [GOLDCREST] }, context({ ...stage, local })),
    ]) {
      expect(await failureOf(result)).toMatchObject({ code: 'model_damaged', message: 'damaged' });
    }
  });

  test('is none that can', async () => {
    expect(await needModel('image', context())).toBeNull();
  });
});

describe('a failure of the worker', () => {
  test.each(TOOL_ERROR_CODES)('%s keeps its code and words, and says how to go on', (code) => {
    const problem: WorkProblem = { code, message: 'What happened.' };
    const { hint, ...rest } = fromProblem(problem);
    expect(rest).toEqual({ status: 'failed', code, message: 'What happened.' });
    if (code === 'cancelled') expect(hint).toBe('');
    else expect(hint).toMatch(/another tool|conclude/);
  });

  test.each([
    ['detect_bird', (c: ToolContext) => runDetectBird({ image: PHOTO }, c)],
    ['quality_gate', (c: ToolContext) => runQualityGate({ image: PHOTO }, c)],
    ['classify_image', (c: ToolContext) => runClassifyImage({ image: PHOTO }, c)],
    ['crop', (c: ToolContext) => runCrop({ image: PHOTO, region: region(0, 0, 50, 50), margin: 0 }, c)],
  ])('reaches the ledger through %s', async (_, run) => {
    const vision = { ok: false, problem: { code: 'worker_lost', message: 'Gone.' } } as const;
    expect(await failureOf(run(context({ vision })))).toMatchObject({ code: 'worker_lost', message: 'Gone.' });
  });
});

describe('the classifier', () => {
  test('that gives another number of outputs than it has labels is not believed', async () => {
    const stage = { vision: { ok: true, value: Float32Array.of(0.9, 0.1) } } as const;
    const found = await failureOf(runClassifyImage({ image: PHOTO }, context(stage)));
    expect(found.code).toBe('model_output_invalid');
    expect(found.message).toContain('2');
    expect(found.message).toContain('3');
  });

  test('is believed where the numbers match', async () => {
    const stage = { vision: { ok: true, value: Float32Array.of(0.75, 0.125, 0.125) } } as const;
    const { outcome } = await runClassifyImage({ image: PHOTO }, context(stage));
    expect(outcome).toMatchObject({ status: 'ok', payload: { noBird: expect.closeTo(0.125, 5) as number } });
    expect(outcome).toHaveProperty('payload.candidates.0.taxon', GOLDCREST);
  });
});

describe('geo_prior', () => {
  test('wants species, and says where they come from', async () => {
    for (const stranger of ['Regulus', 'nobody1'] as (typeof GOLDCREST)[]) {
      const found = await failureOf(runGeoPrior({ taxa: [GOLDCREST, stranger] }, context()));
      expect(found.code).toBe('unknown_taxon');
      expect(found.message).toContain(stranger);
      expect(found.hint).toContain('classify_image');
    }
  });

  test('is not applied, and says why, without a place or without a model', async () => {
    const local = { ok: true, value: {} } as const;
    const unplaced = await runGeoPrior({ taxa: [GOLDCREST] }, context({ local }));
    expect(unplaced.outcome).toEqual({ status: 'ok', payload: { applied: false, reason: 'no_place' } });
    const unknown = await runGeoPrior({ taxa: [GOLDCREST] }, context({ place: true }));
    expect(unknown.outcome).toEqual({ status: 'ok', payload: { applied: false, reason: 'not_in_pack' } });
  });

  test('concludes nothing about a species that the model does not know', async () => {
    const known = { probability: 0.004, share: 0.3 };
    const chance = (taxon: string): typeof known | null => (taxon === GOLDCREST ? known : null);
    const local = { ok: true, value: { chance } } as const;
    const { outcome } = await runGeoPrior({ taxa: [GOLDCREST, BLUE_TIT] }, context({ place: true, local }));
    const species = [{ taxon: GOLDCREST, ...known, status: 'expected' }];
    expect(outcome).toEqual({ status: 'ok', payload: { applied: true, month: null, species, unknown: [BLUE_TIT] } });
  });
});

describe('views', () => {
  test('end at the limit with a hint to use those there are', async () => {
    const stage = context({ vision: { ok: true, value: { width: 50, height: 50 } } });
    for (let i = 0; i < 8; i++) {
      const made = await runCrop({ image: PHOTO, region: region(i, 0, 50, 50), margin: 0 }, stage);
      expect(made.outcome.status).toBe('ok');
    }
    const found = await failureOf(runCrop({ image: PHOTO, region: region(9, 0, 50, 50), margin: 0 }, stage));
    expect(found.code).toBe('view_limit');
    expect(found.hint).toMatch(/views there are/);
  });
});
