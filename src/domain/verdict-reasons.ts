import type { AudioReason } from './tools/audio_quality';
import type { QualityReason } from './tools/quality_gate';
import type { Grain } from './grain';
import { answers, wasTried, type Evidence, type Ledger } from './ledger';
import { looksThatCount } from './search';
import type { TaxonId, Taxonomy } from './taxonomy';
import type { Help } from './verdict';

/** Ids of the entries that speak for the taxon (for an abstention: for there being a bird worth naming). */
export function supportingEntries(ledger: Ledger, taxon: TaxonId | null, taxonomy: Taxonomy): number[] {
  return entriesThatAre('for', ledger, taxon, taxonomy);
}

/** Ids of the entries that speak against it. */
export function opposingEntries(ledger: Ledger, taxon: TaxonId | null, taxonomy: Taxonomy): number[] {
  return entriesThatAre('against', ledger, taxon, taxonomy);
}

/** A look that does not count is neither, and a search that found nothing is no reason once a bird was seen after all. */
function entriesThatAre(
  wanted: 'for' | 'against',
  ledger: Ledger,
  taxon: TaxonId | null,
  taxonomy: Taxonomy,
): number[] {
  const looks = new Set(looksThatCount(ledger).map(({ id }) => id));
  const seen = looks.size > 0 || answers(ledger, 'detect_bird').some(({ payload }) => payload.count > 0);
  const isReason = (entry: Evidence): boolean => {
    if (entry.kind !== 'tool' || entry.outcome.status !== 'ok') return false;
    if (entry.tool === 'classify_image') return looks.has(entry.id);
    return !(entry.tool === 'detect_bird' && seen && entry.outcome.payload.count === 0);
  };
  const wantedOnes = ledger.filter((entry) => isReason(entry) && stance(entry, taxon, taxonomy) === wanted);
  return wantedOnes.map(({ id }) => id);
}

function stance(entry: Evidence, taxon: TaxonId | null, taxonomy: Taxonomy): 'for' | 'against' | null {
  if (entry.kind !== 'tool' || entry.outcome.status !== 'ok') return null;
  switch (entry.tool) {
    case 'detect_bird':
      return entry.outcome.payload.count > 0 ? 'for' : 'against';
    case 'quality_gate':
      return entry.outcome.payload.grade === 'pass' ? 'for' : 'against';
    case 'audio_quality':
      return entry.outcome.payload.grade === 'pass' ? 'for' : 'against';
    case 'classify_sound': {
      const { birds } = entry.outcome.payload;
      if (!taxon) return null;
      return birds.some((bird) => taxonomy.contains(taxon, bird.taxon)) ? 'for' : 'against';
    }
    case 'classify_image': {
      const first = entry.outcome.payload.candidates[0]?.taxon;
      if (!taxon || !first) return null;
      return taxonomy.contains(taxon, first) ? 'for' : 'against';
    }
    case 'geo_prior': {
      const { payload } = entry.outcome;
      if (!payload.applied || !taxon) return null;
      const inTaxon = payload.species.filter((species) => taxonomy.contains(taxon, species.taxon));
      if (inTaxon.length === 0) return null;
      return inTaxon.some((species) => species.status === 'expected') ? 'for' : 'against';
    }
    default:
      return null;
  }
}

const HELP_FOR_QUALITY: Record<QualityReason, Help> = {
  bird_tiny: 'a_closer_photo',
  bird_small: 'a_closer_photo',
  blurred: 'a_sharper_photo',
  soft: 'a_sharper_photo',
  dark: 'better_light',
  bright: 'better_light',
  shadows_clipped: 'better_light',
  highlights_clipped: 'better_light',
  flat_contrast: 'better_light',
};

const HELP_FOR_RECORDING: Record<AudioReason, Help | null> = {
  too_short: 'another_recording',
  silent: 'another_recording',
  quiet: 'a_closer_recording',
  clipped: 'another_recording',
  noisy: 'a_closer_recording',
  mostly_silence: null,
  hum: null,
  wind: 'a_quieter_recording',
  human_voice: 'a_quieter_recording',
};

/** What would most likely make the next verdict finer; nothing once a species is named. */
export function helpFor(ledger: Ledger, grain: Grain): Help[] {
  if (grain === 'species') return [];
  const help = new Set<Help>();
  for (const { payload } of answers(ledger, 'quality_gate')) {
    if (payload.grade !== 'pass') for (const reason of payload.reasons) help.add(HELP_FOR_QUALITY[reason]);
  }
  if (answers(ledger, 'detect_bird').some(({ payload }) => payload.count === 0)) help.add('a_closer_photo');
  for (const { payload } of answers(ledger, 'geo_prior')) {
    if (!payload.applied && payload.reason === 'no_place') help.add('a_place');
    if (payload.applied && payload.month === null) help.add('a_date');
  }
  const recordings = answers(ledger, 'audio_quality');
  for (const { payload } of recordings) {
    for (const reason of payload.reasons) {
      const remedy = HELP_FOR_RECORDING[reason];
      if (remedy) help.add(remedy);
    }
  }
  const photographed = wasTried(ledger, 'detect_bird') || wasTried(ledger, 'quality_gate');
  help.add(photographed || recordings.length === 0 ? 'another_photo' : 'a_photo');
  help.add(recordings.length === 0 ? 'a_sound' : 'another_recording');
  return [...help];
}
