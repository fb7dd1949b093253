import { expect, test } from 'vitest';
import { problemOf, readBack } from './microphone';

test('what the browser left on, and what it does not tell, is read back', () => {
  const settings = { echoCancellation: false, autoGainControl: true };
  expect(readBack(settings)).toEqual({ processed: ['autoGainControl'], untold: ['noiseSuppression'] });
});

test('a kind of echo cancellation counts as one', () => {
  const settings = { echoCancellation: 'remote-only' } as unknown as MediaTrackSettings;
  expect(readBack(settings).processed).toEqual(['echoCancellation']);
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'none_there'],
  ['NotReadableError', 'in_use'],
  ['TypeError', 'unsupported'],
])('%s means %s', (name, problem) => {
  expect(problemOf(new DOMException('', name))).toBe(problem);
});
