import { runAudioQuality } from './audio_quality/run';
import { runClassifyImage } from './classify_image/run';
import { runClassifySound } from './classify_sound/run';
import type { RunTool } from './context';
import { runCrop } from './crop/run';
import { runDetectBird } from './detect_bird/run';
import { runEnhance } from './enhance/run';
import { runGeoPrior } from './geo_prior/run';
import { runQualityGate } from './quality_gate/run';
import type { ToolName } from '../domain/tools/schemas';
import { runZoomIn } from './zoom_in/run';

/** What each tool does. */
export const RUN_TOOL: { [Name in ToolName]: RunTool<Name> } = {
  detect_bird: runDetectBird,
  quality_gate: runQualityGate,
  zoom_in: runZoomIn,
  crop: runCrop,
  enhance: runEnhance,
  audio_quality: runAudioQuality,
  classify_image: runClassifyImage,
  classify_sound: runClassifySound,
  geo_prior: runGeoPrior,
};
