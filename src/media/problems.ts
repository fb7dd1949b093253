import { UNREADABLE_MESSAGE } from './unreadable';

/** Why a file could not become a photo. The message says what happened and what to do. */
export const PHOTO_PROBLEM_CODES = [
  'not_an_image',
  'empty_file',
  'unreadable_file',
  'damaged_image',
  'heic',
  'too_large',
  'out_of_memory',
  'worker_lost',
] as const;
export type PhotoProblemCode = (typeof PHOTO_PROBLEM_CODES)[number];

export interface PhotoProblem {
  code: PhotoProblemCode;
  message: string;
}

const MESSAGES: Record<PhotoProblemCode, string> = {
  not_an_image: 'This file is not a photo that the browser can read. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
  empty_file: 'This file is empty. Copy it again from the camera or phone, then choose it once more.',
  unreadable_file: UNREADABLE_MESSAGE,
  damaged_image: 'This photo is damaged: only part of it can be read. Copy it again from the camera or phone.',
  heic:
    'This browser cannot read HEIC photos. Save it as JPEG first: on an iPhone, Settings, Camera, Formats, ' +
    '“Most Compatible”, or share the photo with yourself, which converts it.',
  too_large: 'This photo is too large to open here. Save a copy of at most 50 megapixels and choose that.',
  out_of_memory: 'There was not enough memory to open this photo. Close other tabs, or choose a smaller copy.',
  worker_lost: 'Opening this photo stopped half-way. Choose it once more.',
};

export function photoProblem(code: PhotoProblemCode): PhotoProblem {
  return { code, message: MESSAGES[code] };
}
