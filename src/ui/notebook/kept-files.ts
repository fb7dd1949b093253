import type { KeptMedia, KeptObservation } from '../../domain/notebook/kept';
import type { ImageRef, SoundRef } from '../../domain/observation';

/**
 * The file of a photo or sound that a run of a kept observation is about. A later run was made from the same files, opened
 * once more under other references, so there their order tells.
 */
export function fileOf(
  { run, media }: Pick<KeptObservation, 'run' | 'media'>,
  of: { run: string | null; refs: readonly (ImageRef | SoundRef)[] },
  ref: ImageRef | SoundRef,
): KeptMedia | null {
  if (of.run === run) return media.find((one) => one.ref === ref) ?? null;
  const kind = ref.split('-')[0]!;
  const alike = media.filter((one) => one.ref.startsWith(kind));
  return alike[of.refs.indexOf(ref)] ?? null;
}
