import type { SoundRef, Stretch } from '../../domain/observation';
import { ok } from '../../domain/outcome';
import { hearBirds } from '../classify_sound/birds';
import {
  fromProblem,
  isFailure,
  knownSound,
  knownStretches,
  needHearing,
  withoutModel,
  type RunTool,
  type ToolContext,
} from '../context';
import type { ToolPayload } from '../../domain/tools/schemas';
import { gradeRecording } from './grade';
import { confirmedVoices } from '../../sound/quality/voice';

type Voices = Pick<ToolPayload<'audio_quality'>, 'voice' | 'voiceBy'>;

export const runAudioQuality: RunTool<'audio_quality'> = async ({ sound, stretch }, context) => {
  const known = knownSound(sound, context);
  if (isFailure(known)) return withoutModel(known);
  const inside = knownStretches(known, stretch && [stretch]);
  if (isFailure(inside)) return withoutModel(inside);
  const [part] = inside as [Stretch];
  const report = (seconds: number): void => context.onProgress('measuring', seconds, part.to - part.from);
  const measured = await context.sound.measure(sound, part, report, context.signal);
  if (!measured.ok) return withoutModel(fromProblem(measured.problem));
  const { voice, voiceBy } = await askModel(sound, measured.value.voice, context);
  return withoutModel(ok(gradeRecording({ ...measured.value, voice }, voiceBy)));
};

/** Where the signal sounds like a voice, a sound model that knows voices may say that it is a bird. */
async function askModel(sound: SoundRef, voice: Voices['voice'], context: ToolContext): Promise<Voices> {
  const bySignal: Voices = { voice, voiceBy: 'signal' };
  const model = context.models.model('sound');
  if (voice.length === 0 || !model) return bySignal;
  const labels = await needHearing(context);
  if (isFailure(labels) || !labels.includes('human_voice')) return bySignal;
  const heard = await context.sound.classify(sound, voice, () => undefined, context.signal);
  if (!heard.ok) return bySignal;
  const { others, windows } = hearBirds(heard.value, labels, model.calibration, context.taxonomy);
  return { voice: confirmedVoices(voice, others, windows), voiceBy: 'model' };
}
