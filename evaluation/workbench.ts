import type { TaxonId } from '../src/domain/taxonomy';
import { placeOf, type Headless, type HeadlessAnswer, type HeadlessRequest } from '../src/headless/headless';
import type { LabelTaxon, SoundLabel } from '../src/packs/labels';
import type { Role } from '../src/packs/manifest';
import { open as openEngine } from '../src/policies';
import { findPolicy } from '../src/policies/catalogue';
import type { PolicyResult, Reply, ReplyRequest } from '../src/policies/protocol';
import { degrade, type Damage } from './degrade';
import type { BareModels, RaceRound } from './bare';
import type { startBenchPacks } from './bench-packs';
import type { KeptRun } from './elsewhere';
import type { Spot } from './item';
import type { LocalList } from './judgement/worlds';
import { speciesNamed } from './named';
import type { PlaceWish } from './page';
import type { DrawnPlace } from './places';
import type { PhotoSurvey, SoundSurvey, SurveyPlace } from './survey';

/** `speech`: which file of the page's input talks over a recording. */
interface Degrade {
  kind: Damage;
  strength: number;
  seed: string;
  speech: number | null;
}

/** `degrade` damages every file first. */
type WorkbenchRequest = HeadlessRequest & { degrade?: Degrade | null };

/** What the evaluation measures of the app without a screen. */
export class Workbench {
  readonly #headless: Headless;
  #bare: Promise<BareModels> | null = null;
  #benchPacks: ReturnType<typeof startBenchPacks> | null = null;

  constructor(headless: Headless) {
    this.#headless = headless;
  }

  /** `named`: the species of the list of birds, where there is a recording. */
  async identify({
    degrade: damage = null,
    ...request
  }: WorkbenchRequest): Promise<HeadlessAnswer & { named: TaxonId[] | null }> {
    const answer = await this.#headless.identifyFiles(
      await Promise.all(request.files.map((file) => this.#worse(file, damage))),
      request,
    );
    const listened = answer.report && answer.report.sounds.length > 0;
    return {
      ...answer,
      named: listened ? speciesNamed(this.#headless.app.judging.birds(answer.report!.ledger)) : null,
    };
  }

  #worse(file: number, damage: Degrade | null): Promise<File> {
    if (!damage) return Promise.resolve(this.#headless.file(file));
    const { kind, strength, seed, speech } = damage;
    return degrade(
      this.#headless.file(file),
      kind,
      strength,
      seed,
      speech === null ? null : this.#headless.file(speech),
    );
  }

  /** What the bench of packs compares them with. */
  async benchPacks(): Promise<ReturnType<typeof startBenchPacks>> {
    const { startBenchPacks } = await import('./bench-packs');
    this.#benchPacks ??= startBenchPacks();
    return this.#benchPacks;
  }

  /** What the bare models take for these calls, in this page, now: on their whole inputs, or on what the app shows of them. */
  async bare(calls: Role[], given: 'whole' | 'shown' = 'whole'): Promise<number> {
    return (await this.#bareModels()).milliseconds(calls, given);
  }

  /** Shows the bare models a file of the page's input; gives the milliseconds that opening it took. */
  async showBare(file: number): Promise<number> {
    return (await this.#bareModels()).show(this.#headless.file(file));
  }

  async #bareModels(): Promise<BareModels> {
    const { BareModels: bare } = await import('./bare');
    this.#bare ??= bare.start(this.#headless.app.packs);
    return this.#bare;
  }

  /** The models that these packs have in common, against each other in this page. */
  async race(packs: string[], rounds: number): Promise<RaceRound[]> {
    const bench = await import('./bare');
    return bench.race(packs, rounds);
  }

  /** Whether the models know the true species, and whether a name (or id) given to it holds it. */
  judge(truth: string, named: string | null): { known: boolean; right: boolean | null } {
    const { taxonomy } = this.#headless.app;
    const species = taxonomy.find(truth);
    if (!species) throw new Error(`${truth} is not in the taxonomy`);
    const taxon = named === null ? undefined : (taxonomy.get(named) ?? taxonomy.find(named));
    const known = this.#headless.app.imageLabels.includes(species.id);
    return { known, right: taxon ? taxonomy.contains(taxon.id, species.id) : null };
  }

  /** A place in the range of each species and one far from it, by the pack's geo model. */
  async places(wanted: PlaceWish[]): Promise<(DrawnPlace | null)[]> {
    const { drawPlaces } = await import('./page');
    return drawPlaces(this.#headless.app, wanted);
  }

  /** The birds of some places, each in a month or over the year, and every species that the geo model knows. */
  async localBirds(
    wanted: readonly { spot: Spot; month: number | null }[],
  ): Promise<{ known: TaxonId[]; lists: (LocalList | null)[] }> {
    const { localLists } = await import('./page');
    return localLists(this.#headless.app, wanted);
  }

  /** What a kept run of a photo comes to at another place and day: its models do not look again. */
  async elsewhere(
    kept: KeptRun,
    at: { place: { latitude: number; longitude: number } | null; day: string | null },
  ): Promise<KeptRun> {
    const { runElsewhere } = await import('./elsewhere');
    return runElsewhere(this.#headless.app, kept, { place: placeOf(at), day: at.day });
  }

  /** A small picture of a file of the page's input, as a data address; null where it shows nothing. */
  async thumbnail(file: number): Promise<string | null> {
    const { thumbnailOf } = await import('./page');
    return thumbnailOf(this.#headless.file(file));
  }

  /** What the outputs of the pack's classifiers stand for. */
  async labels(): Promise<{ image: readonly LabelTaxon[]; sound: readonly SoundLabel[] }> {
    const sound = await this.#headless.app.soundLabels();
    return { image: this.#headless.app.imageLabels, sound: sound.ok ? sound.value : [] };
  }

  /** For the training of policies: what every tool says about a photo or a recording; null where it cannot be opened. */
  async survey(
    file: number,
    truth: string | null,
    places: readonly SurveyPlace[],
  ): Promise<((PhotoSurvey | SoundSurvey) & { truth: TaxonId | null }) | null> {
    const { surveyPhoto, surveySound } = await import('./survey');
    const observation = this.#headless.empty(null, null);
    if (await this.#headless.add(this.#headless.file(file), observation, true)) return null;
    const [photo, sound] = [observation.photos[0], observation.sounds[0]];
    const species = truth === null ? null : (this.#headless.app.taxonomy.find(truth)?.id ?? null);
    try {
      if (sound) return { ...(await surveySound(this.#headless.app, sound, places)), truth: species };
      return photo ? { ...(await surveyPhoto(this.#headless.app, photo, places)), truth: species } : null;
    } finally {
      if (photo) this.#headless.app.closePhoto(photo.ref);
      if (sound) this.#headless.app.closeSound(sound.ref);
    }
  }

  /** One reply of a language model, as the app's own engine gives it. */
  async policyReply(name: string, request: ReplyRequest): Promise<PolicyResult<Reply>> {
    const entry = findPolicy(name);
    if (!entry) throw new Error(`there is no policy ${name}`);
    const found = await openEngine(entry);
    return found.ok ? found.value.bridge.reply(request, () => undefined, new AbortController().signal) : found;
  }
}
