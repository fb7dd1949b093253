import { McpServer, ResourceNotFoundError, type CallToolResult, type Transport } from '@modelcontextprotocol/server';
import { blueprint } from '../agent/blueprint';
import { ANSWERS } from '../domain/questions/answers';
import type { ImageRef } from '../domain/observation';
import type { ObservationSessions, OpenObservation } from './observations';
import { PICTURE_SIDE, pictureContent, type PictureContent } from './pictures';
import { isRefusal, type Refusal } from './problems';
import { Progress } from './progress';
import { parseRequest, readAnswer } from './requests';
import { listResources, readResource, RESOURCE_TEMPLATES } from './resources';
import { listServerTools } from './server-tools';

const INSTRUCTIONS =
  'Identifies birds from photos and recordings. observe opens an observation and gives its id; conclude gives the ' +
  'verdict with its ledger and makes the calls that are missing. To decide more yourself, call the tools in between. ' +
  'Usual order: detect_bird, quality_gate, classify_image, geo_prior; for sounds audio_quality, classify_sound. crop, ' +
  'zoom_in and enhance show what they made. Where conclude asks something (asking.question), ask the person who saw the ' +
  'bird and pass their reply on with answer. A call that fails says what to do instead.';

interface Asked {
  name: string;
  args: Record<string, unknown>;
  signal: AbortSignal;
  progress: Progress;
}

/** The open observations and the nine tools as an MCP server, on whatever transport it is given. */
export async function serveMcp(
  sessions: ObservationSessions,
  transport: Transport,
  version: string,
): Promise<McpServer> {
  const server = new McpServer(
    { name: 'goldcrest', version },
    { capabilities: { tools: {}, resources: { listChanged: true } }, instructions: INSTRUCTIONS },
  );
  // By hand, because the schemas are ours already and a refused argument has to come back with our hint.
  const { server: requests } = server;
  requests.setRequestHandler('tools/list', () => ({ tools: listServerTools() }));
  requests.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    const progress = new Progress((done, message) => {
      if (progressToken === undefined) return;
      void mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: done, message } });
    });
    const before = sessions.all.length;
    const asked = { name: params.name, args: params.arguments ?? {}, signal: mcpReq.signal, progress };
    const answer = await answerCall(sessions, asked);
    if (sessions.all.length !== before) server.sendResourceListChanged();
    return answer;
  });
  requests.setRequestHandler('resources/list', () => ({ resources: listResources(sessions) }));
  requests.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  requests.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const contents = await readResource(sessions, uri);
    if (!contents) throw new ResourceNotFoundError(uri);
    return { contents: [contents] };
  });
  await server.connect(transport);
  return server;
}

async function answerCall(sessions: ObservationSessions, asked: Asked): Promise<CallToolResult> {
  switch (asked.name) {
    case 'observe':
      return observe(sessions, asked);
    case 'conclude':
      return conclude(sessions, asked);
    case 'answer':
      return answer(sessions, asked);
    case 'forget': {
      const args = parseRequest('forget', asked.args);
      const found = isRefusal(args) ? args : sessions.find(args.observation);
      if (isRefusal(found)) return replyWith(found);
      sessions.forget(found);
      return replyWith({ forgotten: found.id });
    }
    default:
      return callTool(sessions, asked);
  }
}

async function observe(sessions: ObservationSessions, { args, progress }: Asked): Promise<CallToolResult> {
  const wanted = parseRequest('observe', args);
  if (isRefusal(wanted)) return replyWith(wanted);
  progress.step('Opening the files');
  const opened = await sessions.observe(wanted);
  if (isRefusal(opened)) return replyWith(opened);
  const { id, observation, unreadable } = opened;
  const { photos, sounds, place, day } = observation;
  const pictures = await Promise.all(photos.map(({ ref }) => pictureOf(sessions, ref)));
  return replyWith({ observation: id, photos, sounds, place, day, unreadable }, pictures);
}

async function conclude(sessions: ObservationSessions, { args, signal, progress }: Asked): Promise<CallToolResult> {
  const wanted = parseRequest('conclude', args);
  const found = isRefusal(wanted) ? wanted : sessions.find(wanted.observation);
  if (isRefusal(wanted)) return replyWith(wanted);
  if (isRefusal(found)) return replyWith(found);
  const { session } = found;
  const { listeners } = progress;
  if (wanted.complete) await session.complete(blueprint, progress.step, { signal, listeners });
  return replyWith(await judged(sessions, found));
}

async function answer(sessions: ObservationSessions, { args }: Asked): Promise<CallToolResult> {
  const wanted = parseRequest('answer', args);
  if (isRefusal(wanted)) return replyWith(wanted);
  const found = sessions.find(wanted.observation);
  if (isRefusal(found)) return replyWith(found);
  const given = readAnswer(wanted);
  if (isRefusal(given)) return replyWith(given);
  await found.session.answer(given);
  return replyWith(await judged(sessions, found));
}

/** The verdict with what it rests on, and what to ask the observer, where that could change it. */
async function judged(sessions: ObservationSessions, { id, session }: OpenObservation): Promise<object> {
  const { ledger } = session;
  const { app } = sessions.host;
  // First, because it loads the facts that answers are weighed by.
  const inquiry = await app.judging.inquire(ledger);
  const verdict = app.judging.verdict(ledger);
  const { ladder, terms, guess, supporting, opposing, help } = verdict;
  const { verdict: named, birds } = sessions.host.describe(verdict, ledger);
  const asking = inquiry && {
    ...inquiry,
    answers: inquiry.question && [...ANSWERS[inquiry.question], 'unknown'],
  };
  return {
    observation: id,
    verdict: { ...named, ladder, terms, guess, supporting, opposing, help },
    birds,
    asking,
    ledger,
  };
}

/** One of the nine, about the observation that its arguments name. */
async function callTool(
  sessions: ObservationSessions,
  { name, args, signal, progress }: Asked,
): Promise<CallToolResult> {
  const { observation, ...own } = args;
  const found = sessions.find(observation);
  if (isRefusal(found)) return replyWith(found);
  progress.step(name);
  const { outcome } = await found.session.call(name, own, { signal, listeners: progress.listeners });
  if (outcome.status === 'failed') return replyWith(outcome);
  return replyWith(outcome.payload, [await viewIn(sessions, found, outcome.payload)]);
}

/** The view that a tool has just made, for a caller that can see. */
async function viewIn(sessions: ObservationSessions, { observation }: OpenObservation, payload: object) {
  if (!('image' in payload)) return null;
  const ref = payload.image as ImageRef;
  return observation.photos.some((photo) => ref.startsWith(`${photo.ref}.`)) ? pictureOf(sessions, ref) : null;
}

async function pictureOf({ host }: ObservationSessions, ref: ImageRef): Promise<PictureContent | null> {
  return pictureContent(await host.app.picture(ref, null, PICTURE_SIDE));
}

/** A failed call is an answer too: the caller reads the hint and corrects itself. */
function replyWith(answer: object | Refusal, pictures: readonly (PictureContent | null)[] = []): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }, ...pictures.filter((picture) => picture !== null)],
    structuredContent: { ...answer },
    isError: isRefusal(answer),
  };
}
