import type { Box, ScoredBox } from '../domain/box';
import type { Evidence, ToolEvidenceOf } from '../domain/ledger';
import type { ImageRef, Observation, Photo, Place, SoundRef } from '../domain/observation';
import { failed, ok, type ToolErrorCode } from '../domain/outcome';
import { rangeStatus } from '../domain/place-weight';
import type { Answer, AnswerSource, QuestionId } from '../domain/questions/answers';
import type { Taxonomy, TaxonId } from '../domain/taxonomy';
import type { HeardBird } from '../domain/tools/classify_sound';
import type { ToolArgs, ToolName, ToolPayload } from '../domain/tools/schemas';

/** Entries of made-up ledgers, for the tests of the domain and of the screens alike. */

export const PHOTO = 'photo-1' as ImageRef;
export const SOUND = 'sound-1' as SoundRef;
export const BOX = { x: 100, y: 80, width: 300, height: 200 };
export const ZURICH: Place = { latitude: 47.37, longitude: 8.54, precisionKm: 1, source: 'typed' };

export function photo(changes: Partial<Photo> = {}): Photo {
  return { ref: PHOTO, name: 'bird.jpg', width: 800, height: 600, focus: null, ...changes };
}

export function observation(changes: Partial<Observation> = {}): Observation {
  return { id: 'observation', photos: [photo()], sounds: [], place: null, day: null, ...changes };
}

/** Numbers a list of entries in order, as the loop does. */
export function ledger(...entries: Evidence[]): Evidence[] {
  return entries.map((entry, index) => ({ ...entry, id: index + 1 }));
}

export function answered<Name extends ToolName>(
  tool: Name,
  args: ToolArgs<Name>,
  payload: ToolPayload<Name>,
): ToolEvidenceOf<Name> & Evidence {
  return { kind: 'tool', id: 0, tool, args, outcome: ok(payload), model: null, ms: 1 } as ToolEvidenceOf<Name> &
    Evidence;
}

export function failedCall<Name extends ToolName>(tool: Name, args: ToolArgs<Name>, code: ToolErrorCode): Evidence {
  return { kind: 'tool', id: 0, tool, args, outcome: failed(code, 'failed'), model: null, ms: 1 } as Evidence;
}

export function detection(count = 1, image = PHOTO): Evidence {
  return detected(
    Array.from({ length: count }, (_, i) => ({ ...BOX, x: BOX.x + i })),
    image,
  );
}

/** Birds in these boxes, the surest first. */
export function detected(boxes: readonly Box[], image = PHOTO, faint: readonly ScoredBox[] = []): Evidence {
  const birds = boxes.map((box, i) => ({ box, score: 0.9 - i / 100 }));
  const bestBelow = faint[0]?.score ?? 0;
  return answered(
    'detect_bird',
    { image },
    { count: birds.length, birds, largest: birds.length ? 0 : null, faint: [...faint], bestBelow },
  );
}

export function quality(changes: Partial<ToolPayload<'quality_gate'>> = {}, image = PHOTO): Evidence {
  const payload: ToolPayload<'quality_gate'> = {
    grade: 'pass',
    reasons: [],
    birdPixels: 200,
    sharpness: 0.8,
    exposure: 0.45,
    contrast: 0.2,
    shadowsClipped: 0,
    highlightsClipped: 0,
    ...changes,
  };
  return answered('quality_gate', { image, region: BOX }, payload);
}

/** A measured recording. */
export function recording(changes: Partial<ToolPayload<'audio_quality'>> = {}, sound = SOUND): Evidence {
  return answered(
    'audio_quality',
    { sound },
    {
      grade: 'pass',
      reasons: [],
      seconds: 30,
      levelDb: -30,
      peakDb: -6,
      clipping: 0,
      snrDb: 25,
      silence: 0.3,
      hum: null,
      wind: 0,
      voice: [],
      voiceBy: 'signal',
      stretches: [{ from: 0, to: 30 }],
      ...changes,
    },
  );
}

/** A recording that was listened to, with these birds in it. */
export function listened(
  birds: HeardBird[],
  changes: Partial<ToolPayload<'classify_sound'>> = {},
  sound = SOUND,
): Evidence {
  const candidates = birds.map(({ taxon, probability }) => ({ taxon, probability }));
  return answered(
    'classify_sound',
    { sound },
    {
      birds,
      candidates,
      others: [],
      complete: true,
      windowCount: 10,
      windowSeconds: 3,
      windows: [],
      labelCount: 6000,
      coverage: null,
      ...changes,
    },
  );
}

/** What the observer said. */
export function answer(
  question: QuestionId,
  said: Answer | 'unknown' | null,
  from: AnswerSource = 'question',
): Evidence {
  return { kind: 'answer', id: 0, question, said, from };
}

function ranked<T extends { probability: number }>(list: T[]): T[] {
  return list.sort((a, b) => b.probability - a.probability);
}

type Shares = Record<string, number>;

/** The entries that name birds, by their scientific names in this taxonomy. */
export function birdsOf(taxonomy: Taxonomy) {
  /** Property tests ask for the same few names a hundred thousand times. */
  const found = new Map<string, TaxonId>();
  function id(scientificName: string): TaxonId {
    const known = found.get(scientificName);
    if (known) return known;
    const taxon = taxonomy.find(scientificName);
    if (!taxon) throw new Error(`${scientificName} is not in the taxonomy`);
    found.set(scientificName, taxon.id);
    return taxon.id;
  }

  function rollUp(species: readonly { taxon: TaxonId; probability: number }[], rank: 'genus' | 'family') {
    const sums = new Map<TaxonId, number>();
    for (const { taxon, probability } of species) {
      const above = taxonomy.ancestor(taxon, rank)?.id;
      if (above) sums.set(above, (sums.get(above) ?? 0) + probability);
    }
    return ranked([...sums].map(([taxon, probability]) => ({ taxon, probability })));
  }

  /** A classification from shares by scientific name; genera and families are their sums. */
  function classification(
    shares: Shares,
    changes: Partial<ToolPayload<'classify_image'>> = {},
    image = PHOTO,
  ): Evidence {
    const species = Object.entries(shares).map(([name, probability]) => ({ taxon: id(name), probability }));
    const rolledUp = (rank: 'genus' | 'family') => rollUp(species, rank);
    return answered('classify_image', image === PHOTO ? { image, region: BOX } : { image }, {
      candidates: ranked(species),
      genera: rolledUp('genus'),
      families: rolledUp('family'),
      noBird: 0,
      labelCount: 400,
      coverage: null,
      unlabelled: [],
      ...changes,
    });
  }

  /** One bird of a recording, from shares by scientific name: the first is the bird, the others what else it could be. */
  function heardBird(shares: Shares, from = 0): HeardBird {
    const species = Object.entries(shares).map(([name, probability]) => ({ taxon: id(name), probability }));
    const rolledUp = (rank: 'genus' | 'family') => rollUp(species, rank);
    const { taxon, probability } = species[0]!;
    const times = [{ from, to: from + 3, probability }];
    return {
      taxon,
      probability,
      times,
      candidates: ranked(species),
      genera: rolledUp('genus'),
      families: rolledUp('family'),
    };
  }

  /** The same where only one bird is heard. */
  function heard(shares: Shares, sound = SOUND): Evidence {
    return listened([heardBird(shares)], {}, sound);
  }

  /** A place that gives each named species this share of its likeliest bird, which has 0.5. */
  function place(chances: Shares, month: number | null = 5): Evidence {
    const species = Object.entries(chances).map(([name, share]) => ({
      taxon: id(name),
      probability: share / 2,
      share,
      status: rangeStatus(share),
    }));
    const taxa = species.map(({ taxon }) => taxon);
    return answered('geo_prior', { taxa }, { applied: true, month, species, unknown: [] });
  }

  function noPlace(): Evidence {
    return answered('geo_prior', { taxa: [id('Regulus regulus')] }, { applied: false, reason: 'no_place' });
  }

  return { id, classification, heardBird, heard, place, noPlace };
}
