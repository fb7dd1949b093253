/** A seeded stream of numbers in [0, 1): the same seed gives the same evaluation on every machine (mulberry32). */
export type Random = () => number;

export function seeded(seed: number | string): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hash(seed);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a, so that every item may have a stream of its own that does not depend on the order of the items. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other]!, copy[last]!];
  }
  return copy;
}

/** An index drawn with these weights; -1 where all are zero. */
export function drawIndex(weights: readonly number[], random: Random): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let left = random() * total;
  for (let at = 0; at < weights.length; at++) {
    left -= weights[at]!;
    if (left < 0 && weights[at]! > 0) return at;
  }
  return -1;
}
