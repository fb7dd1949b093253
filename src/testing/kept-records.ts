import type { Identification, KeptObservation } from '../domain/notebook/kept';
import type { ImageRef } from '../domain/observation';
import type { TaxonId } from '../domain/taxonomy';
import { BOX, observation, photo, ZURICH } from './evidence';

/** A sha256 of one digit over and over. */
export const hashOf = (digit: string): string => digit.repeat(64);

let made = 0;

/** A kept observation of one photo in Zurich on 17 May 2026, with as many identifications as kinds are given. */
export function keptRecord(
  taxon: string | null,
  kinds: readonly Identification['kind'][] = ['machine', 'confirmed'],
  changes: Partial<Omit<KeptObservation, 'observation'>> & {
    observation?: Partial<KeptObservation['observation']>;
  } = {},
): { observation: KeptObservation; identifications: Identification[] } {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const { observation: seen, ...others } = changes;
  const kept: KeptObservation = {
    format: 1,
    id,
    keptAt: '2026-05-17T05:00:00.000Z',
    changedAt: '2026-05-17T05:00:00.000Z',
    observation: observation({
      id: `observation-${made}`,
      photos: [photo({ focus: BOX })],
      place: { ...ZURICH, name: 'Zürich, Switzerland' },
      day: '2026-05-17',
      ...seen,
    }),
    time: '2026-05-17T06:12:00+02:00',
    count: null,
    media: [
      {
        ref: 'photo-1' as ImageRef,
        sha256: hashOf('a'),
        name: 'bird.jpg',
        type: 'image/jpeg',
        bytes: 3,
        original: true,
      },
    ],
    run: `run-${made}`,
    packs: [{ name: 'starter', version: '1.4.0' }],
    ...others,
  };
  const identifications = kinds.map((kind, index): Identification => ({
    id: `10000000-0000-4000-8000-${String(made * 100 + index).padStart(12, '0')}`,
    observation: id,
    kind,
    taxon: taxon as TaxonId | null,
    scientificName: taxon,
    by: kind === 'machine' ? 'starter 1.4.0' : 'me',
    at: `2026-05-17T05:0${index}:00.000Z`,
    ...(kind === 'machine' && { machine: { grain: 'species', probability: 0.973, rule: 'species_with_place' } }),
  }));
  return { observation: kept, identifications };
}
