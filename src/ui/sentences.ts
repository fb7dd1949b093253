import type { Box } from '../domain/box';
import {
  answers,
  MALFORMED,
  repeatedLooks,
  type AnswerEvidence,
  type Evidence,
  type Ledger,
  type RejectedEvidence,
  type SkippedEvidence,
  type ToolEvidence,
} from '../domain/ledger';
import type { ImageRef, Photo } from '../domain/observation';
import type { Failure } from '../domain/outcome';
import { isRefuted, looksThatCount, type Look } from '../domain/search';
import type { Verdict } from '../domain/verdict';
import type { ToolPayload } from '../domain/tools/schemas';
import { searchesIn, shows, traceToPhoto } from '../domain/views';
import { isToolName } from '../domain/tools/schemas';
import { leadOf } from './lead';
import { listInWords, monthInWords } from './words/language.svelte';
import { noteWords } from './words/notes';
import { chanceInWords, whereInWords } from './words/phrases';
import type { Sentence } from './words/sentence';
import { questionWords } from './words/questions';
import { stepWords } from './words/steps';
import { verdictWords } from './words/verdict';

/** One entry of the ledger as a line of field notes. */
export function evidenceSentence(entry: Evidence, ledger: Ledger, photos: readonly Photo[] = []): Sentence {
  if (repeatedLooks(ledger).has(entry.id)) return [stepWords.repeatedLook];
  switch (entry.kind) {
    case 'skipped':
      return skippedSentence(entry);
    case 'observer':
      return [noteWords.observer(entry.note)];
    case 'answer':
      return [answerSentence(entry)];
    case 'rejected':
      return rejectedSentence(entry);
    case 'tool':
      return entry.outcome.status === 'ok'
        ? answeredSentence(entry, ledger, photos)
        : [noteWords.failed(stepWords.task[entry.tool], failureInWords(entry.outcome))];
  }
}

function answerSentence({ question, said, from }: AnswerEvidence): string {
  const topic = questionWords.topic[question];
  if (said === null) return questionWords.said.takenBack(topic);
  if (said === 'unknown') return questionWords.said.unknown(topic);
  const { answer, fromNote } = questionWords.said;
  return (from === 'note' ? fromNote : answer)(questionWords.answers[said]);
}

/** Problems of a pack carry the file's name and what to do; the other codes need no details. */
function failureInWords({ code, message }: Failure): string {
  const aboutPack = code === 'model_damaged' || code === 'model_missing';
  return aboutPack && message !== '' ? message : `${stepWords.failure[code]}.`;
}

function skippedSentence({ tool, reason }: SkippedEvidence): Sentence {
  return [noteWords.leftOut(stepWords.task[tool], stepWords.skip[reason])];
}

function rejectedSentence({ tool, outcome }: RejectedEvidence): Sentence {
  if (tool === MALFORMED) return [noteWords.notTaken(stepWords.failure[outcome.code])];
  const task = isToolName(tool) ? stepWords.task[tool] : noteWords.unknownStep(tool);
  return [noteWords.refused(task, stepWords.failure[outcome.code])];
}

function answeredSentence(entry: ToolEvidence, ledger: Ledger, photos: readonly Photo[]): Sentence {
  if (entry.outcome.status !== 'ok') return [];
  const where = (image: ImageRef, region: Box | null): string | null => {
    const { photo, box } = traceToPhoto(ledger, image, region);
    const size = photos.find(({ ref }) => ref === photo);
    return box && (size ? whereInWords(box, size) : stepWords.somewhere);
  };
  switch (entry.tool) {
    case 'detect_bird':
      return [detectionSentence(entry.outcome.payload, where(entry.args.image, null))];
    case 'quality_gate':
      return [qualitySentence(entry.outcome.payload)];
    case 'zoom_in':
      return isNewPlace(entry, ledger)
        ? [noteWords.magnified(where(entry.args.image, entry.args.region) ?? stepWords.somewhere)]
        : [noteWords.closer(entry.args.factor)];
    case 'crop':
      return [entry.args.margin > 0.2 ? noteWords.cutWide : noteWords.cut];
    case 'enhance':
      return [stepWords.enhanced[entry.args.operation]];
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
  const said = [chanceInWords(score), verdictWords.percent(score)] as const;
  if (where !== null) {
    const { none, one, several } = noteWords.lookedAt;
    return count === 0 ? none(where) : count === 1 ? one(where, ...said) : several(where, count);
  }
  const { none, one, several } = noteWords.glance;
  return count === 0 ? none : count === 1 ? one(...said) : several(count);
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
  const place = where === null ? noteWords.whole : noteWords.faint(where);
  if (look) return noteWords.found(place, classificationSentence(payload));
  return [
    isRefuted(payload) ? noteWords.noBirdThere(place, chanceInWords(payload.noBird)) : noteWords.nothingThere(place),
  ];
}

/** Whether the detector was sure of a bird where the look was taken. */
function isClear({ photo, box }: Look, ledger: Ledger): boolean {
  const birds = searchesIn(ledger)
    .filter((search) => search.photo === photo)
    .flatMap((search) => search.birds);
  return box === null ? birds.length > 0 : birds.some((bird) => shows(box, bird.box));
}

function qualitySentence({ grade, reasons, birdPixels }: ToolPayload<'quality_gate'>): string {
  const size = noteWords.size(Math.round(birdPixels));
  const faults = listInWords(reasons.map((reason) => stepWords.quality[reason]));
  if (grade === 'pass') return faults ? noteWords.clearThough(faults, size) : noteWords.clear(size);
  return grade === 'marginal' ? noteWords.marginal(faults, size) : noteWords.poor(faults, size);
}

function classificationSentence({ candidates, noBird }: ToolPayload<'classify_image'>): Sentence {
  const [first, second] = candidates;
  if (!first || noBird > first.probability) {
    return [noteWords.noBirdByLooks(chanceInWords(noBird), verdictWords.percent(noBird))];
  }
  const { likely, even, unclear, next } = noteWords.looks;
  // No number: what one look gave is not yet how likely the bird is, which the verdict says.
  const looks = (first.probability >= 0.6 ? likely : first.probability >= 0.4 ? even : unclear)(first);
  // A rival at under a tenth of the first is noise to a reader.
  if (!second || second.probability < first.probability / 10) return [...looks, '.'];
  return [...looks, ...next(second)];
}

function recordingSentence({ reasons, voice }: ToolPayload<'audio_quality'>): string {
  const faults = reasons.map((reason) => stepWords.recording[reason]);
  const state = faults.length ? noteWords.recordingFaults(listInWords(faults)) : noteWords.recordingClear;
  return voice.length && !reasons.includes('human_voice') ? noteWords.andPeople(state) : `${state}.`;
}

function heardSentence({ birds }: ToolPayload<'classify_sound'>): Sentence {
  const [first, ...rest] = birds;
  if (!first) return [noteWords.noneHeard];
  return [...noteWords.heard(first), rest.length === 0 ? '.' : noteWords.andOthers(rest.length)];
}

function placeSentence(payload: ToolPayload<'geo_prior'>): Sentence {
  if (!payload.applied) return [payload.reason === 'no_place' ? noteWords.noPlace : noteWords.noRangeModel];
  const first = payload.species[0];
  if (!first) return [noteWords.placeSilent];
  return noteWords.range[first.status](first, payload.month === null ? null : monthInWords(payload.month));
}

/** What a look at the picture knew of the birds of this place; null where it could not tell. */
export function coverageSentence({ coverage, labelCount }: ToolPayload<'classify_image'>): string | null {
  return noteWords.coverage(labelCount, coverage);
}

/** The verdict in words, for the live region and the title of the page: what leads the card, then what was declared. */
export function verdictSentence(verdict: Verdict): Sentence {
  const lead = leadOf(verdict);
  if (!lead) return [`${verdictWords.rule[verdict.rule].title}.`];
  const { taxon, probability, isGuess } = lead;
  if (!isGuess) return declaredSentence(verdict);
  const said = [{ taxon }, chanceInWords(probability), verdictWords.percent(probability)] as const;
  if (verdict.grain === 'abstain') return noteWords.verdict.guess(...said);
  return [...noteWords.verdict.species(...said), ' ', ...declaredSentence(verdict)];
}

/** What was declared, with its own probability; nothing where that is no name. */
export function declaredSentence({ grain, taxon, probability }: Verdict): Sentence {
  if (grain === 'abstain' || taxon === null) return [];
  return noteWords.verdict[grain]({ taxon }, chanceInWords(probability), verdictWords.percent(probability));
}
