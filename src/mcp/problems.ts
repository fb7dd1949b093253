/** What an outside caller can do wrong before any tool is reached. The tools' own failures are in domain/outcome.ts. */
export type RefusalCode =
  | 'invalid_arguments'
  | 'path_not_allowed'
  | 'path_not_found'
  | 'not_a_file'
  | 'data_uri_invalid'
  | 'data_uri_too_large'
  | 'files_unreadable'
  | 'unknown_observation'
  | 'too_many_observations';

/** The same shape as a tool's failure, so that a caller reads both in one way. */
export interface Refusal {
  status: 'failed';
  code: RefusalCode;
  message: string;
  hint: string;
}

export function refused(code: RefusalCode, message: string, hint: string): Refusal {
  return { status: 'failed', code, message, hint };
}

export function isRefusal(value: object): value is Refusal {
  return 'status' in value && value.status === 'failed';
}
