/** A prediction that may be withheld: how sure it is, and whether it is right. */
export interface Prediction {
  confidence: number;
  right: boolean;
}

export interface RiskCoverage {
  /** Share of items answered, from the surest on; one point for each distinct confidence. */
  coverage: number[];
  /** Share of the answered ones that are wrong. */
  risk: number[];
  /** Mean risk over all coverages 1/n, 2/n, ... 1: the area under the curve. 0 is perfect, the error rate is no skill at order. */
  area: number;
}

/** Predictions of equal confidence come together, so among them the risk grows evenly. */
export function riskCoverage(predictions: readonly Prediction[]): RiskCoverage {
  const n = predictions.length;
  const sorted = [...predictions].sort((a, b) => b.confidence - a.confidence);
  const coverage: number[] = [];
  const risk: number[] = [];
  let wrong = 0;
  let area = 0;
  for (let from = 0; from < n;) {
    let to = from;
    let wrongHere = 0;
    while (to < n && sorted[to]!.confidence === sorted[from]!.confidence) {
      if (!sorted[to]!.right) wrongHere += 1;
      to += 1;
    }
    for (let k = from + 1; k <= to; k++) area += (wrong + (wrongHere * (k - from)) / (to - from)) / k / n;
    wrong += wrongHere;
    coverage.push(to / n);
    risk.push(wrong / to);
    from = to;
  }
  return { coverage, risk, area };
}

export interface ReliabilityBin {
  low: number;
  high: number;
  n: number;
  /** The mean stated probability, and the share that was right. */
  said: number;
  came: number;
}

export interface Reliability {
  bins: ReliabilityBin[];
  /** Expected calibration error: the gaps of the bins, weighted by their size. */
  error: number;
}

/** Bins of equal width; an empty one is left out. The last holds 1. */
export function reliability(predictions: readonly Prediction[], count = 10): Reliability {
  const bins: ReliabilityBin[] = [];
  let error = 0;
  for (let index = 0; index < count; index++) {
    const inside = predictions.filter(
      ({ confidence }) => Math.min(count - 1, Math.floor(confidence * count)) === index,
    );
    if (inside.length === 0) continue;
    const said = mean(inside.map(({ confidence }) => confidence));
    const came = mean(inside.map(({ right }) => (right ? 1 : 0)));
    bins.push({ low: index / count, high: (index + 1) / count, n: inside.length, said, came });
    error += (Math.abs(said - came) * inside.length) / predictions.length;
  }
  return { bins, error };
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which this share of the values lies, with the usual straight line between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)]!;
  return below + (at - Math.floor(at)) * (sorted[Math.ceil(at)]! - below);
}
