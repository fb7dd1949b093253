import { SvelteSet } from 'svelte/reactivity';
import type { AgentEvent } from '../../domain/events';
import type { Ledger } from '../../domain/ledger';
import { subjectOf } from '../reading';

type Progress = Extract<AgentEvent, { type: 'progress' }>;

/** A running call: what it does and, if known, its progress. */
export interface Underway {
  id: number;
  tool: string;
  progress: Progress | null;
  /** Performance time at which the current stage began, to estimate the remaining time. */
  since: number;
}

/** One run, from its events so far, live or read from storage. */
export class RunState {
  events = $state.raw<readonly AgentEvent[]>([]);
  underway = $state.raw<Underway | null>(null);
  /** The steps whose details the reader has opened: they stay open when the verdict redraws the notes. */
  readonly unfolded = new SvelteSet<number>();

  started = $derived(this.events.find((event) => event.type === 'started') ?? null);
  ledger: Ledger = $derived(this.events.flatMap((event) => (event.type === 'evidence' ? [event.entry] : [])));
  ended = $derived(this.events.findLast((event) => event.type === 'verdict') ?? null);
  /** What would help most, as things stand; null if nothing would help. */
  asking = $derived(askedLast(this.events));
  verdict = $derived(this.ended?.verdict ?? null);
  photos = $derived(this.started?.observation.photos ?? []);
  sounds = $derived(this.started?.observation.sounds ?? []);
  subject = $derived(subjectOf(this.ledger, this.photos));

  constructor(events: readonly AgentEvent[] = []) {
    this.events = events;
  }

  get id(): string | null {
    return this.started?.run ?? null;
  }

  push(event: AgentEvent): void {
    this.underway = nextUnderway(this.underway, event);
    // Progress only moves what is under way; a run that loads 20 MB would otherwise keep hundreds of events.
    if (event.type !== 'progress' && event.type !== 'heard') this.events = [...this.events, event];
  }
}

/** A question from before the latest entry no longer stands. */
function askedLast(events: readonly AgentEvent[]): Extract<AgentEvent, { type: 'asking' }> | null {
  const last = events.findLast((event) => event.type === 'asking' || event.type === 'evidence');
  return last?.type === 'asking' ? last : null;
}

function nextUnderway(before: Underway | null, event: AgentEvent): Underway | null {
  switch (event.type) {
    case 'calling':
      return { id: event.id, tool: event.tool, progress: null, since: performance.now() };
    case 'progress': {
      const sameStage = before?.progress?.stage === event.stage;
      return {
        id: event.id,
        tool: before?.tool ?? '',
        progress: event,
        since: sameStage ? before.since : performance.now(),
      };
    }
    case 'heard':
      return before;
    case 'started':
    case 'evidence':
    case 'asking':
    case 'verdict':
      return null;
  }
}
