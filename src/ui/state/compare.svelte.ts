import { isObserversWord } from '../../domain/ledger';
import { Speech } from '../../agent/dialects';
import type { Observation } from '../../domain/observation';
import { preferenceBetween, toJsonLines, trajectoryOf } from '../../agent/trajectory';
import type { Goldcrest } from '../../app/goldcrest';
import { openPolicy } from '../../policies';
import { CATALOGUE, offerOn, type DeviceAbilities, type Offer, type PolicyEntry } from '../../policies/catalogue';
import { deviceAbilities } from '../../policies/device';
import { downloadBytes } from '../../policies/manifest';
import { manifestOf } from '../../policies/packs';
import type { PolicyNews } from '../../policies/text-policy';
import { RunState } from './run.svelte';

type Turn = Extract<PolicyNews, { type: 'turn' }>;

/** One policy on the observation: its run, and what it said if it has words. */
export class Column {
  readonly entry: PolicyEntry;
  readonly run = new RunState();
  state = $state<'waiting' | 'loading' | 'running' | 'ended' | 'failed'>('waiting');
  loaded = $state.raw<{ done: number; total: number } | null>(null);
  turns = $state.raw<readonly Turn[]>([]);
  problem = $state<string | null>(null);
  tokens = $derived(this.turns.reduce((sum, turn) => sum + turn.tokens, 0));
  /** Entries of the ledger that somebody asked for. */
  steps = $derived(this.run.ledger.filter((entry) => !isObserversWord(entry)));
  /** A row a step, and one for what is being said. */
  rows = $derived(Math.max(this.steps.length, this.turns.length));

  constructor(entry: PolicyEntry) {
    this.entry = entry;
  }

  hear(news: PolicyNews): void {
    switch (news.type) {
      case 'loading':
        this.loaded = news;
        return;
      case 'turn':
        this.state = 'running';
        this.turns = [...this.turns.slice(0, news.turn - 1), news];
        return;
      case 'fell_back':
        this.problem = news.problem.message;
    }
  }
}

/** What is known of a policy's pack: how much it is to fetch, or that it is not there. */
type Pack = { bytes: number } | 'missing';

/** Policies on one observation, one after the other, each with the same tools and rules. */
export class Comparison {
  columns = $state.raw<readonly Column[]>([]);
  chosen = $state.raw<readonly string[]>(['blueprint', 'tiny-wasm']);
  running = $state(false);
  device = $state.raw<DeviceAbilities | null>(null);
  /** By policy; empty until it has been checked. */
  packs = $state.raw<Partial<Record<string, Pack>>>({});
  /** The run that the reader liked best, by its policy. */
  preferred = $state<string | null>(null);
  #abort: AbortController | null = null;

  /** Sees what this device has and how large the packs are that come with the app. */
  async look(): Promise<void> {
    this.device = await deviceAbilities();
    await this.#find(CATALOGUE.filter(({ pack, downloadBytes: far }) => pack !== null && far === null));
  }

  /** Looks for the large ones, which have to be built and added by hand: only when the reader asks for them. */
  async lookForLarge(): Promise<void> {
    const { device } = this;
    if (!device) return;
    const large = CATALOGUE.filter(({ downloadBytes: far }) => far !== null);
    await this.#find(large.filter((entry) => offerOn(entry, device).offered));
  }

  async #find(entries: readonly PolicyEntry[]): Promise<void> {
    for (const entry of entries) {
      if (this.packs[entry.name]) continue;
      const manifest = await manifestOf(entry);
      const bytes =
        manifest.ok && entry.engine ? downloadBytes(manifest.value, entry.engine, this.#halfPrecision) : null;
      this.packs = { ...this.packs, [entry.name]: bytes === null ? 'missing' : { bytes } };
    }
  }

  get #halfPrecision(): boolean {
    return this.device?.halfPrecision ?? false;
  }

  offer(entry: PolicyEntry): Offer | { offered: false; why: 'looking' | 'not_installed' } {
    if (entry.engine === null) return { offered: true };
    if (!this.device) return { offered: false, why: 'looking' };
    const held = offerOn(entry, this.device);
    if (!held.offered) return held;
    const pack = this.packs[entry.name];
    if (!pack) return { offered: false, why: 'looking' };
    return pack === 'missing' ? { offered: false, why: 'not_installed' } : { offered: true };
  }

  /** What has to be fetched: exactly where the pack is here, about where it is not; null for rules in code. */
  bytes(entry: PolicyEntry): number | null {
    const pack = this.packs[entry.name];
    return pack && pack !== 'missing' ? pack.bytes : entry.downloadBytes;
  }

  toggle(name: string): void {
    const without = this.chosen.filter((one) => one !== name);
    this.chosen = without.length < this.chosen.length ? without : [...without, name];
  }

  async start(app: Goldcrest, observation: Observation): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    this.running = true;
    this.preferred = null;
    const taken = CATALOGUE.filter((entry) => this.chosen.includes(entry.name) && this.offer(entry).offered);
    this.columns = taken.map((entry) => new Column(entry));
    for (const column of this.columns) {
      if (abort.signal.aborted) break;
      await follow(column, app, observation, abort.signal);
    }
    if (this.#abort === abort) this.running = false;
  }

  stop(): void {
    this.#abort?.abort();
    this.running = false;
  }

  get #ended(): Column[] {
    return this.columns.filter(({ run }) => run.ended !== null);
  }

  /** Every finished run as a line of JSON: messages and tools, each in its policy's dialect. */
  exported(): string {
    return toJsonLines(
      this.#ended.map(({ run, entry }) => trajectoryOf(run.events, new Speech(entry.dialect, entry.style))),
    );
  }

  /** Where the other runs part from the preferred one: chosen and rejected, a line each. */
  preferences(): string {
    const best = this.#ended.find(({ entry }) => entry.name === this.preferred);
    if (!best) return '';
    const speech = new Speech(best.entry.dialect, best.entry.style);
    const others = this.#ended.filter((column) => column !== best);
    return toJsonLines(others.flatMap(({ run }) => preferenceBetween(best.run.events, run.events, speech) ?? []));
  }
}

async function follow(column: Column, app: Goldcrest, observation: Observation, signal: AbortSignal): Promise<void> {
  column.state = 'loading';
  const policy = await openPolicy(column.entry.name, {
    onNews: (news) => column.hear(news),
    look: (image, region, side) => app.picture(image, region, side),
  });
  if (!policy.ok) {
    column.state = 'failed';
    column.problem = policy.problem.message;
    return;
  }
  for await (const event of app.identify(observation, { policy: policy.value, signal })) {
    column.run.push(event);
    if (event.type === 'calling') column.state = 'running';
  }
  column.state = 'ended';
}
