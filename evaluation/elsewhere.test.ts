import { expect, test } from 'vitest';
import type { AgentEvent } from '../src/domain/events';
import { answers } from '../src/domain/ledger';
import type { ImageRef } from '../src/domain/observation';
import { record } from './testing';
import { classification, detection, ledger, noPlace, quality } from '../src/testing/ledger';
import { keptVision, observationElsewhere } from './elsewhere';

const IMAGE = 'photo-1' as ImageRef;
const kept = record('item', ledger(detection(), quality(), classification({ 'Regulus regulus': 0.9 }), noPlace()), {
  scores: [{ entry: 3, tool: 'classify_image', values: [2, 1, 0] }],
});
const asked = { ...kept, ledger: ledger(detection(), quality()) };

test('a kept run answers as its models did', async () => {
  const vision = keptVision(kept);
  const [found] = answers(asked.ledger, 'detect_bird');
  const [gate] = answers(asked.ledger, 'quality_gate');
  expect(await vision.detect(IMAGE)).toMatchObject({ ok: true, value: { birds: found!.payload.birds } });
  const region = gate!.args.region!;
  expect(await vision.measure(IMAGE, region)).toMatchObject({
    ok: true,
    value: { sharpness: gate!.payload.sharpness },
  });
  expect(await vision.classify(IMAGE, region)).toEqual({ ok: true, value: Float32Array.from([2, 1, 0]) });
});

test('a question that the kept run did not ask is no answer of its models', () => {
  const vision = keptVision(kept);
  expect(() => vision.detect('photo-2' as ImageRef)).toThrow('other questions');
});

test('the observation of a kept run moves to another place and day, and keeps its photos', () => {
  const observation = { id: 'x', photos: [{ ref: IMAGE, name: 'a', width: 9, height: 9, focus: null }], sounds: [] };
  const started = { type: 'started', observation: { ...observation, place: null, day: null } } as unknown as AgentEvent;
  const place = { latitude: 1, longitude: 2, precisionKm: null, source: 'given' as const };
  const moved = observationElsewhere({ ...kept, events: [started] }, { place, day: '2025-04-15' });
  expect(moved).toEqual({ ...observation, place, day: '2025-04-15' });
});
