import * as v from 'valibot';

/**
 * Everything a tool call can fail with. A code is for programs and tests, the message for people, the hint for whoever
 * decides the next call.
 */
export const TOOL_ERROR_CODES = [
  'unknown_tool',
  'invalid_arguments',
  'unknown_image',
  'unknown_sound',
  'stretch_outside_sound',
  'region_outside_image',
  'region_too_small',
  'view_limit',
  'unknown_taxon',
  'call_repeated',
  'call_out_of_order',
  'reply_empty',
  'reply_not_json',
  'reply_without_action',
  'reply_endless',
  'model_missing',
  'model_damaged',
  'model_output_invalid',
  'worker_lost',
  'timed_out',
  'out_of_memory',
  'cancelled',
  'tool_crashed',
] as const;
export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

export const FailureSchema = v.object({
  status: v.literal('failed'),
  code: v.picklist(TOOL_ERROR_CODES),
  message: v.string(),
  /** What to do instead; empty when the hint level leaves it out. */
  hint: v.string(),
});
export type Failure = v.InferOutput<typeof FailureSchema>;

export type Outcome<Payload> = { status: 'ok'; payload: Payload } | Failure;

export function ok<Payload>(payload: Payload): Outcome<Payload> {
  return { status: 'ok', payload };
}

export function failed(code: ToolErrorCode, message: string, hint = ''): Failure {
  return { status: 'failed', code, message, hint };
}
