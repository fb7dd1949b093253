import type { Page } from '../../domain/notebook/page';
import type { Goldcrest } from '../../app/goldcrest';
import type { LiveObservation } from '../state/observation.svelte';
import type { RunState } from '../state/run.svelte';

/**
 * The photos and sounds of a run as they can be had: those that were kept, else those of this visit. Of sounds never the file
 * that was opened but what was saved of it, without the people in it.
 */
export async function mediaAtHand(
  app: Pick<Goldcrest, 'notebook' | 'sounds'>,
  run: RunState,
  live: Pick<LiveObservation, 'original'> | null,
  page: Page | null,
): Promise<File[]> {
  const files: File[] = [];
  const kept = page?.observation.media ?? [];
  for (const { name, type, sha256 } of kept) {
    const bytes = await app.notebook.mediaOf(sha256);
    if (bytes) files.push(new File([bytes], name, { type }));
  }
  if (files.length > 0) return files;
  for (const { ref } of run.photos) {
    const file = live?.original(ref);
    if (file) files.push(file);
  }
  for (const { ref, name } of run.sounds) {
    const saved = await app.sounds.load(run.started?.observation.id ?? '', ref);
    if (saved) files.push(new File([saved.file], name, { type: saved.file.type }));
  }
  return files;
}
