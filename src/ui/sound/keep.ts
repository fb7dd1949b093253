import { voicesIn } from '../../domain/heard';
import type { Ledger } from '../../domain/ledger';
import type { SoundRef, Stretch } from '../../domain/observation';
import type { Goldcrest } from '../../app/goldcrest';
import type { StorageProblem } from '../../storage/database';
import type { LiveObservation } from '../state/observation.svelte';

/** A recording larger than this stays where it is: two hours of WAV, or a day of MP3. */
const LARGEST = 700e6;

/**
 * Saves the recordings of an observation beside its runs. Stretches with people in them become silence first, unless the
 * observer wants them; where that is not possible, the recording is not kept at all.
 */
export async function keepSounds(
  app: Pick<Goldcrest, 'sounds' | 'eraseFromSound'>,
  live: LiveObservation,
  ledger: Ledger,
): Promise<StorageProblem | null> {
  for (const sound of live.sounds) {
    const file = live.recording(sound.ref);
    if (!file || file.size > LARGEST) continue;
    const voices = live.keepVoices ? [] : voicesIn(ledger, sound.ref);
    const copy = voices.length ? await app.eraseFromSound(sound.ref, voices) : { ok: true as const, value: file };
    if (!copy.ok) continue;
    const stored = await app.sounds.save({
      observation: live.id,
      ref: sound.ref,
      name: sound.name,
      file: copy.value,
      erased: voices,
    });
    if (!stored.ok) return stored.problem;
  }
  return null;
}

/** Erases people from a recording that was saved with them. */
export async function eraseVoices(
  app: Pick<Goldcrest, 'sounds' | 'openSound' | 'eraseFromSound' | 'closeSound'>,
  observation: string,
  ref: SoundRef,
  voices: readonly Stretch[],
): Promise<boolean> {
  const record = await app.sounds.load(observation, ref);
  const opened = record && (await app.openSound(record.file, record.name));
  if (!record || !opened?.ok) return false;
  const copy = await app.eraseFromSound(opened.value.sound.ref, voices);
  app.closeSound(opened.value.sound.ref);
  return copy.ok && (await app.sounds.save({ ...record, file: copy.value, erased: [...voices] })).ok;
}
