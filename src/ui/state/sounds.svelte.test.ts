import { expect, test, vi } from 'vitest';
import { ZURICH } from '../../testing/evidence';
import { dayOf } from '../format';
import type { Session } from './session.svelte';
import { SoundState } from './sounds.svelte';

const CUT_OFF = { id: 'recording-1', at: '2026-05-17T06:12:00.000Z', seconds: 8, sampleRate: 48_000, chunks: 8 };

test('what the microphone recorded is an observation from the place that was given while it listened', async () => {
  const add = vi.fn<Session['intake']['add']>(() => Promise.resolve());
  const recordings = { file: () => Promise.resolve(new Blob(['-'])), cutOff: () => Promise.resolve([]) };
  const state = new SoundState({ app: { recordings }, intake: { add } } as unknown as Session);
  state.place = ZURICH;
  await state.resume(CUT_OFF);
  const [[file], into, own] = add.mock.calls[0]!;
  expect(file!.name).toMatch(/^recording-2026-05-17.*\.wav$/);
  expect(into).toBe('new');
  expect(own).toMatchObject({ place: ZURICH, day: dayOf(CUT_OFF.at), recording: 'recording-1' });
});
