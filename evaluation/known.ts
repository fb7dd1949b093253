import type { TaxonId } from '../src/domain/taxonomy';
import type { LabelTaxon } from '../src/packs/labels';
import { isSoundDamage, type Damage } from './degrade';
import { MODALITIES, type Modality } from './item';

/** What the outputs of a pack's classifiers stand for; empty where the pack has none. */
export interface PackLabels {
  image: readonly LabelTaxon[];
  sound?: readonly string[];
}

/** What the pack can be asked about at all. */
export function modalitiesOf({ image, sound = [] }: PackLabels): Modality[] {
  const able = { image: image.length > 0, sound: sound.length > 0 };
  return MODALITIES.filter((modality) => (modality === 'image_sound' ? able.image && able.sound : able[modality]));
}

/** Whether a classifier that an item of this modality goes through has the species among its labels. */
export function isKnown(species: TaxonId, modality: Modality, { image, sound = [] }: PackLabels): boolean {
  const seen = modality !== 'sound' && image.includes(species);
  return seen || (modality !== 'image' && sound.includes(species));
}

/** What a damage is done to. */
export function modalityOfDamage(kind: Damage): Modality {
  return isSoundDamage(kind) ? 'sound' : 'image';
}
