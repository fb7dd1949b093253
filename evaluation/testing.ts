import type { AgentEvent } from '../src/domain/events';
import { DEFAULT_BUDGET } from '../src/agent/loop';
import type { Item } from './item';
import type { RunRecord, Settings } from './record';
import type { Evidence } from '../src/domain/ledger';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { decideVerdict } from '../src/domain/verdict-rules';
import { id, observation, taxonomy } from '../src/testing/ledger';

/** An item of a set whose truth is this species; null where there is no bird. */
export function item(truth: string | null, changes: Partial<Item> = {}): Item {
  return {
    id: `${truth ?? 'nothing'}/image`,
    modality: 'image',
    truth: truth === null ? null : id(truth),
    image: 'bird.jpg',
    audio: null,
    tier: null,
    spot: null,
    day: null,
    farSpot: null,
    source: null,
    needed: ['detect_bird', 'classify_image'],
    ...changes,
  };
}

/** The record of a run with this ledger, with a verdict by the real rules. */
export function record(itemId: string, ledger: Evidence[], changes: Partial<RunRecord> = {}): RunRecord {
  const verdict = decideVerdict(ledger, { taxonomy, thresholds: DEFAULT_THRESHOLDS });
  const events: AgentEvent[] = [
    {
      ...{ type: 'started', run: 'run', at: '2026-11-16T00:00:00.000Z', observation: observation() },
      ...{ policy: 'blueprint', pack: { name: 'kit', version: '1' }, budget: DEFAULT_BUDGET, hints: 'full' },
    },
    ...ledger.flatMap((entry): AgentEvent[] => [
      ...(!('outcome' in entry)
        ? []
        : [{ type: 'calling' as const, id: entry.id, tool: entry.tool, args: entry.args, thought: null }]),
      { type: 'evidence', entry },
    ]),
    { type: 'verdict', verdict, ending: 'concluded', ms: 100 },
  ];
  return {
    ...{ id: itemId, failed: null, spot: null, day: null, ms: 100, events, scores: [], named: null, picture: null },
    ...changes,
  };
}

export const SETTINGS: Settings = {
  format: 1,
  set: { name: 'set', sha256: '0' },
  pack: { name: 'kit', version: '1', sha256: '0' },
  app: '0',
  policy: 'blueprint',
  hints: 'full',
  place: 'own',
  modalities: ['image'],
  degrade: null,
  seed: 1,
  sample: null,
};
