import { describe, expect, it } from 'vitest';
import type { Box, ScoredBox } from '../domain/box';
import { answers, type Evidence, type Ledger } from '../domain/ledger';
import type { ImageRef, Photo } from '../domain/observation';
import { traceToPhoto } from '../domain/views';
import {
  answered,
  BOX,
  classification,
  detected,
  failedCall,
  ledger,
  observation,
  PHOTO,
  photo,
  quality,
} from '../testing/ledger';
import { blueprint } from './blueprint';
import type { Decision } from './policy';

const GOLDCREST = 'Regulus regulus';
const FAR: Box = { x: 700, y: 300, width: 40, height: 30 };
const EDGE: Box = { x: 0, y: 500, width: 60, height: 80 };

/** What there is to see: what the detector gives to a box, the classifier's first species and its "no bird". */
interface World {
  boxes: { box: Box; glance: number; closer?: number; first: number; noBird: number }[];
  whole: { first: number; noBird: number };
}

const NOTHING = { first: 0.05, noBird: 0.95 };
const EMPTY: World = { boxes: [], whole: NOTHING };
const bird = (box: Box, glance: number, closer = glance): World['boxes'][number] => ({
  ...{ box, glance, closer, first: 0.95, noBird: 0 },
});
const stone = (box: Box, glance: number, closer = glance): World['boxes'][number] => ({
  ...{ box, glance, closer, ...NOTHING },
});

const inside = (part: Box, { x, y, width, height }: Box): boolean =>
  x >= part.x && y >= part.y && x + width <= part.x + part.width && y + height <= part.y + part.height;

/** Carries a call out in such a world. */
function answer(decision: Decision & { kind: 'call' }, world: World, entries: Ledger, given: Photo): Evidence {
  const args = decision.args as { image: ImageRef; region?: Box; factor?: number };
  const spot = traceToPhoto(entries, args.image, args.region ?? null);
  switch (decision.tool) {
    case 'detect_bird': {
      const [view] = answers(entries, 'zoom_in').filter(({ payload }) => payload.image === args.image);
      const shown = view?.payload.region ?? { x: 0, y: 0, width: given.width, height: given.height };
      const scale = view ? view.payload.width / shown.width : 1;
      const seen: ScoredBox[] = world.boxes
        .filter(({ box }) => inside(shown, box))
        .map(({ box, glance, closer = glance }) => ({
          box: {
            ...{ x: (box.x - shown.x) * scale, y: (box.y - shown.y) * scale },
            ...{ width: box.width * scale, height: box.height * scale },
          },
          score: view ? closer : glance,
        }));
      const birds = seen.filter(({ score }) => score >= 0.4).map(({ box }) => box);
      return detected(
        birds,
        args.image,
        seen.filter(({ score }) => score >= 0.05 && score < 0.4),
      );
    }
    case 'zoom_in': {
      const region = args.region!;
      const image = `${args.image}.zoom-${entries.length}` as ImageRef;
      const size = { width: region.width * 2, height: region.height * 2 };
      return answered('zoom_in', { image: args.image, region, factor: 2 }, { image, ...size, region });
    }
    case 'classify_image': {
      const box = spot.box;
      const about = box && world.boxes.find((one) => Math.abs(one.box.x - box.x) + Math.abs(one.box.y - box.y) < 1e-6);
      const { first, noBird } = about ?? world.whole;
      return { ...classification({ [GOLDCREST]: first }, { noBird }), args } as Evidence;
    }
    case 'quality_gate':
      return { ...quality(), args } as Evidence;
    default:
      return answered('geo_prior', { taxa: [] }, { applied: false, reason: 'no_place' });
  }
}

async function run(
  world: World,
  given: Photo[] = observation().photos.slice(),
): Promise<{ called: string[]; entries: Evidence[] }> {
  const entries: Evidence[] = [];
  const called: string[] = [];
  const signal = new AbortController().signal;
  for (;;) {
    const callsLeft = 12 - called.length;
    const decision = await blueprint.decide(
      { observation: observation({ photos: given }), ledger: ledger(...entries), callsLeft },
      signal,
    );
    if (decision.kind === 'conclude') return { called, entries: ledger(...entries) };
    if (decision.kind === 'skip')
      entries.push({ kind: 'skipped', id: 0, tool: decision.tool, reason: decision.reason });
    if (decision.kind !== 'call') continue;
    called.push(decision.tool);
    entries.push(answer(decision, world, ledger(...entries), given[0]!));
  }
}

const CLOSER = ['zoom_in', 'detect_bird'];
const THE_REST = ['quality_gate', 'geo_prior'];

describe('the search for a bird', () => {
  it.each<[string, World, string[], Box | null | undefined]>([
    [
      'a clear bird: four calls',
      { ...EMPTY, boxes: [bird(BOX, 0.9)] },
      ['detect_bird', 'quality_gate', 'classify_image', 'geo_prior'],
      BOX,
    ],
    ['a faint box first', { ...EMPTY, boxes: [bird(FAR, 0.2)] }, ['detect_bird', 'classify_image', ...THE_REST], FAR],
    [
      'from closer by, where nothing is seen at first: the right half is the second',
      { ...EMPTY, boxes: [bird(FAR, 0.01, 0.8)] },
      ['detect_bird', ...CLOSER, ...CLOSER, 'classify_image', ...THE_REST],
      FAR,
    ],
    [
      'from closer by, where the faint box is none',
      { ...EMPTY, boxes: [stone(BOX, 0.2), bird(FAR, 0.01, 0.8)] },
      ['detect_bird', 'classify_image', ...CLOSER, ...CLOSER, 'classify_image', ...THE_REST],
      FAR,
    ],
    [
      'the best faint box of the parts, once both were searched',
      { ...EMPTY, boxes: [bird(EDGE, 0.01, 0.1), stone(FAR, 0.01, 0.06)] },
      ['detect_bird', ...CLOSER, ...CLOSER, 'classify_image', ...THE_REST],
      EDGE,
    ],
    [
      'elsewhere, where the classifier refutes the box that the detector was sure of',
      { ...EMPTY, boxes: [stone(BOX, 0.6), bird(FAR, 0.01, 0.8)] },
      ['detect_bird', 'quality_gate', 'classify_image', ...CLOSER, ...CLOSER, 'classify_image', ...THE_REST],
      FAR,
    ],
    [
      'the whole photo last',
      { boxes: [], whole: { first: 0.95, noBird: 0.01 } },
      ['detect_bird', ...CLOSER, ...CLOSER, 'classify_image', ...THE_REST],
      null,
    ],
    ['nothing, and no place is asked about', EMPTY, ['detect_bird', ...CLOSER, ...CLOSER, 'classify_image'], undefined],
  ])('looks at %s', async (_name, world, calls, where) => {
    const { called, entries } = await run(world);
    expect(called).toEqual(calls);
    const gates = answers(entries, 'quality_gate').map(({ args }) => args.region ?? null);
    if (where === undefined) expect(gates).toEqual([]);
    else expect(gates.at(-1) ?? null).toEqual(where === null ? null : expect.objectContaining(rounded(where)));
  });

  it.each([
    ['an oblong photo', photo()],
    ['a portrait', photo({ width: 600, height: 800 })],
    ['a square one, in overlapping quarters', photo({ width: 600, height: 600 })],
  ])('gives up on %s within twelve calls, whatever it is fooled by', async (_name, given) => {
    const spots = [0, 150, 300, 450].flatMap((x) => [0, 200, 400].map((y) => ({ x, y, width: 90, height: 90 })));
    const fools = spots.map((box, i) => stone(box, i % 3 ? 0.01 : 0.3, i % 2 ? 0.7 : 0.2));
    const { called, entries } = await run({ ...EMPTY, boxes: fools }, [given]);
    expect(called.length).toBeLessThanOrEqual(12);
    expect(answers(entries, 'geo_prior')).toEqual([]);
  });

  it('leaves the photos after it what a clear one takes', async () => {
    const photos = [photo(), photo({ ref: 'photo-2' as ImageRef }), photo({ ref: 'photo-3' as ImageRef })];
    const { called, entries } = await run(EMPTY, photos);
    expect(called.length).toBeLessThanOrEqual(12);
    const searched = answers(entries, 'detect_bird').map(({ args }) => args.image);
    expect(searched).toEqual(expect.arrayContaining(photos.map(({ ref }) => ref)));
  });

  it('goes on where a part cannot be magnified', async () => {
    const part = { x: 0, y: 0, width: 600, height: 600 };
    const failed = failedCall('zoom_in', { image: PHOTO, region: part, factor: 2 }, 'view_limit');
    const decision = await blueprint.decide(
      { observation: observation(), ledger: ledger(detected([]), failed), callsLeft: 10 },
      new AbortController().signal,
    );
    expect(decision).toMatchObject({ tool: 'zoom_in', args: { region: { x: 200, y: 0, width: 600, height: 600 } } });
  });
});

/** A box that went through a view and back differs by what floating point loses. */
function rounded({ x, y, width, height }: Box) {
  return {
    ...{ x: expect.closeTo(x, 6) as number, y: expect.closeTo(y, 6) as number },
    ...{ width: expect.closeTo(width, 6) as number, height: expect.closeTo(height, 6) as number },
  };
}
