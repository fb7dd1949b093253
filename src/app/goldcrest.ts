import type { Result } from '../domain/result';
import { blueprint } from '../agent/blueprint';
import { Environment } from '../agent/environment';
import type { AgentEvent, Budget, HintLevel } from '../domain/events';
import { budgetFor, identify } from '../agent/loop';
import type { Policy } from '../agent/policy';
import type { Box } from '../domain/box';
import { judgeBirds, type JudgedBird } from '../domain/judge-birds';
import type { Ledger } from '../domain/ledger';
import type { ImageRef, Observation, Photo, Place, Sound, SoundRef, Stretch } from '../domain/observation';
import type { Region } from '../domain/region';
import { answerRun, type GivenAnswer } from '../agent/answering';
import { inquire, type Inquiry } from '../domain/questions/inquire';
import type { Traits } from '../domain/questions/traits';
import type { Taxonomy } from '../domain/taxonomy';
import type { Verdict } from '../domain/verdict';
import { decideVerdict, type VerdictContext } from '../domain/verdict-rules';
import type { Thresholds } from '../domain/thresholds';
import type { PhotoProblem } from '../media/problems';
import { openPacks, readableOf, readLabels, readSoundLabels, readTaxonomy, readTraits } from './opening';
import { NO_CHOICES, type PackChoices } from '../packs/choices';
import { packProblem, type PackResult } from '../packs/errors';
import type { LabelTaxon, SoundLabel } from '../packs/labels';
import type { Manifest, Role } from '../packs/manifest';
import type { Licence } from '../packs/model-parts';
import { findModel, modelHash, type OpenedPack } from '../packs/roles';
import { openStoredPacks } from '../packs/stored';
import { thresholdsOf } from '../packs/thresholds';
import { openDatabase, type Database } from '../storage/database';
import { NotebookStore } from '../storage/notebook';
import { RestoreStore } from '../storage/restoring';
import { ProviderStore } from '../storage/providers';
import { RecordingStore } from '../storage/recordings';
import { RunStore } from '../storage/runs';
import { SoundStore } from '../storage/sounds';
import { TileStore } from '../storage/tiles';
import type { ToolServices } from '../tools/context';
import { VisionBridge } from '../vision/bridge';
import { deviceName, hasGraphicsCard, ModelHost, type ModelLoader } from '../runtime/model-host';
import { Priors, type LocalBirds, type Prepared } from '../vision/priors';
import type { Provider } from '../domain/ledger';
import type { LoadResult, WorkResult } from '../runtime/protocol';
import type { SoundResult, SoundWarning } from '../media/sound/problems';
import { SoundBridge } from '../sound/bridge';
import { openRecording } from '../sound/open';

export interface OpenedPhoto {
  photo: Photo;
  exif: { day: string | null; time: number | null; place: Place | null };
}

export interface OpenedRecording {
  sound: Sound;
  /** What is wrong with the file, where it can be used all the same. */
  warnings: readonly SoundWarning[];
}

export interface IdentifyOptions {
  signal?: AbortSignal;
  hints?: HintLevel;
  budget?: Partial<Budget>;
  policy?: Policy;
  onScores?: ToolServices['onScores'];
}

function visionWorker(): Worker {
  return new Worker(new URL('../../workers/vision.ts', import.meta.url), { type: 'module', name: 'vision' });
}

function soundWorker(): Worker {
  return new Worker(new URL('../../workers/sound.ts', import.meta.url), { type: 'module', name: 'sound' });
}

/** In the order that a run asks for them. */
const ROLES: readonly Role[] = ['detector', 'image', 'geo', 'sound'];

/** The app without a screen: a pack, its models, the photos that are open, and what is stored. */
export class Goldcrest {
  /** In order, with the models that they may use: a role is the first's that has it. The last came with the app. */
  readonly packs: readonly OpenedPack[];
  /** The same packs with all that they could do. */
  readonly available: readonly OpenedPack[];
  /** Packs that come with the app and cannot be had now, by name. */
  readonly missing: readonly string[];
  readonly taxonomy: Taxonomy;
  readonly runs: RunStore;
  readonly notebook: NotebookStore;
  readonly restores: RestoreStore;
  readonly recordings: RecordingStore;
  readonly sounds: SoundStore;
  /** What the tools work with. */
  readonly services: ToolServices;
  readonly #thresholds: Thresholds;
  #traits: Promise<Traits | null> | null = null;
  #knownTraits: Traits | null = null;
  #photos = 0;
  #sounds = 0;

  private constructor(
    packs: readonly OpenedPack[],
    available: readonly OpenedPack[],
    missing: readonly string[],
    services: ToolServices,
    database: Database | null,
  ) {
    this.packs = packs;
    this.available = available;
    this.missing = missing;
    this.taxonomy = services.taxonomy;
    this.runs = new RunStore(database);
    this.notebook = new NotebookStore(database);
    this.restores = new RestoreStore(database);
    this.recordings = new RecordingStore(database);
    this.sounds = new SoundStore(database);
    this.services = services;
    this.#thresholds = thresholdsOf(packs);
  }

  /** The manifest of the pack that came with the app. */
  get manifest(): Manifest {
    return this.available.at(-1)!.manifest;
  }

  /**
   * Opens packs by their names under packs/, the better before the usual; before all of them the packs that the user keeps.
   * Models are loaded when they are first needed.
   */
  static async open(own: readonly string[], choices: PackChoices = NO_CHOICES): Promise<PackResult<Goldcrest>> {
    const [opened, stored, taxonomy, database] = await Promise.all([
      openPacks(own),
      openStoredPacks(),
      readTaxonomy(),
      openDatabase(),
    ]);
    if (!opened.ok) return opened;
    if (!taxonomy.ok) return taxonomy;
    const readable = await readableOf(stored, opened.value, choices, taxonomy.value);
    if (!readable.ok) return readable;
    const { packs, available, labels } = readable.value;

    const vision = newVision();
    const sound = newSound();
    const providers = new ProviderStore(database);
    const models = new ModelHost(packs, (role) => (role === 'sound' ? sound : vision), providers, await deviceName());
    const { image, geo } = labels;
    const geoModel = findModel(packs, 'geo');
    const priors =
      geo && geoModel ? new Priors(vision, models, new TileStore(database), geo, modelHash(geoModel)) : null;
    let sounds: ReturnType<ToolServices['soundLabels']> | null = null;
    const soundLabels: ToolServices['soundLabels'] = async () => {
      const known = await (sounds ??= readSoundLabels(packs, taxonomy.value));
      // What could not be read is tried anew.
      if (!known.ok) sounds = null;
      return known;
    };
    const known = { imageLabels: image ?? [], soundLabels };
    const services = { taxonomy: taxonomy.value, vision, sound, models, ...known, priors };
    const missing = own.filter((name) => !available.some(({ manifest }) => manifest.name === name));
    return { ok: true, value: new Goldcrest(packs, available, missing, services, database) };
  }

  async openPhoto(file: Blob, name: string): Promise<Result<OpenedPhoto, PhotoProblem>> {
    const ref = `photo-${++this.#photos}` as ImageRef;
    const opened = await this.services.vision.open(ref, file);
    if (!opened.ok) return opened;
    const { width, height, day, time, place } = opened.value;
    return { ok: true, value: { photo: { ref, name, width, height, focus: null }, exif: { day, time, place } } };
  }

  closePhoto(ref: ImageRef): void {
    this.services.vision.close(ref);
  }

  /** Opens a recording. What it holds is read when a tool asks for it, piece by piece. */
  async openSound(file: Blob, name: string): Promise<SoundResult<OpenedRecording>> {
    const ref = `sound-${++this.#sounds}` as SoundRef;
    const opened = await openRecording(this.services.sound, ref, file);
    if (!opened.ok) return opened;
    const { seconds, sampleRate, channels, warnings } = opened.value;
    return { ok: true, value: { sound: { ref, name, seconds, sampleRate, channels }, warnings } };
  }

  /** The same of what a microphone gave: the tools get the samples themselves. */
  async openSamples(samples: Float32Array, sampleRate: number): Promise<SoundResult<OpenedRecording>> {
    const ref = `sound-${++this.#sounds}` as SoundRef;
    const opened = await this.services.sound.openSamples(ref, samples, sampleRate);
    if (!opened.ok) return opened;
    const { seconds, channels, warnings } = opened.value;
    return { ok: true, value: { sound: { ref, name: 'microphone', seconds, sampleRate, channels }, warnings } };
  }

  closeSound(ref: SoundRef): void {
    this.services.sound.close(ref);
  }

  /** An open recording as a WAV file with silence in place of some stretches: how voices are kept out of what is saved. */
  eraseFromSound(ref: SoundRef, stretches: readonly Stretch[]): Promise<WorkResult<Blob>> {
    return this.services.sound.erase(ref, stretches);
  }

  /** Runs the agent. Aborting the signal cancels at once; the run still ends in a verdict from what is known. */
  identify(observation: Observation, options: IdentifyOptions = {}): AsyncGenerator<AgentEvent, void> {
    const { hints = 'full', onScores } = options;
    return this.identifyIn(new Environment({ ...this.services, onScores }, observation, hints), observation, options);
  }

  /** The same in an environment that the caller has made of `services`. */
  identifyIn(
    environment: Environment,
    observation: Observation,
    options: Omit<IdentifyOptions, 'onScores'>,
  ): AsyncGenerator<AgentEvent, void> {
    const { hints = 'full', policy = blueprint } = options;
    return identify({
      id: crypto.randomUUID(),
      observation,
      policy,
      environment,
      verdict: { taxonomy: this.taxonomy, thresholds: this.#thresholds },
      traits: () => this.traits(),
      pack: { name: this.manifest.name, version: this.manifest.version },
      hints,
      budget: { ...budgetFor(observation), ...policy.budget, ...options.budget },
      signal: options.signal ?? new AbortController().signal,
    });
  }

  /** Makes the birds of a region ready for the field; null where no pack knows which birds live where. */
  prepareRegion(
    region: Region,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Prepared> | null {
    return this.services.priors?.prepare(region, onProgress, signal) ?? null;
  }

  /** Which birds live at a place, through the year; null where no pack knows which birds live where. */
  birdsAt(place: Place, signal?: AbortSignal): Promise<WorkResult<LocalBirds>> | null {
    return this.services.priors?.at(place, signal) ?? null;
  }

  /** What each output of the image classifier stands for. */
  get imageLabels(): readonly LabelTaxon[] {
    return this.services.imageLabels;
  }

  /** The same of the sound model, which are read when they are first asked for. */
  soundLabels(): Promise<PackResult<readonly SoundLabel[]>> {
    return this.services.soundLabels();
  }

  /** The geo model's answers, row after row, as it gives them; null where the pack has none that works. */
  async askGeo(rows: [number, number, number][]): Promise<Float32Array | null> {
    const ready = await this.services.models.ready('geo');
    if (!ready.ok) return null;
    const answer = await this.services.vision.geo(rows);
    return answer.ok ? answer.value : null;
  }

  get geoLabels(): readonly LabelTaxon[] {
    return this.services.priors?.labels ?? [];
  }

  /** The verdict on a ledger, whoever made the calls. */
  judge(ledger: Ledger): Verdict {
    return decideVerdict(ledger, this.#context);
  }

  /** What birds are like, read when it is first needed; null where it cannot be. Until then an observer's answer says nothing. */
  traits(): Promise<Traits | null> {
    return (this.#traits ??= readTraits(this.taxonomy).then((traits) => {
      // What could not be read is tried anew.
      if (!traits) this.#traits = null;
      return (this.#knownTraits = traits);
    }));
  }

  /** What would help most with a ledger, and the question that is worth asking; null where nothing would. */
  async inquire(ledger: Ledger): Promise<Inquiry | null> {
    await this.traits();
    return inquire(ledger, this.#context);
  }

  /** What an answer of the observer adds to the events of a run that has ended. */
  async answer(events: readonly AgentEvent[], given: GivenAnswer): Promise<AgentEvent[]> {
    await this.traits();
    return answerRun(events, given, this.#context);
  }

  get #context(): VerdictContext {
    return { taxonomy: this.taxonomy, thresholds: this.#thresholds, traits: this.#knownTraits };
  }

  /** Every bird of the recordings with its times and its own verdict, surest first. */
  judgeBirds(ledger: Ledger): JudgedBird[] {
    return judgeBirds(ledger, this.#context);
  }

  /** Whether the pack has a model for sound. */
  get canListen(): boolean {
    return this.services.models.model('sound') !== undefined;
  }

  /** Ends the workers and frees their models; whoever still asks about an open photo or sound starts them anew. */
  dispose(): void {
    this.services.vision.dispose();
    this.services.sound.dispose();
  }

  /** The model that names birds by ear: what it is called, what its pack weighs, on which terms. Null where there is none. */
  get hearing(): { title: string; bytes: number; licence: Licence } | null {
    const found = findModel(this.packs, 'sound');
    if (!found) return null;
    const { card, licence, file } = found.model;
    const bytes = found.pack.manifest.files.find(({ path }) => path === file)?.bytes ?? 0;
    return { title: card.title, bytes, licence };
  }

  /** The tools by themselves, for a caller that is no policy of ours: MCP, WebMCP. */
  environment(observation: Observation, hints: HintLevel = 'full'): Environment {
    return new Environment(this.services, observation, hints);
  }

  /** A picture of an image, a view or a region, for the screen; null where it is gone. */
  picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null> {
    return this.services.vision.picture(ref, region, maxSide);
  }

  /** Loads models ahead of the first run: all, or those of some roles. */
  async warmUp(
    roles: readonly Role[] = ROLES,
    onProgress: (role: Role, done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    const { models } = this.services;
    for (const role of roles) {
      if (models.model(role)) await models.ready(role, (done, total) => onProgress(role, done, total));
    }
  }

  /** Finds out, in an idle moment, whether WebGPU serves this device better; counts from the next start on. */
  async tune(): Promise<void> {
    if (await hasGraphicsCard()) await this.services.models.tune(newLoader);
  }

  /** Runs the golden vector of every model on a provider. */
  async prove(provider: Provider): Promise<{ role: Role; result: LoadResult }[]> {
    const proofs = [];
    for (const { model } of this.services.models.inUse) {
      const { role } = model;
      proofs.push({ role, result: await this.services.models.prove(role, provider, newLoader) });
    }
    return proofs;
  }

  /** How each model in use runs on this device, for the screen. */
  findings(): ReturnType<ModelHost['findings']> {
    return this.services.models.findings();
  }

  /** Whether a pack that has arrived may be used: its labels are birds, and every model gives its golden numbers here. */
  async proveInstalled(name: string): Promise<PackResult<void>> {
    const pack = (await openStoredPacks(name)).find(({ manifest }) => manifest.name === name);
    if (!pack) return { ok: false, problem: packProblem('file_missing', `The pack "${name}" is not whole.`) };
    const labels = await readLabels([pack], this.taxonomy);
    if (!labels.ok) return labels;
    for (const { role } of pack.manifest.models) {
      const bridge = newLoader(role);
      const request = { ...pack, role, provider: 'wasm' as const, check: 'golden' as const };
      const loaded = await bridge.load(request, () => undefined);
      bridge.dispose();
      if (!loaded.ok) return loaded;
    }
    return { ok: true, value: undefined };
  }
}

function newVision(): VisionBridge {
  return new VisionBridge(visionWorker);
}

function newSound(): SoundBridge {
  return new SoundBridge(soundWorker);
}

function newLoader(role: Role): ModelLoader {
  return role === 'sound' ? newSound() : newVision();
}
