import type { Stretch } from '../../domain/observation';
import { ok } from '../../domain/outcome';
import { fromProblem, isFailure, knownSound, knownStretches, withoutModel, type RunTool } from '../context';
import { gradeRecording } from './grade';

export const runAudioQuality: RunTool<'audio_quality'> = async ({ sound, stretch }, context) => {
  const known = knownSound(sound, context);
  if (isFailure(known)) return withoutModel(known);
  const inside = knownStretches(known, stretch && [stretch]);
  if (isFailure(inside)) return withoutModel(inside);
  const [part] = inside as [Stretch];
  const report = (seconds: number): void => context.onProgress('measuring', seconds, part.to - part.from);
  const measured = await context.sound.measure(sound, part, report, context.signal);
  if (!measured.ok) return withoutModel(fromProblem(measured.problem));
  return withoutModel(ok(gradeRecording(measured.value, 'signal')));
};
