import { call, type Policy } from '../agent/policy';
import type { Box } from '../domain/box';
import { answers, type Ledger } from '../domain/ledger';
import type { ImageRef } from '../domain/observation';
import { ledgerIn, type RunRecord } from './record';
import type { Tally } from './tally';

/** Crops a region with each margin, then names each crop. */
export function marginPolicy(image: ImageRef, region: Box, margins: readonly number[]): Policy {
  const next = (ledger: Ledger) => {
    const margin = margins[ledger.length];
    if (margin !== undefined) return call('crop', { image, region, margin });
    const view = answers(ledger, 'crop')[ledger.length - margins.length];
    return view ? call('classify_image', { image: view.payload.image }) : null;
  };
  return {
    name: 'margins',
    budget: { calls: 2 * margins.length + 1 },
    decide: ({ ledger }) => Promise.resolve(next(ledger) ?? { kind: 'conclude', ceiling: 'species', tokens: 0 }),
  };
}

/** The crop of a run's second look, and the entry that named it; null where there was none. */
export function secondLookOf(record: RunRecord): { region: Box; entry: number } | null {
  const ledger = ledgerIn(record);
  const [crop] = answers(ledger, 'crop');
  const look = crop && answers(ledger, 'classify_image').find(({ args }) => args.image === crop.payload.image);
  return look ? { region: crop.args.region, entry: look.id } : null;
}

/** The run as if its second look had put this out. */
export function withSecondLook(record: RunRecord, values: number[]): RunRecord {
  const look = secondLookOf(record);
  return { ...record, scores: record.scores.map((one) => (one.entry === look?.entry ? { ...one, values } : one)) };
}

export function describeMargins(
  rows: readonly { margin: number; used: boolean; tallies: readonly Tally[] }[],
  title: { pack: string; set: string; command: string; today: string; looks: number; items: number },
): string {
  const cell = ({ solve, overclaim, precision, wrongCoarser }: Tally): string =>
    `${solve.hits} | ${overclaim.hits} | ${precision.hits} | ${wrongCoarser.hits}`;
  const lines = rows.map(
    ({ margin, used, tallies }) => `| ${used ? `**${margin}**` : margin} | ${tallies.map(cell).join(' | ')} |`,
  );
  const heads = ['with a place', 'no place', 'wrong place'].map(
    (name) => `${name}: solved | wrong species | right species | wrong coarser`,
  );
  const { pack, set, command, today, looks, items } = title;
  return `# How wide a second look should be: ${pack} on ${set}

\`${command}\`, ${today}. ${looks} of ${items} photos get a second look at a crop with this margin around the bird (share of its size); the crops were named
anew by the app's classifier and the verdicts decided again, with the pack's calibration. **Bold** is in use. No photo of the set is so small
that it is enlarged instead.

| margin | ${heads.join(' | ')} |
| --- | ${Array.from({ length: 12 }, () => '---').join(' | ')} |
${lines.join('\n')}
`;
}
