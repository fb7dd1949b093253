/** One case at one grain: the stated probability of its name, and whether that name is wrong. */
export interface Named {
  probability: number;
  wrong: boolean;
  /** Cases of one item share its weight. */
  share: number;
}

/**
 * The lowest bar that keeps the share of wrong names among all items to a stated risk, by conformal risk control
 * (Angelopoulos et al. 2024): with `wrong` of `items` the bound on the next item is (wrong + 1) / (items + 1). A bar no
 * judged probability reaches where even none wrong would not do.
 */
export function barFor(named: readonly Named[], items: number, risk: number): number {
  const allowed = risk * (items + 1) - 1;
  if (allowed < 0) return NEVER;
  const wrong = named.filter((one) => one.wrong).sort((a, b) => b.probability - a.probability);
  let sum = 0;
  for (const one of wrong) {
    sum += one.share;
    if (sum > allowed) return justAbove(one.probability);
  }
  return LEAST;
}

/** Nothing below even odds is named, whatever the risk allows. */
const LEAST = 0.5;
const NEVER = 1;

function justAbove(probability: number): number {
  return Math.min(NEVER, Math.max(LEAST, Math.ceil((probability + 1e-9) * 1e5) / 1e5));
}
