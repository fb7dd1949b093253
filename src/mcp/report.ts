import type { NamedTaxon, NamedVerdict, NamedVerdicts } from '../app/named-verdict';
import type { Evidence } from '../domain/ledger';
import type { OpenObservation } from './observations';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A verdict with what it rests on, as a page that a person can read. */
export function writeReport({ id, observation, session }: OpenObservation, { verdict, birds }: NamedVerdicts): string {
  const { photos, sounds, place, day } = observation;
  const where = place ? `${place.latitude}, ${place.longitude}` : 'no place given';
  const lines = [
    `# ${headline(verdict)}`,
    '',
    `${id}: ${[...photos, ...sounds].map(({ ref, name }) => `${name} (${ref})`).join(', ')}; ${where}; ${day ?? 'no date given'}.`,
    '',
    `Rule: ${verdict.rule}.`,
  ];
  if (verdict.alternatives.length > 0) lines.push('', '## Not excluded', '');
  for (const one of verdict.alternatives) lines.push(`- ${named(one)}, ${percent(one.probability)}`);
  if (birds.length > 0) lines.push('', '## Heard', '');
  for (const bird of birds) {
    const times = bird.times.map(({ from, to }) => `${from.toFixed(1)} to ${to.toFixed(1)} s`).join(', ');
    lines.push(`- ${named(bird)}, ${percent(bird.probability)}: ${times}. ${headline(bird.verdict)}`);
  }
  lines.push('', '## Ledger', '', ...session.ledger.map((entry) => `${entry.id}. ${describe(entry)}`), '');
  return lines.join('\n');
}

function headline(verdict: NamedVerdict): string {
  const { grain, scientificName, commonName, probability } = verdict;
  if (scientificName === null) return 'Not enough evidence for a name';
  return `${named({ scientificName, commonName })}: ${grain}, ${percent(probability)}`;
}

function named({ scientificName, commonName }: Omit<NamedTaxon, 'probability'>): string {
  return commonName === null ? scientificName : `${commonName} (${scientificName})`;
}

function describe(entry: Evidence): string {
  if (entry.kind === 'observer') return `The observer wrote: ${entry.note}`;
  if (entry.kind === 'answer') return `The observer answered: ${entry.question}: ${entry.said ?? 'taken back'}`;
  if (entry.kind === 'skipped') return `${entry.tool}: not done (${entry.reason})`;
  const { outcome } = entry;
  const answer =
    outcome.status === 'ok' ? JSON.stringify(outcome.payload) : `failed (${outcome.code}) ${outcome.message}`;
  return `${entry.tool}: ${answer}`;
}
