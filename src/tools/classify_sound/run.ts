import { failed } from '../../domain/outcome';
import { withoutModel, type RunTool } from '../context';

export const runClassifySound: RunTool<'classify_sound'> = () =>
  Promise.resolve(withoutModel(failed('model_missing', 'This version cannot open recordings yet.')));
