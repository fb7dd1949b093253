import { Speech } from '../../agent/dialects';
import type { Observation } from '../../domain/observation';
import { toJsonLines, trajectoryOf } from '../../agent/trajectory';
import type { Goldcrest } from '../../goldcrest';
import { openPolicy } from '../../policies';
import {
  CATALOGUE,
  choosePolicy,
  findPolicy,
  offerOn,
  type DeviceAbilities,
  type Offer,
  type PolicyEntry,
  type Speeds,
} from '../../policies/catalogue';
import { deviceAbilities } from '../../policies/device';
import { measure } from '../../policies/measure';
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

/** Policies on one observation, one after the other, each with the same tools and rules. */
export class Comparison {
  columns = $state.raw<readonly Column[]>([]);
  chosen = $state.raw<readonly string[]>(['blueprint', 'tiny-wasm']);
  running = $state(false);
  device = $state.raw<DeviceAbilities | null>(null);
  speeds = $state.raw<Speeds>({});
  #abort: AbortController | null = null;

  async look(): Promise<void> {
    this.device = await deviceAbilities();
  }

  offer(entry: PolicyEntry): Offer {
    return this.device ? offerOn(entry, this.device) : { offered: entry.engine === null, why: 'no_webgpu' };
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
    this.columns = CATALOGUE.filter(({ name }) => this.chosen.includes(name)).map((entry) => new Column(entry));
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

  /** Times the tiny policies on this device; gives the one that the app would take by itself. */
  async measureTiny(): Promise<string> {
    for (const name of ['tiny-webllm', 'tiny-wasm']) {
      const entry = findPolicy(name);
      // Software that plays a graphics card was forty times slower than the processor itself: not worth the wait.
      const pointless = name === 'tiny-webllm' && this.device?.softwareOnly === true;
      if (!entry || pointless || !this.offer(entry).offered) continue;
      const measured = await measure(entry, () => undefined);
      if (measured.ok) this.speeds = { ...this.speeds, [name]: measured.value.tokensPerSecond };
    }
    return choosePolicy(this.speeds);
  }

  /** Every finished run as a line of JSON: messages and tools, each in its policy's dialect. */
  exported(): string {
    const ended = this.columns.filter(({ run }) => run.ended !== null);
    return toJsonLines(ended.map(({ run, entry }) => trajectoryOf(run.events, new Speech(entry.dialect, entry.style))));
  }
}

async function follow(column: Column, app: Goldcrest, observation: Observation, signal: AbortSignal): Promise<void> {
  column.state = 'loading';
  const policy = await openPolicy(column.entry.name, { onNews: (news) => column.hear(news) });
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
