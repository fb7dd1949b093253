/** A verdict and its ledger in lines for a terminal. */
import type { HeadlessReport as Report } from '../src/headless/headless';

type Entry = Report['ledger'][number];

/** Times of a bird that are worth a line in a terminal; --json has all. */
const MOST_TIMES = 5;

export function describeReport(files: string[], report: Report) {
  const { verdict, ledger, ms } = report;
  const lines = [files.join(', '), `  ${headline(verdict)}`, `  rule: ${verdict.rule}`];
  for (const one of verdict.alternatives) lines.push(`  could also be ${name(one)} (${percent(one.probability)})`);
  for (const bird of report.birds) lines.push(`  heard: ${describeBird(bird)}`);
  lines.push(...ledger.map((entry) => `  ${entry.id}. ${describeEntry(entry)}`), `  ${Math.round(ms)} ms`);
  return lines.join('\n');
}

function describeBird(bird: Report['birds'][number]) {
  const times = bird.times.slice(0, MOST_TIMES).map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)} s`);
  if (bird.times.length > MOST_TIMES) times.push('and more');
  const { grain, scientificName } = bird.verdict;
  const declared = scientificName === null ? 'not enough for a name' : `${grain} ${scientificName}`;
  return `${name(bird)} (${percent(bird.probability)}) at ${times.join(', ')}: ${declared}`;
}

function headline(verdict: Report['verdict']) {
  if (verdict.scientificName === null) return 'Not enough evidence for a name.';
  const { scientificName, commonName, probability } = verdict;
  return `${verdict.grain}: ${name({ scientificName, commonName })}, ${percent(probability)}`;
}

function name({ scientificName, commonName }: { scientificName: string; commonName: string | null }) {
  return commonName === null ? scientificName : `${commonName} (${scientificName})`;
}

function percent(share: number) {
  return `${(100 * share).toFixed(1)} %`;
}

function describeEntry(entry: Entry) {
  if (entry.kind === 'observer') return `the observer wrote: ${entry.note}`;
  if (entry.kind === 'skipped') return `${entry.tool}: not done (${entry.reason})`;
  const { outcome } = entry;
  if (outcome.status === 'failed') return `${entry.tool}: failed (${outcome.code}) ${outcome.message}`;
  return `${entry.tool}: ${JSON.stringify(outcome.payload)}`;
}
