/** What a sound can be besides a bird. */
export const SOUND_CLASSES = ['human_voice', 'other_animal', 'noise', 'silence'] as const;
export type SoundClass = (typeof SOUND_CLASSES)[number];
