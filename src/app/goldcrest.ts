import { blueprint } from '../agent/blueprint';
import { Environment } from '../agent/environment';
import { budgetFor, identify } from '../agent/loop';
import type { Policy } from '../agent/policy';
import type { Box } from '../domain/box';
import type { AgentEvent, Budget, HintLevel } from '../domain/events';
import type { ImageRef, Observation, Photo, Place, Sound, SoundRef, Stretch } from '../domain/observation';
import type { Region } from '../domain/region';
import type { Result } from '../domain/result';
import type { Taxonomy } from '../domain/taxonomy';
import type { PhotoProblem } from '../media/problems';
import type { SoundResult, SoundWarning } from '../media/sound/problems';
import { NO_CHOICES, type PackChoices } from '../packs/choices';
import type { PackResult } from '../packs/errors';
import type { LabelTaxon, SoundLabel } from '../packs/labels';
import type { Manifest, Role } from '../packs/manifest';
import type { Licence } from '../packs/model-parts';
import { findModel, type OpenedPack } from '../packs/roles';
import { openStoredPacks } from '../packs/stored';
import { thresholdsOf } from '../packs/thresholds';
import type { WorkResult } from '../runtime/protocol';
import { openRecording } from '../sound/open';
import { BirdListStore } from '../storage/bird-lists';
import { openDatabase, type Database } from '../storage/database';
import { NotebookStore } from '../storage/notebook';
import { FolderStore } from '../storage/folders';
import { QueueStore } from '../storage/queue';
import { RecordingStore } from '../storage/recordings';
import { RestoreStore } from '../storage/restoring';
import { RunStore } from '../storage/runs';
import { SoundStore } from '../storage/sounds';
import type { ToolServices } from '../tools/context';
import type { LocalBirds, Prepared } from '../vision/priors';
import { Judging } from './judging';
import { openPacks, readableOf, readTaxonomy } from './opening';
import { Proofs } from './proofs';
import { openServices } from './services';

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

/** In the order that a run asks for them. */
const ROLES: readonly Role[] = ['detector', 'image', 'geo', 'sound'];

/** The app without a screen: a pack, its models, the photos that are open, and what is stored. */
export class Goldcrest {
  /** In order of preference, with the models that they may use. The last came with the app. */
  readonly packs: readonly OpenedPack[];
  /** The same packs with every model, also those that the user has switched off. */
  readonly available: readonly OpenedPack[];
  /** Packs that come with the app but could not be opened, by name. */
  readonly missing: readonly string[];
  readonly taxonomy: Taxonomy;
  readonly runs: RunStore;
  readonly notebook: NotebookStore;
  readonly birdLists: BirdListStore;
  readonly restores: RestoreStore;
  readonly queue: QueueStore;
  readonly folders: FolderStore;
  readonly recordings: RecordingStore;
  readonly sounds: SoundStore;
  /** What the tools work with. */
  readonly services: ToolServices;
  readonly judging: Judging;
  readonly proofs: Proofs;
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
    this.birdLists = new BirdListStore(database);
    this.restores = new RestoreStore(database);
    this.queue = new QueueStore(database);
    this.folders = new FolderStore(database);
    this.recordings = new RecordingStore(database);
    this.sounds = new SoundStore(database);
    this.services = services;
    this.judging = new Judging(services.taxonomy, thresholdsOf(packs));
    this.proofs = new Proofs(services.models, services.taxonomy);
  }

  /** The manifest of the pack that came with the app. */
  get manifest(): Manifest {
    return this.available.at(-1)!.manifest;
  }

  /**
   * Opens packs by their names under packs/, in order of preference; the packs that the user has downloaded come first.
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
    const { packs, available } = readable.value;
    const services = await openServices(readable.value, taxonomy.value, database);
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

  /** When and where a photo was taken, without opening it. */
  photoFacts(file: Blob): Promise<OpenedPhoto['exif']> {
    return this.services.vision.readFacts(file);
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

  /** The same for samples from the microphone. */
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

  /** An open recording as a WAV file with silence in place of some stretches: this is how voices are kept out of saved recordings. */
  eraseFromSound(ref: SoundRef, stretches: readonly Stretch[]): Promise<WorkResult<Blob>> {
    return this.services.sound.erase(ref, stretches);
  }

  /** Runs the agent. Aborting the signal cancels at once; the run still ends in a verdict from what is known. */
  identify(observation: Observation, options: IdentifyOptions = {}): AsyncGenerator<AgentEvent, void> {
    const { hints = 'full', onScores } = options;
    return this.identifyIn(new Environment({ ...this.services, onScores }, observation, hints), observation, options);
  }

  /** The same in an environment that the caller made from `services`. */
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
      verdict: { taxonomy: this.taxonomy, thresholds: this.judging.thresholds },
      traits: () => this.judging.traits(),
      pack: { name: this.manifest.name, version: this.manifest.version },
      hints,
      budget: { ...budgetFor(observation), ...policy.budget, ...options.budget },
      signal: options.signal ?? new AbortController().signal,
    });
  }

  /** Stores the birds of a region for use offline; null if no pack has a geo model. */
  prepareRegion(
    region: Region,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Prepared> | null {
    return this.services.priors?.prepare(region, onProgress, signal) ?? null;
  }

  /** Which birds live at a place through the year; null if no pack has a geo model. */
  birdsAt(place: Place, signal?: AbortSignal): Promise<WorkResult<LocalBirds>> | null {
    return this.services.priors?.at(place, signal) ?? null;
  }

  /** What each output of the image classifier stands for. */
  get imageLabels(): readonly LabelTaxon[] {
    return this.services.imageLabels;
  }

  /** The same for the sound model, read on first use. */
  soundLabels(): Promise<PackResult<readonly SoundLabel[]>> {
    return this.services.soundLabels();
  }

  /** The raw answers of the geo model, row after row; null if no pack has a working one. */
  async askGeo(rows: [number, number, number][]): Promise<Float32Array | null> {
    const ready = await this.services.models.ready('geo');
    if (!ready.ok) return null;
    const answer = await this.services.vision.geo(rows);
    return answer.ok ? answer.value : null;
  }

  get geoLabels(): readonly LabelTaxon[] {
    return this.services.priors?.labels ?? [];
  }

  /** Whether the pack has a model for sound. */
  get canListen(): boolean {
    return this.services.models.model('sound') !== undefined;
  }

  /** Ends the workers and frees their models; anyone who still asks about an open photo or sound restarts them. */
  dispose(): void {
    this.services.vision.dispose();
    this.services.sound.dispose();
  }

  /** The sound model in use: its title, size and licence. Null if there is none. */
  get hearing(): { title: string; bytes: number; licence: Licence } | null {
    const found = findModel(this.packs, 'sound');
    if (!found) return null;
    const { card, licence, file } = found.model;
    const bytes = found.pack.manifest.files.find(({ path }) => path === file)?.bytes ?? 0;
    return { title: card.title, bytes, licence };
  }

  /** The tools without a policy, for MCP and WebMCP. */
  environment(observation: Observation, hints: HintLevel = 'full'): Environment {
    return new Environment(this.services, observation, hints);
  }

  /** A bitmap of a photo, a view or a region for the screen; null if it was closed. */
  picture(ref: ImageRef, region: Box | null, maxSide: number): Promise<ImageBitmap | null> {
    return this.services.vision.picture(ref, region, maxSide);
  }

  /** Loads models before the first run: all of them, or those for some roles. */
  async warmUp(
    roles: readonly Role[] = ROLES,
    onProgress: (role: Role, done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    const { models } = this.services;
    for (const role of roles) {
      if (models.model(role)) await models.ready(role, (done, total) => onProgress(role, done, total));
    }
  }
}
