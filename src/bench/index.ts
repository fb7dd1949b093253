/** What the scripts use of the evaluation. */
export { CommonNames } from '../domain/common-names';
export { Taxonomy } from '../domain/taxonomy';
export { compareRuns, describeComparison } from './compare';
export { reportPage } from './html/page';
export { describeSetProblem } from './item';
export { judge } from './judge';
export { isKnown, modalitiesOf, modalityOfDamage } from './known';
export { seeded, shuffled } from './random';
export { ledgerIn, readRecords } from './record';
export { buildReport, readReport } from './report';
export { readSet } from './sets';
export { describeReport } from './summary';
export { describeCalibration, describeSensitivity } from './calibration-page';
export { runCalibration } from './calibration-report';
export { riskCoveragePlot } from './html/plots';
export { DEFAULT_THRESHOLDS } from '../domain/thresholds';
export { damagesOf, describeRobustness, robustnessPlots } from './robustness';
export { tally } from './tally';
