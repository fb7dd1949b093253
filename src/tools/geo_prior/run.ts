import { rangeStatus } from '../../domain/place-weight';
import { monthOf } from '../../domain/observation';
import { failed, ok } from '../../domain/outcome';
import type { TaxonId } from '../../domain/taxonomy';
import { fromProblem, needModel, withModel, withoutModel, type RunTool } from '../context';
import type { RangeStatus } from '../../domain/tools/geo_prior';

export const runGeoPrior: RunTool<'geo_prior'> = async ({ taxa }, context) => {
  const { observation, priors, taxonomy, signal } = context;
  const higher = taxa.find((taxon) => taxonomy.get(taxon)?.rank !== 'species');
  if (higher) {
    const hint = 'Pass species ids as classify_image returned them; call classify_image first.';
    return withoutModel(failed('unknown_taxon', `"${higher}" is not a species.`, hint));
  }
  if (!priors) return withoutModel(ok({ applied: false, reason: 'not_in_pack' }));
  if (!observation.place) return withoutModel(ok({ applied: false, reason: 'no_place' }));
  const unusable = await needModel('geo', context);
  if (unusable) return withoutModel(unusable);
  const local = await priors.at(observation.place, signal);
  if (!local.ok) return withModel(fromProblem(local.problem), 'geo', context);

  const month = observation.day ? monthOf(observation.day) : null;
  const unknown: TaxonId[] = [];
  const species: { taxon: TaxonId; probability: number; share: number; status: RangeStatus }[] = [];
  for (const taxon of taxa) {
    const chance = local.value.chance(taxon, month);
    if (chance === null) unknown.push(taxon);
    else species.push({ taxon, ...chance, status: rangeStatus(chance.share) });
  }
  return withModel(ok({ applied: true, month, species, unknown }), 'geo', context);
};
