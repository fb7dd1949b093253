import { failed } from '../../domain/outcome';
import { withoutModel, type RunTool } from '../context';

export const runAudioQuality: RunTool<'audio_quality'> = () =>
  Promise.resolve(withoutModel(failed('model_missing', 'This version cannot open recordings yet.')));
