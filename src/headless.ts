import type { HintLevel } from './agent/events';
import { ledgerOf, verdictOf } from './agent/replay';
import type { AgentEvent } from './agent/events';
import type { BareModels, RaceRound } from './bench/bare';
import type { startBenchPacks } from './bench/bench-packs';
import type { Damage } from './bench/degrade';
import type { PlaceWish } from './bench/page';
import type { DrawnPlace } from './bench/places';
import type { Survey, SurveyPlace } from './bench/survey';
import { CommonNames } from './domain/common-names';
import type { Evidence } from './domain/ledger';
import type { Observation, Place, SoundRef } from './domain/observation';
import type { TaxonId } from './domain/taxonomy';
import type { Grain } from './domain/grain';
import type { Verdict } from './domain/verdict';
import { isSound } from './media/sound/is-sound';
import { Goldcrest } from './goldcrest';
import { open as openEngine, openPolicy } from './policies';
import { findPolicy, POLICY_NAMES } from './policies/catalogue';
import type { Engine, PolicyResult, Reply, ReplyRequest } from './policies/protocol';
import type { PolicyNews } from './policies/text-policy';
import type { PackProblem } from './packs/errors';
import { PacksClient } from './packs/client';
import type { LabelTaxon, SoundLabel } from './packs/labels';
import type { Role } from './packs/manifest';
import type { PacksSetup } from './packs/protocol';
import type { ToolName } from './tools/schemas';

/** The app as a program: what the command line, the benches and the tests call inside a browser without a screen. */

export interface HeadlessRequest {
  /** Which of the files in the page's input make this observation. */
  files: number[];
  place: { latitude: number; longitude: number } | null;
  day: string | null;
  /** What the observer wrote. */
  note?: string;
  policy: string;
  /** For a language model: 0, the usual, always takes the likeliest word. */
  temperature?: number;
  /** Another engine than the policy's own, for tests. */
  engine?: Engine;
  hints?: HintLevel;
  /** Without the place and day that the photos carry: an evaluation says itself where and when. */
  ignoreExif?: boolean;
  /** Makes every file worse first, to see how verdicts hold; `speech`: which file of the page's input talks over it. */
  degrade?: { kind: Damage; strength: number; seed: string; speech: number | null } | null;
}

export interface NamedTaxon {
  scientificName: string;
  commonName: string | null;
  probability: number;
}

export interface NamedVerdict {
  grain: Grain;
  scientificName: string | null;
  commonName: string | null;
  rank: string | null;
  probability: number;
  rule: string;
  alternatives: NamedTaxon[];
}

export interface HeadlessBird extends NamedTaxon {
  /** Seconds from the start of a recording, which is named as in the ledger. */
  times: { sound: SoundRef; from: number; to: number; probability: number }[];
  verdict: NamedVerdict;
}

export interface HeadlessReport {
  verdict: NamedVerdict;
  /** The birds of the recordings, surest first, each with its own verdict; empty without a recording. */
  birds: HeadlessBird[];
  ledger: Evidence[];
  events: AgentEvent[];
  /** What a language model said, turn by turn, and why the rules took over where they did. */
  said: Said;
  ms: number;
  /** What each classifier's model put out, by the ledger entry it belongs to. */
  scores: { entry: number; tool: ToolName; values: number[] }[];
}

export interface Said {
  replies: { text: string; tokens: number; milliseconds: number }[];
  problem: string | null;
}

export interface HeadlessAnswer {
  report: HeadlessReport | null;
  /** Files that could not be opened, with why. */
  unreadable: { file: number; code: string; message: string }[];
}

class Headless {
  #app: Goldcrest | null = null;
  #names: CommonNames | null = null;
  #bare: Promise<BareModels> | null = null;
  #benchPacks: ReturnType<typeof startBenchPacks> | null = null;
  #mcp: MessagePort | null = null;

  get app(): Goldcrest {
    if (!this.#app) throw new Error('open a pack first');
    return this.#app;
  }

  async open(pack: string): Promise<PackProblem | null> {
    const opened = await Goldcrest.open(pack);
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

  /** For the bench of packs: what they are compared with. */
  async benchPacks(): Promise<ReturnType<typeof startBenchPacks>> {
    const { startBenchPacks } = await import('./bench/bench-packs');
    this.#benchPacks ??= startBenchPacks();
    return this.#benchPacks;
  }

  /** For the bench: what the bare models take for these calls, in this page, now. */
  async bare(calls: Role[]): Promise<number> {
    const { BareModels: bare } = await import('./bench/bare');
    this.#bare ??= bare.start(this.app.packs);
    return (await this.#bare).milliseconds(calls);
  }

  /** For the bench: the models that these packs have in common, against each other in this page. */
  async race(packs: string[], rounds: number): Promise<RaceRound[]> {
    const bench = await import('./bench/bare');
    return bench.race(packs, rounds);
  }

  /** For the bench: milliseconds from cancelling a run in its first model call to its verdict. */
  async cancelAfter(file: number, milliseconds: number): Promise<number> {
    const { photos, ...rest } = this.#empty(null, null);
    const opened = await this.app.openPhoto(this.#file(file), 'photo');
    if (!opened.ok) throw new Error(opened.problem.message);
    const stop = new AbortController();
    let cancelled = 0;
    setTimeout(() => {
      cancelled = performance.now();
      stop.abort();
    }, milliseconds);
    const observation = { ...rest, photos: [...photos, opened.value.photo] };
    for await (const event of this.app.identify(observation, { signal: stop.signal })) {
      if (event.type === 'verdict' && event.ending !== 'cancelled')
        throw new Error('the run ended before its cancelling');
    }
    return performance.now() - cancelled;
  }

  /** For the bench: whether the models know the true species, and whether a name (or id) given to it holds it. */
  judge(truth: string, named: string | null): { known: boolean; right: boolean | null } {
    const { taxonomy } = this.app;
    const species = taxonomy.find(truth);
    if (!species) throw new Error(`${truth} is not in the taxonomy`);
    const taxon = named === null ? undefined : (taxonomy.get(named) ?? taxonomy.find(named));
    const known = this.app.imageLabels.includes(species.id);
    return { known, right: taxon ? taxonomy.contains(taxon.id, species.id) : null };
  }

  /** For the bench: a place in the range of each species and one far from it, by the pack's geo model. */
  async places(wanted: PlaceWish[]): Promise<(DrawnPlace | null)[]> {
    const { drawPlaces } = await import('./bench/page');
    return drawPlaces(this.app, wanted);
  }

  /** For the bench: a small picture of a file of the page's input, as a data address; null where it shows nothing. */
  async thumbnail(file: number): Promise<string | null> {
    const { thumbnailOf } = await import('./bench/page');
    return thumbnailOf(this.#file(file));
  }

  /** For the bench: what the outputs of the pack's classifiers stand for. */
  labels(): { image: readonly LabelTaxon[]; sound: readonly SoundLabel[] } {
    return { image: this.app.imageLabels, sound: this.app.soundLabels };
  }

  /** For the training of policies: what every tool says about a photo; null where it cannot be opened. */
  async survey(
    file: number,
    truth: string | null,
    places: readonly SurveyPlace[],
  ): Promise<(Survey & { truth: TaxonId | null }) | null> {
    const { asFirstPhoto, surveyPhoto } = await import('./bench/survey');
    const opened = await this.app.openPhoto(this.#file(file), 'photo');
    if (!opened.ok) return null;
    const { photo } = opened.value;
    const survey = await surveyPhoto(this.app, photo, places);
    this.app.closePhoto(photo.ref);
    const species = truth === null ? null : (this.app.taxonomy.find(truth)?.id ?? null);
    return { ...asFirstPhoto(survey, photo.ref), truth: species };
  }

  /** For the bench of policies: one reply of a language model, as the app's own engine gives it. */
  async policyReply(name: string, request: ReplyRequest): Promise<PolicyResult<Reply>> {
    const entry = findPolicy(name);
    if (!entry) throw new Error(`there is no policy ${name}`);
    const found = await openEngine(entry);
    return found.ok ? found.value.bridge.reply(request, () => undefined, new AbortController().signal) : found;
  }

  policies(): string[] {
    return [...POLICY_NAMES];
  }

  async identify(request: HeadlessRequest): Promise<HeadlessAnswer> {
    const { app } = this;
    const start = performance.now();
    const observation = this.#empty(placeOf(request), request.day);
    if (request.note) observation.note = request.note;
    const unreadable: HeadlessAnswer['unreadable'] = [];
    for (const file of request.files) {
      const blob = request.degrade ? await this.#worse(file, request.degrade) : this.#file(file);
      const problem = await this.#add(blob, observation, request.ignoreExif === true);
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
    const events: AgentEvent[] = [];
    const scores: HeadlessReport['scores'] = [];
    const onScores = (tool: ToolName, values: Float32Array): void => {
      // The entry that a running call will get is the next one.
      scores.push({ entry: ledgerOf(events).length + 1, tool, values: Array.from(values) });
    };
    const options = { policy: policy.value, hints: request.hints ?? 'full', onScores } as const;
    for await (const event of app.identify(observation, options)) events.push(event);
    const ms = performance.now() - start;
    for (const { ref } of observation.photos) app.closePhoto(ref);
    for (const { ref } of observation.sounds) app.closeSound(ref);
    return { report: { ...this.#report(events, ms), said: repliesOf(news), scores }, unreadable };
  }

  /** Adds a file to an observation as what it is; gives why where it cannot be opened. */
  async #add(
    file: File,
    observation: Observation,
    ignoreExif: boolean,
  ): Promise<{ code: string; message: string } | null> {
    // A file that is called a picture nearly always is one: it is opened while its first bytes are looked at.
    const opening = file.type.startsWith('image/') ? this.app.openPhoto(file, file.name) : null;
    if (await isSound(file)) {
      const wrongly = await opening;
      if (wrongly?.ok) this.app.closePhoto(wrongly.value.photo.ref);
      const opened = await this.app.openSound(file, file.name);
      if (!opened.ok) return opened.problem;
      observation.sounds.push(opened.value.sound);
      return null;
    }
    const opened = await (opening ?? this.app.openPhoto(file, file.name));
    if (!opened.ok) return opened.problem;
    observation.photos.push(opened.value.photo);
    if (ignoreExif) return null;
    observation.place ??= opened.value.exif.place;
    observation.day ??= opened.value.exif.day;
    return null;
  }

  /**
   * The nine tools as an MCP server for one observation. Messages come in through the port that is given back and go out
   * through `send`.
   */
  async mcp(request: Pick<HeadlessRequest, 'files' | 'place' | 'day'>): Promise<string[]> {
    const [{ serveMcp }, { PortTransport }, { ToolSession }] = await Promise.all([
      import('./mcp/server'),
      import('./mcp/port-transport'),
      import('./mcp/session'),
    ]);
    const observation = this.#empty(placeOf(request), request.day);
    for (const file of request.files) await this.#add(this.#file(file), observation, false);
    const { port1, port2 } = new MessageChannel();
    const session = new ToolSession(this.app.environment(observation));
    await serveMcp(session, new PortTransport(port1), this.app.manifest.version);
    port2.addEventListener('message', ({ data }) => void globalThis.mcpSend(JSON.stringify(data)));
    port2.start();
    this.#mcp = port2;
    return [...observation.photos, ...observation.sounds].map(({ ref, name }) => `${ref}: ${name}`);
  }

  /** A message for the MCP server, as JSON. */
  mcpReceive(message: string): void {
    this.#mcp?.postMessage(JSON.parse(message));
  }

  #empty(place: Place | null, day: string | null): Observation {
    return { id: crypto.randomUUID(), photos: [], sounds: [], place, day };
  }

  #file(index: number): File {
    const file = document.querySelector<HTMLInputElement>('#files')?.files?.[index];
    if (!file) throw new Error(`there is no file ${index} in the page`);
    return file;
  }

  async #worse(file: number, { kind, strength, seed, speech }: NonNullable<HeadlessRequest['degrade']>): Promise<File> {
    const { degrade } = await import('./bench/degrade');
    return degrade(this.#file(file), kind, strength, seed, speech === null ? null : this.#file(speech));
  }

  #report(events: AgentEvent[], ms: number): Omit<HeadlessReport, 'said' | 'scores'> {
    const verdict = verdictOf(events);
    if (!verdict) throw new Error('a run always ends in a verdict');
    const ledger = ledgerOf(events);
    const birds = this.app.judgeBirds(ledger).map(({ taxon, probability, heard, verdict: own }) => ({
      ...this.#name(taxon),
      probability,
      times: heard.flatMap(({ sound, times }) => times.map((time) => ({ sound, ...time }))),
      verdict: this.#named(own),
    }));
    return { verdict: this.#named(verdict), birds, ledger, events, ms };
  }

  #named({ grain, taxon, probability, rule, alternatives }: Verdict): NamedVerdict {
    return {
      grain,
      ...(taxon ? this.#name(taxon) : { scientificName: null, commonName: null }),
      rank: taxon ? (this.app.taxonomy.get(taxon)?.rank ?? null) : null,
      probability,
      rule,
      alternatives: alternatives.map((one) => ({ ...this.#name(one.taxon), probability: one.probability })),
    };
  }

  #name(taxon: TaxonId): { scientificName: string; commonName: string | null } {
    const scientificName = this.app.taxonomy.get(taxon)?.scientificName ?? taxon;
    return { scientificName, commonName: this.#names?.of(taxon) ?? null };
  }
}

function repliesOf(news: readonly PolicyNews[]): Said {
  const turns = news.filter((one) => one.type === 'turn').filter(({ done }) => done);
  const fallen = news.find((one) => one.type === 'fell_back');
  const replies = turns.map(({ text, tokens, milliseconds }) => ({ text, tokens, milliseconds }));
  return { replies, problem: fallen ? fallen.problem.message : null };
}

function placeOf({ place }: Pick<HeadlessRequest, 'place'>): Place | null {
  return place && { ...place, precisionKm: null, source: 'given' };
}

export type { Headless };

declare global {
  var goldcrest: Headless;
  /** Given by the program that drives the page: hands a message of the MCP server on. */
  var mcpSend: (message: string) => Promise<void>;
}

globalThis.goldcrest = new Headless();
