import type { AgentEvent, HintLevel } from '../domain/events';
import { ledgerOf, verdictOf } from '../agent/replay';
import { CommonNames } from '../domain/common-names';
import type { Evidence } from '../domain/ledger';
import type { Observation, Place, SoundRef } from '../domain/observation';
import type { Refusal } from '../mcp/problems';
import { isSound } from '../media/sound/is-sound';
import { nameVerdicts, type NamedVerdicts } from '../app/named-verdict';
import { Goldcrest, type IdentifyOptions } from '../app/goldcrest';
import { openPolicy } from '../policies';
import { POLICY_NAMES } from '../policies/catalogue';
import type { Engine } from '../policies/manifest';
import type { PolicyNews } from '../policies/text-policy';
import type { PackProblem } from '../packs/errors';
import { readOwnPacks } from '../packs/own-packs';
import { PacksClient } from '../packs/client';
import type { PacksSetup } from '../packs/protocol';
import type { ToolName } from '../domain/tools/schemas';

/** The app as a program: what the command line and the tests call inside a browser without a screen. */

export interface HeadlessRequest {
  /** Which of the files in the page's input make this observation. */
  files: number[];
  place: { latitude: number; longitude: number } | null;
  day: string | null;
  /** What the observer wrote. */
  note?: string;
  /** What the observer says of the bird: its size, what it did, where it was. */
  answers?: NonNullable<Observation['answers']>;
  policy: string;
  /** For a language model: 0, the usual, always takes the likeliest word. */
  temperature?: number;
  /** Another engine than the policy's own, for tests. */
  engine?: Engine;
  hints?: HintLevel;
  /** Without the place and day that the photos carry: an evaluation says itself where and when. */
  ignoreExif?: boolean;
}

export interface HeadlessReport extends NamedVerdicts {
  /** The recordings, named as in the ledger. */
  sounds: { sound: SoundRef; seconds: number; topHz: number }[];
  ledger: Evidence[];
  events: AgentEvent[];
  /** What a language model said, turn by turn, and why the rules took over where they did. */
  conversation: Conversation;
  ms: number;
  /** What each classifier's model put out, by the ledger entry it belongs to. */
  scores: { entry: number; tool: ToolName; values: number[] }[];
}

type Run = Pick<HeadlessReport, 'events' | 'scores'>;

export interface Conversation {
  replies: { text: string; tokens: number; milliseconds: number }[];
  problem: string | null;
}

export interface HeadlessAnswer {
  report: HeadlessReport | null;
  /** Files that could not be opened, with why. */
  unreadable: { file: number; code: string; message: string }[];
}

export class Headless {
  #app: Goldcrest | null = null;
  #names: CommonNames | null = null;
  #mcp: MessagePort | null = null;

  get app(): Goldcrest {
    if (!this.#app) throw new Error('open a pack first');
    return this.#app;
  }

  /** Packs by name, the better first, separated by commas; without any, those that come with the app. */
  async open(packs?: string): Promise<PackProblem | null> {
    const own = packs === undefined ? await readOwnPacks(document.baseURI) : null;
    if (own?.ok === false) return own.problem;
    const opened = await Goldcrest.open(packs?.split(',') ?? own!.value.map(({ name }) => name));
    if (!opened.ok) return opened.problem;
    this.#app = opened.value;
    const names = await fetch(new URL('taxonomy/names/en.json', document.baseURI));
    this.#names = CommonNames.fromTable(await names.json(), opened.value.taxonomy);
    return null;
  }

  /** For tests and benches: the packs of this browser, with files from this origin only. */
  packs(setup: Partial<PacksSetup> = {}): PacksClient {
    return new PacksClient({ hosts: [location.host], ...setup });
  }

  policies(): string[] {
    return [...POLICY_NAMES];
  }

  identify(request: HeadlessRequest): Promise<HeadlessAnswer> {
    return this.identifyFiles(
      request.files.map((file) => this.file(file)),
      request,
    );
  }

  /** Makes one observation of these files and runs the agent on it. */
  async identifyFiles(files: readonly File[], request: Omit<HeadlessRequest, 'files'>): Promise<HeadlessAnswer> {
    const { app } = this;
    const start = performance.now();
    const observation = this.empty(placeOf(request), request.day);
    if (request.note) observation.note = request.note;
    if (request.answers) observation.answers = request.answers;
    const unreadable: HeadlessAnswer['unreadable'] = [];
    for (const [file, blob] of files.entries()) {
      const problem = await this.add(blob, observation, request.ignoreExif === true);
      if (problem) unreadable.push({ file, ...problem });
    }
    if (observation.photos.length + observation.sounds.length === 0) return { report: null, unreadable };

    const news: PolicyNews[] = [];
    const { temperature, engine } = request;
    const policy = await openPolicy(request.policy, {
      ...(temperature === undefined ? {} : { temperature }),
      ...(engine && { engine }),
      look: (image, region, side) => app.picture(image, region, side),
      onNews: (one) => news.push(one),
    });
    if (!policy.ok) throw new Error(policy.problem.message);
    const { events, scores } = await this.run(observation, { policy: policy.value, hints: request.hints ?? 'full' });
    const ms = performance.now() - start;
    for (const { ref } of observation.photos) app.closePhoto(ref);
    for (const { ref } of observation.sounds) app.closeSound(ref);
    const sounds = observation.sounds.map(({ ref, seconds, sampleRate }) => ({
      ...{ sound: ref, seconds, topHz: sampleRate / 2 },
    }));
    return { report: { ...this.#report(events, ms), sounds, conversation: conversationOf(news), scores }, unreadable };
  }

  /** A run of the agent to its end, with what the classifiers put out. */
  async run(observation: Observation, options: IdentifyOptions): Promise<Run> {
    const run: Run = { events: [], scores: [] };
    const onScores = (tool: ToolName, values: Float32Array): void => {
      // The entry that a running call will get is the next one.
      run.scores.push({ entry: ledgerOf(run.events).length + 1, tool, values: Array.from(values) });
    };
    for await (const event of this.app.identify(observation, { ...options, onScores })) {
      // As on the screen, progress is not kept: an hour of sound would pile up hundreds of lists of birds.
      if (event.type !== 'progress' && event.type !== 'heard') run.events.push(event);
    }
    return run;
  }

  /** Adds a file to an observation as what it is; returns the reason if it cannot be opened. */
  async add(
    file: File,
    observation: Observation,
    ignoreExif: boolean,
  ): Promise<{ code: string; message: string } | null> {
    if (await isSound(file)) {
      const opened = await this.app.openSound(file, file.name);
      if (!opened.ok) return opened.problem;
      observation.sounds.push(opened.value.sound);
      return null;
    }
    const opened = await this.app.openPhoto(file, file.name);
    if (!opened.ok) return opened.problem;
    observation.photos.push(opened.value.photo);
    if (ignoreExif) return null;
    observation.place ??= opened.value.exif.place;
    observation.day ??= opened.value.exif.day;
    return null;
  }

  /**
   * The nine tools as an MCP server for any number of observations, the first of the files that are given, if any. Messages
   * come in through `mcpReceive` and go out through `mcpSend`; files by their path come through `mcpRead`.
   */
  async mcp(request: Pick<HeadlessRequest, 'files' | 'place' | 'day'>): Promise<string[]> {
    const [{ serveMcp }, { PortTransport }, { ObservationSessions }] = await Promise.all([
      import('../mcp/server'),
      import('../mcp/port-transport'),
      import('../mcp/observations'),
    ]);
    const sessions = new ObservationSessions({
      app: this.app,
      add: (file, observation) => this.add(file, observation, false),
      readPaths: async (paths) => (await globalThis.mcpRead(paths)) ?? paths.map((_, index) => this.file(index)),
      describe: (verdict, ledger) => nameVerdicts(verdict, ledger, this.app, this.#names),
    });
    const files = request.files.map((index) => this.file(index));
    if (files.length > 0) await sessions.open(files, this.empty(placeOf(request), request.day));
    const { port1, port2 } = new MessageChannel();
    await serveMcp(sessions, new PortTransport(port1), this.app.manifest.version);
    port2.addEventListener('message', ({ data }) => void globalThis.mcpSend(JSON.stringify(data)));
    port2.start();
    this.#mcp = port2;
    return sessions.all.flatMap(({ observation: { photos, sounds } }) =>
      [...photos, ...sounds].map(({ ref, name }) => `${ref}: ${name}`),
    );
  }

  /** A message for the MCP server, as JSON. */
  mcpReceive(message: string): void {
    this.#mcp?.postMessage(JSON.parse(message));
  }

  empty(place: Place | null, day: string | null): Observation {
    return { id: crypto.randomUUID(), photos: [], sounds: [], place, day };
  }

  file(index: number): File {
    const file = document.querySelector<HTMLInputElement>('#files')?.files?.[index];
    if (!file) throw new Error(`there is no file ${index} in the page`);
    return file;
  }

  #report(events: AgentEvent[], ms: number): Omit<HeadlessReport, 'conversation' | 'scores' | 'sounds'> {
    const verdict = verdictOf(events);
    if (!verdict) throw new Error('a run always ends in a verdict');
    const ledger = ledgerOf(events);
    return { ...nameVerdicts(verdict, ledger, this.app, this.#names), ledger, events, ms };
  }
}

function conversationOf(news: readonly PolicyNews[]): Conversation {
  const turns = news.filter((one) => one.type === 'turn').filter(({ done }) => done);
  const fallen = news.find((one) => one.type === 'fell_back');
  const replies = turns.map(({ text, tokens, milliseconds }) => ({ text, tokens, milliseconds }));
  return { replies, problem: fallen ? fallen.problem.message : null };
}

export function placeOf({ place }: Pick<HeadlessRequest, 'place'>): Place | null {
  return place && { ...place, precisionKm: null, source: 'given' };
}

declare global {
  /** Given by the program that drives the page: passes on a message of the MCP server. */
  var mcpSend: (message: string) => Promise<void>;
  /** Puts files into the page's input; returns the reason if it may not, else null. */
  var mcpRead: (paths: string[]) => Promise<Refusal | null>;
}
