/** How finely a verdict names a bird, from the coarsest answer to the finest. */
export const GRAINS = ['abstain', 'family', 'genus', 'species'] as const;
export type Grain = (typeof GRAINS)[number];

/** The grains that name a taxon, finest first: the order in which a verdict tries them. */
export const NAMING_GRAINS = ['species', 'genus', 'family'] as const;
export type NamingGrain = (typeof NAMING_GRAINS)[number];

export function fineness(grain: Grain): number {
  return GRAINS.indexOf(grain);
}

export function isFiner(a: Grain, b: Grain): boolean {
  return fineness(a) > fineness(b);
}
