import type * as v from 'valibot';
import { audioQuality } from './audio_quality/schema';
import { classifyImage } from './classify_image/schema';
import { classifySound } from './classify_sound/schema';
import { crop } from './crop/schema';
import { detectBird } from './detect_bird/schema';
import { enhance } from './enhance/schema';
import { geoPrior } from './geo_prior/schema';
import { qualityGate } from './quality_gate/schema';
import { zoomIn } from './zoom_in/schema';

export const TOOL_SCHEMAS = {
  detect_bird: detectBird,
  quality_gate: qualityGate,
  zoom_in: zoomIn,
  crop,
  enhance,
  audio_quality: audioQuality,
  classify_image: classifyImage,
  classify_sound: classifySound,
  geo_prior: geoPrior,
} as const;

export type ToolName = keyof typeof TOOL_SCHEMAS;
export const TOOL_NAMES = Object.keys(TOOL_SCHEMAS) as ToolName[];

export type ToolArgs<Name extends ToolName> = v.InferOutput<(typeof TOOL_SCHEMAS)[Name]['args']>;
export type ToolInput<Name extends ToolName> = v.InferInput<(typeof TOOL_SCHEMAS)[Name]['args']>;
export type ToolPayload<Name extends ToolName> = v.InferOutput<(typeof TOOL_SCHEMAS)[Name]['payload']>;

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOL_SCHEMAS, name);
}
