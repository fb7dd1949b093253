import fc from 'fast-check';
import { SKIP_REASONS, type Evidence } from '../domain/ledger';
import { NAMING_GRAINS } from '../domain/grain';
import type { Decision } from '../agent/policy';
import { ENHANCEMENTS } from '../domain/tools/enhance';
import { TOOL_NAMES } from '../domain/tools/schemas';
import { BOX, classification, detection, id, ledger, noPlace, PHOTO, place, quality } from './ledger';

/** What may stand in a thought: a line of plain words. */
const thought = fc.option(
  fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9 ,.]{0,60}[a-zA-Z0-9]$/).map((text) => text.replace(/ +/g, ' ')),
);
const image = fc.constantFrom('photo-1', 'photo-2', 'photo-1.crop-1', 'photo-1.zoom-1.enhanced-2');
const number = fc.integer({ min: 0, max: 4000 });
const size = fc.integer({ min: 1, max: 4000 });
const box = fc.record({ x: number, y: number, width: size, height: size });
const taxa = fc.uniqueArray(fc.constantFrom('goldcr1', 'firecr1', 'eurrob1', 'gretit1'), { minLength: 1 });
const optional = <T>(name: string, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.option(value).map((some) => (some === null ? {} : { [name]: some }));
const args = (...parts: fc.Arbitrary<Record<string, unknown>>[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Record<string, unknown>);

const call = (tool: string, given: fc.Arbitrary<unknown>): fc.Arbitrary<Decision> =>
  fc.tuple(given, thought).map(([one, said]) => ({ kind: 'call', tool, args: one, thought: said, tokens: 0 }));

/** Any decision a policy can take, with any arguments its tool accepts. */
export const anyDecision: fc.Arbitrary<Decision> = fc.oneof(
  call('detect_bird', fc.record({ image })),
  call('quality_gate', args(fc.record({ image }), optional('region', box))),
  call('classify_image', args(fc.record({ image }), optional('region', box))),
  call('zoom_in', args(fc.record({ image, region: box }), optional('factor', fc.constantFrom(1.5, 2.5, 3, 4)))),
  call('crop', args(fc.record({ image, region: box }), optional('margin', fc.constantFrom(0, 0.2, 0.3)))),
  call('enhance', args(fc.record({ image, operation: fc.constantFrom(...ENHANCEMENTS) }), optional('region', box))),
  call('geo_prior', fc.record({ taxa })),
  fc.record({
    kind: fc.constant('skip' as const),
    tool: fc.constantFrom(...TOOL_NAMES),
    reason: fc.constantFrom(...SKIP_REASONS),
    tokens: fc.constant(0),
  }),
  fc.record({
    kind: fc.constant('conclude' as const),
    ceiling: fc.constantFrom(...NAMING_GRAINS, 'abstain' as const),
    tokens: fc.constant(0),
  }),
);

const LOOK = classification({ 'Regulus regulus': 0.9, 'Regulus ignicapilla': 0.05 });

/** A ledger as runs write them. */
export const LEDGERS: readonly Evidence[][] = [
  [],
  ledger(detection()),
  ledger(detection(0)),
  ledger(detection(3), quality(), LOOK, place({ 'Regulus regulus': 0.5, 'Regulus ignicapilla': 0.001 })),
  ledger(detection(), quality({ grade: 'marginal', reasons: ['soft'] }), LOOK, noPlace()),
  ledger({ kind: 'skipped', id: 0, tool: 'classify_image', reason: 'no_bird' }),
];

/** Calls that point at what the fourth ledger holds. */
export const POINTING: readonly Decision[] = [
  { kind: 'call', tool: 'crop', args: { image: PHOTO, region: BOX }, thought: null, tokens: 0 },
  { kind: 'call', tool: 'crop', args: { image: PHOTO, region: { ...BOX, x: BOX.x + 1 } }, thought: null, tokens: 0 },
  {
    kind: 'call',
    tool: 'geo_prior',
    args: { taxa: [id('Regulus regulus'), id('Regulus ignicapilla')] },
    thought: null,
    tokens: 0,
  },
];
