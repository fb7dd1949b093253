import { expect, it } from 'vitest';
import { Progress } from './progress';

it('progress only ever grows, whatever the stages report, and every stage says what it is', () => {
  const told: [number, string][] = [];
  const { step, listeners } = new Progress((progress, message) => told.push([progress, message]));
  step('detect_bird');
  listeners.onProgress('loading_model', 0, 10);
  listeners.onProgress('loading_model', 10, 10);
  listeners.onProgress('loading_model', 5, 10);
  listeners.onProgress('listening', 0, 0);
  step('geo_prior');
  const numbers = told.map(([progress]) => progress);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(told.map(([, message]) => message)).toEqual([
    'detect_bird',
    'Loading a model: 0 %',
    'Loading a model: 100 %',
    'Listening: 0 %',
    'geo_prior',
  ]);
});
