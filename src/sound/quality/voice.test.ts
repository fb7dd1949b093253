import { expect, test } from 'vitest';
import { confirmedVoices } from './voice';

test('a stretch counts as a voice where the model hears one in it, and no surer than the model is', () => {
  const voice = [
    { from: 2, to: 5, probability: 0.9 },
    { from: 20, to: 24, probability: 0.9 },
  ];
  const others = [
    { kind: 'human_voice', times: [{ from: 1, to: 4, probability: 0.7 }] },
    { kind: 'noise', times: [{ from: 20, to: 23, probability: 0.9 }] },
  ];
  expect(confirmedVoices(voice, others)).toEqual([{ from: 2, to: 5, probability: 0.7 }]);
  expect(confirmedVoices(voice, [])).toEqual([]);
});
