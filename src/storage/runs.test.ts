import { expect, test } from 'vitest';
import type { AgentEvent } from '../domain/events';
import { observation } from '../testing/ledger';
import { readRun } from './runs';

test('a run that was saved before there were sounds is read as one without any', () => {
  const { id, photos, place, day } = observation();
  const old = { id, photos, place, day };
  const started = { type: 'started', run: 'run-1', at: '2026-05-17T06:12:00.000Z', observation: old };
  const kept = { id: 'run-1', at: started.at, events: [started as unknown as AgentEvent], thumbnail: null };
  expect(readRun(kept).events[0]).toMatchObject({ observation: { ...old, sounds: [] } });
});
