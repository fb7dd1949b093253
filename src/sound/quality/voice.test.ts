import { expect, test } from 'vitest';
import { confirmedVoices } from './voice';

const talk = { from: 2, to: 5, probability: 0.9 };
const heardAs = (kind: string, probability: number) => [{ kind, times: [{ from: 1, to: 4, probability }] }];
const bird = (probability: number) => [{ from: 3, to: 6, candidates: [{ probability }] }];

test('a stretch that sounds like a voice is as sure as the model that hears one in it', () => {
  expect(confirmedVoices([talk], heardAs('human_voice', 0.7), bird(0.9))).toEqual([{ ...talk, probability: 0.7 }]);
});

test('it is no voice where the model is sure of a bird or of another sound', () => {
  expect(confirmedVoices([talk], [], bird(0.6))).toEqual([]);
  expect(confirmedVoices([talk], heardAs('noise', 0.6), [])).toEqual([]);
});

test('it stays a voice where the model is sure of nothing, or of something at another time', () => {
  expect(confirmedVoices([talk], heardAs('noise', 0.4), bird(0.4))).toEqual([talk]);
  const later = { from: 20, to: 24, probability: 0.9 };
  expect(confirmedVoices([talk, later], [], bird(0.9))).toEqual([later]);
});
