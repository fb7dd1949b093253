import type * as v from 'valibot';
import { audioQuality } from './audio_quality';
import { classifyImage } from './classify_image';
import { classifySound } from './classify_sound';
import { crop } from './crop';
import { detectBird } from './detect_bird';
import { enhance } from './enhance';
import { geoPrior } from './geo_prior';
import { qualityGate } from './quality_gate';
import { zoomIn } from './zoom_in';

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
