import type { AgentEvent } from '../domain/events';
import type { Observation } from '../domain/observation';
import { RULES, RUNG_REASONS, type Verdict } from '../domain/verdict';
import { store, type Database, type RunRecord, type Stored } from './database';

/**
 * The saved runs. A run is its events: whatever the screen showed can be drawn from them again. Those listed here are
 * drafts; the notebook has the runs of what was kept.
 */
export class RunStore {
  readonly #database: Database | null;

  constructor(database: Database | null) {
    this.#database = database;
  }

  save(events: readonly AgentEvent[], thumbnail: Blob | null): Promise<Stored> {
    const started = events.find((event) => event.type === 'started');
    if (!started) throw new Error('a run begins with its started event');
    // Reactive proxies and the like cannot be cloned into the database; events are plain data.
    const plain = structuredClone([...events]);
    const record = { id: started.run, at: started.at, events: plain, thumbnail };
    return store(async () => {
      const stores = this.#open().transaction(['runs', 'keptRuns'], 'readwrite');
      const kept = await stores.objectStore('keptRuns').get(record.id);
      if (kept) await stores.objectStore('keptRuns').put({ ...kept, thumbnail: thumbnail ?? kept.thumbnail });
      else await stores.objectStore('runs').put(record);
      await stores.done;
    });
  }

  /** Newest first. */
  async list(): Promise<RunRecord[]> {
    return ((await this.#database?.getAllFromIndex('runs', 'at')) ?? []).map(readRun).reverse();
  }

  async load(id: string): Promise<RunRecord | undefined> {
    const kept = (await this.#database?.get('runs', id)) ?? (await this.#database?.get('keptRuns', id));
    return kept && readRun(kept);
  }

  /** Drops the drafts from before an ISO time. */
  async removeBefore(at: string): Promise<void> {
    const drafts = await this.#database?.getAllKeysFromIndex('runs', 'at', IDBKeyRange.upperBound(at, true));
    for (const id of drafts ?? []) await this.remove(id);
  }

  async remove(id: string): Promise<void> {
    await this.#database?.delete('runs', id);
  }

  async clear(): Promise<void> {
    await this.#database?.clear('runs');
  }

  /** Restores what `remove` deleted, for an undo. */
  restore(record: RunRecord): Promise<Stored> {
    return store(() => this.#open().put('runs', record));
  }

  #open(): Database {
    if (!this.#database) throw new Error('no database');
    return this.#database;
  }
}

/** Fills in what runs did not have yet when they were saved: those from before sounds name none, older verdicts no terms. */
export function readRun(kept: RunRecord): RunRecord {
  const events = kept.events.map((event): AgentEvent => {
    if (event.type === 'verdict') return { ...event, verdict: asNow(event.verdict) };
    if (event.type !== 'started') return event;
    return { ...event, observation: { ...event.observation, sounds: soundsOf(event.observation) } };
  });
  return { ...kept, events };
}

/** Saved events stay as they are; rules and reasons that no longer exist are shown as today's closest ones. */
function asNow(verdict: Verdict): Verdict {
  const { rule, ladder } = verdict;
  return {
    ...{ terms: [], guess: null },
    ...verdict,
    rule: RULES.includes(rule) ? rule : 'not_enough_evidence',
    ladder: ladder.map((rung) => (RUNG_REASONS.includes(rung.reason) ? rung : { ...rung, reason: 'below_bar' })),
  };
}

function soundsOf(observation: Partial<Observation>): Observation['sounds'] {
  return observation.sounds ?? [];
}
