import type { Result } from '../../domain/result';
import { UNREADABLE_MESSAGE } from '../unreadable';

/** Why a file could not become a recording. The message says what happened and what to do. */
export const SOUND_PROBLEM_CODES = [
  'not_audio',
  'empty_file',
  'unreadable_file',
  'no_sound',
  'too_short',
  'damaged_audio',
  'wrong_header',
  'video_file',
  'cannot_decode',
  'too_large',
  'out_of_memory',
  'worker_lost',
] as const;
export type SoundProblemCode = (typeof SOUND_PROBLEM_CODES)[number];

export interface SoundProblem {
  code: SoundProblemCode;
  message: string;
}

export type SoundResult<T> = Result<T, SoundProblem>;

const FORMATS = 'Choose a WAV, MP3, FLAC, OGG, Opus or M4A file.';

const MESSAGES: Record<SoundProblemCode, string> = {
  not_audio: `This file is not a recording that the browser can read. ${FORMATS}`,
  empty_file: 'This file is empty. Copy it again from the recorder or phone, then choose it once more.',
  unreadable_file: UNREADABLE_MESSAGE,
  no_sound: 'This file has a header but no sound in it. Copy it again from the recorder or phone.',
  too_short: 'This recording is too short for a bird to be heard. Choose one of at least half a second.',
  damaged_audio: 'This recording is damaged and cannot be read. Copy it again from the recorder or phone.',
  wrong_header: 'The header of this file is wrong, so its playing speed is unknown. Record or export it again.',
  video_file: 'This is a video. Save its sound as a file of its own (MP3, M4A or WAV) and choose that.',
  cannot_decode: 'This browser cannot decode this kind of sound file. Save it as WAV or MP3 and choose that.',
  too_large: 'This browser can only open long recordings as WAV files. Save it as WAV, or choose a shorter part.',
  out_of_memory: 'There was not enough memory to open this recording. Close other tabs, or choose a shorter one.',
  worker_lost: 'Opening this recording stopped half-way. Choose it once more.',
};

export function soundProblem(code: SoundProblemCode, detail = ''): SoundProblem {
  return { code, message: detail === '' ? MESSAGES[code] : `${MESSAGES[code]} ${detail}` };
}

export function refuse(code: SoundProblemCode, detail = ''): SoundResult<never> {
  return { ok: false, problem: soundProblem(code, detail) };
}

/** What is wrong with a recording that can be used all the same. */
export const SOUND_WARNINGS = ['cut_short', 'header_contradicts_itself'] as const;
export type SoundWarning = (typeof SOUND_WARNINGS)[number];
