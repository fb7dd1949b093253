import type { AgentEvent } from '../src/domain/events';
import { judgeBirds } from '../src/domain/judge-birds';
import { answers, type Evidence } from '../src/domain/ledger';
import type { Taxonomy } from '../src/domain/taxonomy';
import type { Thresholds } from '../src/domain/thresholds';
import { decideVerdict } from '../src/domain/verdict-rules';
import { calibrate, rankTaxa } from '../src/vision/probabilities';
import type { PackLabels } from './known';
import { speciesNamed } from './named';
import { ledgerIn, type RunRecord } from './record';

/**
 * The outcome of the same run with another temperature and other thresholds. The models are not run again: their
 * raw outputs are in the record, and the verdict is a pure function of the ledger.
 */
export interface Redecision {
  taxonomy: Taxonomy;
  thresholds: Thresholds;
  /** Null leaves the probabilities as they were. */
  image: { temperature: number; kind: 'probabilities' | 'logits'; labels: PackLabels['image'] } | null;
}

export function redecide(record: RunRecord, { taxonomy, thresholds, image }: Redecision): RunRecord {
  const end = record.events.at(-1);
  if (end?.type !== 'verdict') return record;
  const events = record.events.map((event): AgentEvent => {
    if (event.type !== 'evidence' || !image) return event;
    return { type: 'evidence', entry: temper(event.entry, record, image, taxonomy) };
  });
  const changed = { ...record, events };
  const ledger = ledgerIn(changed);
  const verdict = decideVerdict(ledger, { taxonomy, thresholds });
  events[events.length - 1] = { ...end, verdict };
  const listened = answers(ledger, 'classify_sound').length > 0;
  return { ...changed, named: listened ? speciesNamed(judgeBirds(ledger, { taxonomy, thresholds })) : null };
}

function temper(
  entry: Evidence,
  { scores }: RunRecord,
  image: NonNullable<Redecision['image']>,
  taxonomy: Taxonomy,
): Evidence {
  if (entry.kind !== 'tool' || entry.tool !== 'classify_image' || entry.outcome.status !== 'ok') return entry;
  const raw = scores.find((one) => one.entry === entry.id && one.tool === 'classify_image');
  if (!raw) return entry;
  const probabilities = calibrate(Float32Array.from(raw.values), image.kind, image.temperature);
  const payload = { ...entry.outcome.payload, ...rankTaxa(probabilities, image.labels, taxonomy) };
  return { ...entry, outcome: { status: 'ok', payload } };
}
