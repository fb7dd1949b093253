import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { ANSWERS, GivenAnswerSchema, QUESTIONS, type QuestionId } from '../domain/questions/answers';
import { DaySchema, MAX_NOTE } from '../domain/observation';
import type { GivenAnswer } from '../agent/answering';
import { refused, type Refusal } from './problems';

/** Files of one observation. */
const MAX_FILES = 16;

const ObservationId = v.pipe(
  v.string(),
  v.description('The id that observe gave, such as observation-1. May be left out while only one is open.'),
);

/** What the server offers besides the nine tools. */
export const REQUESTS = {
  observe: {
    title: 'Open an observation',
    description:
      'Opens the photos and recordings of one bird as an observation and gives its id. Photos come back as small ' +
      'pictures. Several observations can be open at once.',
    args: v.strictObject({
      files: v.pipe(
        v.array(v.string()),
        v.minLength(1),
        v.maxLength(MAX_FILES),
        v.description('Paths below the allowed folders, or data URIs with base64: photos and recordings of one bird.'),
      ),
      place: v.optional(
        v.pipe(
          v.strictObject({
            latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
            longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
          }),
          v.description('Where it was, in degrees. Without it, where the photo says.'),
        ),
      ),
      date: v.optional(
        v.pipe(DaySchema, v.description('The day it was there: 2026-05-17. Without it, as the photo says.')),
      ),
      note: v.optional(
        v.pipe(v.string(), v.maxLength(MAX_NOTE), v.description('What the observer noticed, in their own words.')),
      ),
    }),
  },
  conclude: {
    title: 'Conclude',
    description:
      'Gives the verdict on an observation with its ledger. Calls that are missing for it are made first, by the ' +
      "app's own rules; with complete: false only what the ledger holds is judged.",
    args: v.strictObject({
      observation: v.optional(ObservationId),
      complete: v.optional(v.pipe(v.boolean(), v.description('Make the missing calls first; true without it.')), true),
    }),
  },
  answer: {
    title: 'Answer for the observer',
    description:
      'Puts what the person who saw the bird says of it into the ledger, as their word: ask them what conclude asks, and ' +
      'never answer for them. unknown says that they do not know; take_back withdraws an earlier answer. Gives the verdict as it is now.',
    args: v.strictObject({
      observation: v.optional(ObservationId),
      question: v.pipe(
        v.picklist(QUESTIONS),
        v.description('size: as large as; doing: what it was doing; where: where it was.'),
      ),
      said: v.pipe(
        v.picklist([...Object.values(ANSWERS).flat(), 'unknown', 'take_back']),
        v.description(QUESTIONS.map((question) => `${question}: ${ANSWERS[question].join(', ')}`).join('; ')),
      ),
    }),
  },
  forget: {
    title: 'Forget an observation',
    description: 'Closes an observation that is no longer needed and frees its memory.',
    args: v.strictObject({ observation: v.optional(ObservationId) }),
  },
} as const;

export type RequestName = keyof typeof REQUESTS;
export const REQUEST_NAMES = Object.keys(REQUESTS) as RequestName[];

export type RequestArgs<Name extends RequestName> = v.InferOutput<(typeof REQUESTS)[Name]['args']>;

export const OBSERVATION_PROPERTY = toSchema(ObservationId);

/** The requests as MCP lists them. */
export function listRequests() {
  return REQUEST_NAMES.map((name) => {
    const { title, description, args } = REQUESTS[name];
    const annotations = { title, readOnlyHint: name === 'conclude', destructiveHint: false, openWorldHint: false };
    return { name, title, description, inputSchema: toSchema(args) as { type: 'object' }, annotations };
  });
}

export function parseRequest<Name extends RequestName>(name: Name, args: unknown): RequestArgs<Name> | Refusal {
  const parsed = v.safeParse(REQUESTS[name].args, args);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const at = v.getDotPath(issue);
  const message = `${at === null ? 'The arguments' : `Argument "${at}"`} of ${name} cannot be used: ${issue.message}.`;
  return refused('invalid_arguments', message, `${name} takes ${Object.keys(REQUESTS[name].args.entries).join(', ')}.`);
}

/** The answer as an entry of the ledger holds it; a refusal where the question has no such answer. */
export function readAnswer({ question, said }: RequestArgs<'answer'>): GivenAnswer | Refusal {
  if (said === 'take_back') return { question, said: null, from: 'given' };
  const parsed = v.safeParse(GivenAnswerSchema, { question, said });
  if (parsed.success) return parsed.output;
  const message = `"${said}" is no answer to ${question}.`;
  return refused('invalid_arguments', message, `${question} takes ${answersTo(question)}, unknown or take_back.`);
}

const answersTo = (question: QuestionId): string => ANSWERS[question].join(', ');

function toSchema(schema: v.GenericSchema): object {
  const made = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  delete made.$schema;
  return made;
}
