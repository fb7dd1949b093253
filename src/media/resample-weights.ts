/** Weights of 14 bits after the point: they fit in 16 bits, and their products with bytes sum up exactly in 32. */
const ONE = 1 << 14;

/** Which samples make each of the new ones, and with what weight. */
export interface ResampleWeights {
  /** The first sample of each new one. */
  first: Int32Array;
  count: Int32Array;
  /** `most` for each new one, zero beyond its count. */
  weights: Int16Array;
  most: number;
}

export type Filter = 'triangle' | 'cubic';

/** How far each filter reaches, in new samples, and what a sample at a distance weighs. */
const FILTERS: Record<Filter, { reach: number; weight: (distance: number) => number }> = {
  triangle: { reach: 1, weight: (distance) => Math.max(0, 1 - distance) },
  // Keys' cubic with a = -0.5.
  cubic: {
    reach: 2,
    weight: (distance) => {
      if (distance >= 2) return 0;
      if (distance >= 1) return ((-0.5 * distance + 2.5) * distance - 4) * distance + 2;
      return (1.5 * distance - 2.5) * distance * distance + 1;
    },
  },
};

/**
 * A triangle as wide as two new samples (two old ones when enlarging), cut off at the edges: Pillow's BILINEAR, which the
 * recipes train with; or its BICUBIC, twice as wide. `from` and `extent` may be fractions; `samples` are there in all.
 */
export function resampleWeights(
  from: number,
  extent: number,
  samples: number,
  wanted: number,
  filter: Filter = 'triangle',
): ResampleWeights {
  const { reach: wide, weight } = FILTERS[filter];
  const scale = extent / wanted;
  const step = Math.max(scale, 1);
  const reach = step * wide;
  const most = Math.min(samples, Math.ceil(reach) * 2 + 1);
  const resampling: ResampleWeights = {
    first: new Int32Array(wanted),
    count: new Int32Array(wanted),
    weights: new Int16Array(wanted * most),
    most,
  };
  const shares = new Float64Array(most);
  for (let i = 0; i < wanted; i++) {
    const centre = from + (i + 0.5) * scale;
    const low = Math.min(samples - 1, Math.max(0, Math.floor(centre - reach + 0.5)));
    const high = Math.max(low + 1, Math.min(samples, Math.floor(centre + reach + 0.5)));
    let sum = 0;
    for (let j = low; j < high; j++) {
      const share = weight(Math.abs(j + 0.5 - centre) / step);
      shares[j - low] = share;
      sum += share;
    }
    if (sum === 0) {
      shares[0] = 1;
      sum = 1;
    }
    resampling.first[i] = low;
    resampling.count[i] = high - low;
    quantise(shares, high - low, ONE / sum, resampling.weights, i * most);
  }
  return resampling;
}

/** Rounds the weights; what rounding leaves over goes to the heaviest, so that a flat area stays as it is. */
function quantise(shares: Float64Array, count: number, factor: number, weights: Int16Array, at: number): void {
  let left = ONE;
  let heaviest = 0;
  for (let k = 0; k < count; k++) {
    const weight = Math.round(shares[k]! * factor);
    weights[at + k] = weight;
    left -= weight;
    if (shares[k]! > shares[heaviest]!) heaviest = k;
  }
  weights[at + heaviest]! += left;
}
