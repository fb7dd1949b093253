import { installProblem, type InstallProblem, type InstallResult } from '../../packs/download/errors';
import { readCatalogue, type Catalogue, type CatalogueEntry } from '../../packs/catalogue';
import { PacksClient } from '../../packs/client';
import { forgetPack, giveRole, switchPack, type PackChoices } from '../../packs/choices';
import type { Role } from '../../packs/manifest';
import type { StoredPack } from '../../packs/inventory';
import type { InstallProgress, Offer } from '../../packs/manager';
import { isVouchedFor, licencesOf, type Consent } from '../../packs/offer';
import type { StoreKind } from '../../packs/store/store';
import { onConnectionChange, onWifi } from '../connection';
import { askToPersist, isPersisted, roomOnDevice, type Room } from '../device-storage';
import { rememberPacks } from '../eviction-check';
import { WifiOnly } from '../wifi-only';
import type { Goldcrest } from '../../app/goldcrest';
import type { Settings } from './settings.svelte';

/** The work on a pack, as the screen shows it. */
export interface Job {
  doing: 'reading' | 'arriving' | 'waiting_for_wifi' | 'proving' | 'verifying';
  title: string;
  progress: InstallProgress | null;
  /** Performance time and bytes at which the present stretch began, to estimate the remaining time. */
  since: number;
  from: number;
}

/** What the packs need from the app. */
interface PacksHost {
  readonly settings: Settings;
  announcement: string;
  readonly app: Goldcrest | null;
  open: () => Promise<Goldcrest | null>;
  /** Opens the app anew with the packs as they are now. */
  packsChanged: () => Promise<void>;
}

const ownPacks = (): string => new URL('packs/', document.baseURI).href;

/** The packs on this device, and those that can be downloaded. */
export class PacksState {
  catalogue = $state.raw<Catalogue | null>(null);
  packs = $state.raw<readonly StoredPack[]>([]);
  kind = $state.raw<StoreKind | null>(null);
  room = $state.raw<Room | null>(null);
  /** Whether the browser promised to keep the storage; null until it was asked. */
  persisted = $state.raw<boolean | null>(null);
  offer = $state.raw<Offer | null>(null);
  job = $state.raw<Job | null>(null);
  problem = $state.raw<InstallProblem | null>(null);
  loaded = $state(false);

  readonly #host: PacksHost;
  #client: Promise<PacksClient> | null = null;
  #wifiOnly: WifiOnly | null = null;

  constructor(host: PacksHost) {
    this.#host = host;
  }

  /** Catalogue entries that are not here yet. */
  offered = $derived(this.catalogue?.packs.filter(({ name }) => !this.#isHere(name)) ?? []);

  async load(): Promise<void> {
    await this.refresh();
    this.persisted = await isPersisted();
    this.loaded = true;
  }

  async refresh(): Promise<void> {
    const { kind, packs } = await (await this.#packs()).inventory();
    this.kind = kind;
    this.packs = packs;
    this.room = await roomOnDevice();
  }

  /** The catalogue alone, without opening the store. */
  async readCatalogue(): Promise<Catalogue> {
    this.catalogue ??= await readCatalogue();
    return this.catalogue;
  }

  /** Downloads a pack at once if the app vouches for it; otherwise asks first. Its terms stand beside the button. */
  async getNow(entry: CatalogueEntry): Promise<void> {
    await this.choose(entry);
    const { offer } = this;
    if (!offer || !isVouchedFor(offer.trust)) return;
    await this.accept({ licences: licencesOf(offer.manifest).map(({ id }) => id), unsigned: false });
  }

  choose({ manifests, title }: CatalogueEntry): Promise<void> {
    return this.#offer(title, (packs) => packs.offerFrom(manifests));
  }

  chooseFiles(files: readonly File[]): Promise<void> {
    return this.#offer(files[0]?.name ?? 'The pack', (packs) => packs.offerOf(files));
  }

  /** Continues an interrupted download, or fetches lost files again. */
  again(name: string, title: string): Promise<void> {
    return this.#offer(title, (packs) => packs.offerAgain(name));
  }

  entry(name: string): CatalogueEntry | undefined {
    return this.catalogue?.packs.find((one) => one.name === name);
  }

  /** Fetches a pack that the browser cleared. Its terms were accepted when it first came. */
  async fetchLost(name: string): Promise<void> {
    const entry = this.entry(name);
    if (!entry) return;
    await this.choose(entry);
    const manifest = this.offer?.manifest;
    if (manifest && this.offer && isVouchedFor(this.offer.trust)) {
      await this.accept({ licences: licencesOf(manifest).map(({ id }) => id), unsigned: false });
    }
  }

  async #offer(title: string, ask: (packs: PacksClient) => Promise<InstallResult<Offer>>): Promise<void> {
    this.problem = null;
    this.#begin('reading', title);
    const offer = await ask(await this.#packs());
    this.job = null;
    if (offer.ok) this.offer = offer.value;
    else this.problem = offer.problem;
  }

  dismissOffer(): void {
    this.offer = null;
  }

  /** The person has agreed: downloads the pack, tests it on this device, and puts it to use. */
  async accept(consent: Consent): Promise<void> {
    const { offer } = this;
    if (!offer) return;
    this.offer = null;
    // Only now, with something worth keeping: browsers refuse on a first visit.
    this.persisted = await askToPersist();
    const { title, name } = offer.manifest;
    const packs = await this.#packs();
    const arrived = await this.#arrive(offer, title, () =>
      packs.accept(offer.id, consent, (progress) => this.#show(progress)),
    );
    if (arrived.ok) await this.#putToUse(name, title);
    else if (arrived.problem.code !== 'cancelled') this.problem = arrived.problem;
    this.job = null;
    await this.#changed();
  }

  /** Downloads an offer's files; only while on Wi-Fi if the person chose that. */
  #arrive(offer: Offer, title: string, step: () => Promise<InstallResult<void>>): Promise<InstallResult<void>> {
    const needsNetwork = offer.missingBytes > 0 && !offer.fromFiles;
    const allowed = (): boolean => !needsNetwork || !this.#host.settings.wifiOnly || onWifi() !== false;
    this.#wifiOnly = new WifiOnly({ allowed, onChange: onConnectionChange });
    return this.#wifiOnly.run({
      step,
      interrupt: () => void this.#client?.then((packs) => packs.stop()),
      onGoing: () => {
        this.#begin('arriving', title);
      },
      onWaiting: () => {
        this.#begin('waiting_for_wifi', title);
      },
    });
  }

  async #putToUse(name: string, title: string): Promise<void> {
    this.#begin('proving', title);
    const app = await this.#host.open();
    const proof = await app?.proofs.proveInstalled(name);
    const packs = await this.#packs();
    if (proof?.ok) {
      const active = await packs.activate(name);
      if (!active.ok) this.problem = active.problem;
      return;
    }
    await packs.reject(name);
    const why = proof?.problem.message ?? 'The app itself could not be opened.';
    const message = `“${title}” was downloaded, but does not work on this device, so it was removed again. ${why}`;
    this.problem = installProblem('damaged', message, proof?.problem.file ?? null);
  }

  async stop(): Promise<void> {
    this.#wifiOnly?.stop();
    await (await this.#packs()).stop();
  }

  /** Verifies every file; lost ones can then be downloaded again. */
  async verify(name: string, title: string): Promise<void> {
    this.problem = null;
    this.#begin('verifying', title);
    const result = await (await this.#packs()).verify(name, (progress) => this.#show(progress));
    this.job = null;
    if (!result.ok && result.problem.code !== 'cancelled') this.problem = result.problem;
    this.#host.announcement =
      result.ok && result.value.lost.length === 0 ? `${title}: every file is as it should be.` : '';
    if (result.ok && result.value.lost.length > 0) await this.#changed();
    else await this.refresh();
  }

  /** Switches a pack on or off. */
  use(name: string, on: boolean): Promise<void> {
    return this.#choose(switchPack(this.#host.settings.packs, name, on));
  }

  /** Moves a role's work to another pack. */
  serve(role: Role, name: string): Promise<void> {
    return this.#choose(giveRole(this.#host.settings.packs, role, name));
  }

  async #choose(packs: PackChoices): Promise<void> {
    this.#host.settings.change({ packs });
    await this.#host.packsChanged();
  }

  async remove(name: string): Promise<void> {
    this.problem = null;
    await (await this.#packs()).remove(name);
    this.#host.settings.change({ packs: forgetPack(this.#host.settings.packs, name) });
    await this.#changed();
  }

  /** Discards a partly downloaded pack. */
  async discard(name: string): Promise<void> {
    await (await this.#packs()).reject(name);
    await this.#changed();
  }

  async export(name: string): Promise<Blob | null> {
    const exported = await (await this.#packs()).export(name);
    if (exported.ok) return exported.value;
    this.problem = exported.problem;
    return null;
  }

  async #changed(): Promise<void> {
    await this.refresh();
    rememberPacks(
      this.packs.flatMap(({ name, active }) =>
        active ? [{ name, title: active.manifest.title, bytes: active.bytes }] : [],
      ),
    );
    await this.#host.packsChanged();
  }

  #isHere(name: string): boolean {
    const own = this.#host.app?.available.some(({ manifest }) => manifest.name === name) ?? false;
    return own || this.packs.some((pack) => pack.name === name);
  }

  #begin(doing: Job['doing'], title: string): void {
    this.job = { doing, title, progress: null, since: performance.now(), from: 0 };
  }

  #show(progress: InstallProgress): void {
    if (!this.job) return;
    const first = this.job.progress === null;
    this.job = {
      ...this.job,
      progress,
      ...(first ? { since: performance.now(), from: progress.done } : {}),
    };
  }

  #packs(): Promise<PacksClient> {
    this.#client ??= this.readCatalogue().then((catalogue) => {
      return new PacksClient({
        hosts: [location.host, ...catalogue.hosts],
        own: ownPacks(),
      });
    });
    return this.#client;
  }
}
