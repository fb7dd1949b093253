/** A verdict in a few lines for a terminal: what it is, how sure that is, why, and what was ruled out. */
import { styleText } from 'node:util';
import type { HeadlessReport as Report } from '../src/headless/headless';

type Entry = Report['ledger'][number];
type Asking = Extract<Report['events'][number], { type: 'asking' }>;
type Style = Parameters<typeof styleText>[0];

/** Times of a bird that are worth a line in a terminal; --json has all. */
const MOST_TIMES = 5;
/** Names on a line. */
const MOST_NAMES = 3;
/** Below this a classifier's candidate is noise, and ruling it out says nothing. */
const WORTH_RULING_OUT = 0.01;

const WHY: Record<Report['verdict']['rule'], string> = {
  no_bird_found: 'no bird was found in the photo',
  quality_failed: 'what was given is too poor to judge',
  no_bird_heard: 'no bird was heard in the recording',
  not_a_bird: 'this is probably not a bird',
  nothing_classified: 'nothing could be classified',
  species_seen_and_heard: 'what is seen and what is heard agree',
  species_with_answer: 'what the observer said tells it apart',
  species_with_place: 'the evidence and the place agree',
  species_without_place: 'the evidence is enough without a place',
  rolled_up_to_genus: 'the genus is certain, the species is not',
  rolled_up_to_family: 'the family is certain, the genus is not',
  unknown_voice: 'something calls that fits no bird that the sound model knows',
  senses_disagree: 'what is seen and what is heard disagree',
  either_or: 'it is one of a few species that cannot be told apart here',
  not_enough_evidence: 'the evidence is not enough for a name',
};

const HELP: Record<Report['verdict']['help'][number], string> = {
  a_place: 'a place (--place)',
  a_date: 'a date (--date)',
  a_closer_photo: 'a closer photo',
  a_sharper_photo: 'a sharper photo',
  better_light: 'a photo in better light',
  another_photo: 'another photo',
  a_sound: 'a recording',
  a_closer_recording: 'a closer recording',
  a_quieter_recording: 'a recording with less noise',
  another_recording: 'another recording',
  a_photo: 'a photo',
};

const ASK: Record<NonNullable<Asking['question']>, string> = {
  size: 'how large was it?',
  doing: 'what was it doing?',
  where: 'where was it?',
};

export interface TextOptions {
  verbose: boolean;
  colours: boolean;
}

export function describeReport(files: string[], report: Report, { verbose, colours }: TextOptions) {
  const paint = (style: Style, text: string) => (colours ? styleText(style, text) : text);
  const fact = (title: string, text: string) => `  ${paint('dim', `${title}:`)} ${text}`;
  const { verdict, birds } = report;
  const lines = [paint('dim', files.join(', ')), `  ${paint('bold', headline(verdict))}`, fact('Why', why(report))];
  if (verdict.guess) lines.push(fact('Best guess', `${name(verdict.guess)}, ${percent(verdict.guess.probability)}`));
  const open = verdict.alternatives.filter((one) => one.scientificName !== verdict.guess?.scientificName);
  if (open.length > 0) lines.push(fact('Could also be', names(open)));
  const ruledOut = ruledOutBy(report);
  if (ruledOut.length > 0) lines.push(fact('Ruled out', names(ruledOut)));
  for (const bird of birds) lines.push(fact('Heard', describeBird(bird)));
  if (verdict.help.length > 0) lines.push(fact('Would help', verdict.help.map((help) => HELP[help]).join(', ')));
  const { question } = report.events.findLast((event) => event.type === 'asking') ?? { question: null };
  if (question) lines.push(fact('To ask', `${ASK[question]} (--answer ${question}=...)`));
  if (verbose) {
    lines.push(...report.ledger.map((entry) => `  ${entry.id}. ${describeEntry(entry)}`));
    lines.push(`  rule ${verdict.rule}, ${Math.round(report.ms)} ms`);
  }
  return lines.join('\n');
}

function headline({ scientificName, commonName, grain, probability }: Report['verdict']) {
  if (scientificName === null) return 'Not enough to name it';
  const of = grain === 'species' ? '' : `${grain} `;
  return `${of}${name({ scientificName, commonName })}, ${percent(probability)}`;
}

function why({ verdict, candidates }: Report) {
  const range = candidates.find(({ scientificName }) => scientificName === verdict.scientificName)?.range;
  if (verdict.rule === 'species_with_place' && range === 'unusual')
    return 'the evidence is strong, though it is unusual here';
  return WHY[verdict.rule];
}

/** What a classifier thought of, and what neither stayed possible nor was declared. */
function ruledOutBy({ verdict, candidates, birds }: Report) {
  const named = [verdict, verdict.guess, ...verdict.alternatives, ...birds].map((one) => one?.scientificName);
  return candidates
    .filter((one) => one.probability >= WORTH_RULING_OUT && !named.includes(one.scientificName))
    .filter(() => verdict.grain === 'species')
    .map((one) => ({ ...one, note: one.range === 'out_of_range' ? 'does not live here' : percent(one.probability) }));
}

function names(taxa: readonly (Parameters<typeof name>[0] & { probability: number; note?: string })[]) {
  const listed = taxa.slice(0, MOST_NAMES).map((one) => `${name(one)}, ${one.note ?? percent(one.probability)}`);
  const more = taxa.length - listed.length;
  return listed.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function describeBird(bird: Report['birds'][number]) {
  const times = bird.times.slice(0, MOST_TIMES).map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)} s`);
  if (bird.times.length > MOST_TIMES) times.push('and more');
  return `${headline(bird.verdict)}${bird.verdict.scientificName === null ? ` (perhaps ${name(bird)})` : ''} at ${times.join(', ')}`;
}

function name({ scientificName, commonName }: { scientificName: string; commonName: string | null }) {
  return commonName === null ? scientificName : `${commonName} (${scientificName})`;
}

/** Rounded as on the screen; a figure that would claim certainty is not given. */
function percent(share: number) {
  if (share > 0.995) return 'over 99 %';
  return share < 0.01 ? 'under 1 %' : `${Math.round(100 * share)} %`;
}

function describeEntry(entry: Entry) {
  if (entry.kind === 'observer') return `the observer wrote: ${entry.note}`;
  if (entry.kind === 'answer') return `the observer answered: ${entry.question}: ${entry.said ?? 'taken back'}`;
  if (entry.kind === 'skipped') return `${entry.tool}: not done (${entry.reason})`;
  const { outcome } = entry;
  if (outcome.status === 'failed') return `${entry.tool}: failed (${outcome.code}) ${outcome.message}`;
  return `${entry.tool}: ${JSON.stringify(outcome.payload)}`;
}
