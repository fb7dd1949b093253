import type { Box } from '../domain/box';
import {
  answers,
  MALFORMED,
  repeatedLooks,
  type Evidence,
  type Ledger,
  type RejectedEvidence,
  type SkippedEvidence,
  type ToolEvidence,
} from '../domain/ledger';
import type { ImageRef, Photo } from '../domain/observation';
import type { Failure } from '../domain/outcome';
import { isRefuted, looksThatCount, type Look } from '../domain/search';
import type { TaxonId } from '../domain/taxonomy';
import type { Verdict } from '../domain/verdict';
import type { ToolPayload } from '../domain/tools/schemas';
import { searchesIn, shows, traceToPhoto } from '../domain/views';
import { isToolName } from '../domain/tools/schemas';
import { chanceInWords, countInWords, listInWords, monthInWords, whereInWords, words } from './words';

/** A sentence for the screen: text, and taxa that the component sets in the reader's language and the right type. */
export type Part = string | { taxon: TaxonId };
export type Sentence = readonly Part[];

/** One entry of the ledger as a line of field notes. */
export function evidenceSentence(entry: Evidence, ledger: Ledger, photos: readonly Photo[] = []): Sentence {
  if (repeatedLooks(ledger).has(entry.id)) return [words.repeatedLook];
  switch (entry.kind) {
    case 'skipped':
      return skippedSentence(entry);
    case 'observer':
      return [`The observer wrote: “${entry.note}”`];
    case 'rejected':
      return rejectedSentence(entry);
    case 'tool':
      return entry.outcome.status === 'ok'
        ? answeredSentence(entry, ledger, photos)
        : [`${words.task[entry.tool]} did not work: ${failureInWords(entry.outcome)}`];
  }
}

/** What is wrong with a pack is told with the file's name and what to do; the other codes say all there is. */
function failureInWords({ code, message }: Failure): string {
  const aboutPack = code === 'model_damaged' || code === 'model_missing';
  return aboutPack && message !== '' ? message : `${words.failure[code]}.`;
}

function skippedSentence({ tool, reason }: SkippedEvidence): Sentence {
  return [`${words.task[tool]} was left out: ${words.skip[reason]}.`];
}

function rejectedSentence({ tool, outcome }: RejectedEvidence): Sentence {
  if (tool === MALFORMED) return [`A step was not taken: ${words.failure[outcome.code]}.`];
  const task = isToolName(tool) ? words.task[tool] : `A step called ${tool}`;
  return [`${task} was refused: ${words.failure[outcome.code]}.`];
}

function answeredSentence(entry: ToolEvidence, ledger: Ledger, photos: readonly Photo[]): Sentence {
  if (entry.outcome.status !== 'ok') return [];
  const where = (image: ImageRef, region: Box | null): string | null => {
    const { photo, box } = traceToPhoto(ledger, image, region);
    const size = photos.find(({ ref }) => ref === photo);
    return box && (size ? whereInWords(box, size) : words.somewhere);
  };
  switch (entry.tool) {
    case 'detect_bird':
      return [detectionSentence(entry.outcome.payload, where(entry.args.image, null))];
    case 'quality_gate':
      return [qualitySentence(entry.outcome.payload)];
    case 'zoom_in':
      return isNewPlace(entry, ledger)
        ? [`Magnified ${where(entry.args.image, entry.args.region) ?? words.somewhere} to look closer.`]
        : [`Looked closer, ${entry.args.factor} times larger.`];
    case 'crop':
      return [
        entry.args.margin > 0.2
          ? 'Cut out the bird with more of what is around it, for a second look.'
          : 'Cut the bird out of the photo.',
      ];
    case 'enhance':
      return [words.enhanced[entry.args.operation]];
    case 'audio_quality':
      return [recordingSentence(entry.outcome.payload)];
    case 'classify_image':
      return lookSentence(entry.id, entry.outcome.payload, where(entry.args.image, entry.args.region ?? null), ledger);
    case 'classify_sound':
      return heardSentence(entry.outcome.payload);
    case 'geo_prior':
      return placeSentence(entry.outcome.payload);
  }
}

/** Whether a region was magnified to search it: nothing was asked about it before. */
function isNewPlace({ id, args }: ToolEvidence & { tool: 'zoom_in' }, ledger: Ledger): boolean {
  const region = JSON.stringify(args.region);
  const before = [...answers(ledger, 'quality_gate'), ...answers(ledger, 'classify_image')];
  return !before.some((answer) => answer.id < id && JSON.stringify(answer.args.region) === region);
}

function detectionSentence({ count, birds }: ToolPayload<'detect_bird'>, where: string | null): string {
  const score = birds[0]?.score ?? 0;
  const one = `${chanceInWords(score)}, ${words.percent(score)}`;
  if (where !== null) {
    const found = count === 0 ? 'no bird' : count === 1 ? `one bird, ${one}` : `${countInWords(count)} birds`;
    return `Looked closer at ${where}: ${found}.`;
  }
  if (count === 0) return 'No bird found in the photo at first glance.';
  return count > 1 ? `Found ${countInWords(count)} birds in the photo.` : `Found one bird: ${one}.`;
}

/** A look, and where it was taken if the detector had not seen a bird there. */
function lookSentence(
  id: number,
  payload: ToolPayload<'classify_image'>,
  where: string | null,
  ledger: Ledger,
): Sentence {
  const look = looksThatCount(ledger).find((one) => one.id === id);
  const searched = answers(ledger, 'detect_bird').some((answer) => answer.id < id);
  if (!searched || (look && isClear(look, ledger))) return classificationSentence(payload);
  const place = where === null ? 'Looked at the photo as a whole' : `Looked at something faint in ${where}`;
  if (look) return [`${place}. `, ...classificationSentence(payload)];
  const chance = isRefuted(payload)
    ? `${chanceInWords(payload.noBird)} no bird`
    : 'nothing that can be told for a bird';
  return [`${place}: ${chance}.`];
}

/** Whether the detector was sure of a bird where the look was taken. */
function isClear({ photo, box }: Look, ledger: Ledger): boolean {
  const birds = searchesIn(ledger)
    .filter((search) => search.photo === photo)
    .flatMap((search) => search.birds);
  return box === null ? birds.length > 0 : birds.some((bird) => shows(box, bird.box));
}

function qualitySentence({ grade, reasons, birdPixels }: ToolPayload<'quality_gate'>): string {
  const size = `${Math.round(birdPixels)} pixels on the bird`;
  const faults = listInWords(reasons.map((reason) => words.quality[reason]));
  if (grade === 'pass') return faults ? `Clear enough, though ${faults}; ${size}.` : `Sharp and well lit; ${size}.`;
  if (grade === 'marginal') return `Only just good enough: ${faults || 'little to see'}; ${size}.`;
  return `Too poor to judge: ${faults || 'too little to see'}; ${size}.`;
}

function classificationSentence({ candidates, noBird }: ToolPayload<'classify_image'>): Sentence {
  const [first, second] = candidates;
  if (!first || noBird > first.probability) {
    return [`By its looks, ${chanceInWords(noBird)} no bird at all (${words.percent(noBird)}).`];
  }
  const named: Part[] = [{ taxon: first.taxon }, ` (${words.percent(first.probability)})`];
  const looks: Part[] =
    first.probability >= 0.6
      ? [`By its looks, ${chanceInWords(first.probability)} `, ...named]
      : [first.probability >= 0.4 ? 'Its looks point to ' : 'Its looks fit no bird clearly: ', ...named];
  // A rival at under a tenth of the first is noise to a reader.
  if (!second || second.probability < first.probability / 10) return [...looks, '.'];
  return [...looks, '; next ', { taxon: second.taxon }, ` (${words.percent(second.probability)}).`];
}

function recordingSentence({ reasons, voice }: ToolPayload<'audio_quality'>): string {
  const faults = reasons.map((reason) => words.recording[reason]);
  const state = faults.length ? `The recording: ${listInWords(faults)}` : 'The recording is clear';
  return voice.length && !reasons.includes('human_voice') ? `${state}; people are heard in it.` : `${state}.`;
}

function heardSentence({ birds }: ToolPayload<'classify_sound'>): Sentence {
  const [first, ...rest] = birds;
  if (!first) return ['No bird was heard.'];
  const heard: Part[] = [`Heard, ${chanceInWords(first.probability)}: `, { taxon: first.taxon }];
  heard.push(` (${words.percent(first.probability)})`);
  if (rest.length === 0) return [...heard, '.'];
  return [...heard, `, and ${countInWords(rest.length)} other ${rest.length === 1 ? 'bird' : 'birds'}.`];
}

function placeSentence(payload: ToolPayload<'geo_prior'>): Sentence {
  if (!payload.applied) {
    return payload.reason === 'no_place'
      ? ['Place not used: none was given.']
      : ['Place not used: the model pack has no range model.'];
  }
  const first = payload.species[0];
  if (!first) return ['The place says nothing about these birds.'];
  const when = payload.month === null ? 'here' : `here in ${monthInWords(payload.month)}`;
  return [{ taxon: first.taxon }, ` is ${words.range[first.status]} ${when}.`];
}

/** What a look at the picture knew of the birds of this place; null where it could not tell. */
export function coverageSentence({ coverage, labelCount }: ToolPayload<'classify_image'>): string | null {
  const known = `The model knows ${labelCount.toLocaleString('en')} species`;
  return coverage === null ? `${known}.` : `${known}, ${words.percent(coverage)} of the birds expected here.`;
}

/** The verdict in one sentence, for the live region and the title of the page. */
export function verdictSentence(verdict: Verdict): Sentence {
  const { guess } = verdict;
  if (verdict.grain === 'abstain' && guess) {
    const chance = `${chanceInWords(guess.probability)}, ${words.percent(guess.probability)}`;
    return ['Perhaps ', { taxon: guess.taxon }, `: ${chance}, so it stays a guess.`];
  }
  if (!verdict.taxon || verdict.grain === 'abstain') return [`${words.rule[verdict.rule].title}.`];
  const chance = `${chanceInWords(verdict.probability)}, ${words.percent(verdict.probability)}.`;
  if (verdict.grain === 'species') return [{ taxon: verdict.taxon }, `: ${chance}`];
  return [`${words.grain[verdict.grain]} `, { taxon: verdict.taxon }, `: ${chance}`];
}
