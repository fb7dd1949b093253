import { call, type Policy } from '../src/agent/policy';
import type { Box } from '../src/domain/box';
import { answers, type Ledger } from '../src/domain/ledger';
import type { ImageRef } from '../src/domain/observation';
import { ledgerIn, type RunRecord } from './record';
import type { Tally } from './tally';

/** A way to look a second time: at a crop with a margin around the bird, or at the bird so many times larger. */
export interface SecondLook {
  tool: 'crop' | 'zoom_in';
  value: number;
}

export const SECOND_LOOKS: readonly SecondLook[] = [
  ...[0, 0.1, 0.2, 0.3, 0.4, 0.5].map((value) => ({ tool: 'crop' as const, value })),
  ...[1.5, 2, 3, 4].map((value) => ({ tool: 'zoom_in' as const, value })),
];

/** Makes one view of a region and names it: a run of its own for each, because a run makes only so many views. */
export function secondLook(image: ImageRef, region: Box, look: SecondLook): Policy {
  const next = (ledger: Ledger) => {
    if (ledger.length === 0) {
      return look.tool === 'crop'
        ? call('crop', { image, region, margin: look.value })
        : call('zoom_in', { image, region, factor: look.value });
    }
    const [view] = answers(ledger, look.tool);
    return view && ledger.length === 1 ? call('classify_image', { image: view.payload.image }) : null;
  };
  return {
    name: 'second-look',
    decide: ({ ledger }) => Promise.resolve(next(ledger) ?? { kind: 'conclude', ceiling: 'species', tokens: 0 }),
  };
}

/** The region of a run's second look by this tool, and the entry that named it; null where there was none. */
export function secondLookOf(record: RunRecord, tool: SecondLook['tool']): { region: Box; entry: number } | null {
  const ledger = ledgerIn(record);
  const [made] = answers(ledger, tool);
  const look = made && answers(ledger, 'classify_image').find(({ args }) => args.image === made.payload.image);
  return look ? { region: made.args.region, entry: look.id } : null;
}

/** The run as if its second look had put this out; null for one that never looked again. */
export function withSecondLook(record: RunRecord, tool: SecondLook['tool'], values: number[] | null): RunRecord {
  const look = secondLookOf(record, tool);
  if (!look) return record;
  const other = ({ entry }: { entry: number }): boolean => entry !== look.entry;
  if (values === null) {
    const events = record.events.filter((event) => event.type !== 'evidence' || other({ entry: event.entry.id }));
    return { ...record, events, scores: record.scores.filter(other) };
  }
  return { ...record, scores: record.scores.map((one) => (other(one) ? one : { ...one, values })) };
}

/** A look, or none, and what the items come to with it in each condition. */
export interface SecondLookRow {
  look: SecondLook | null;
  used: boolean;
  tallies: readonly Tally[];
}

export function describeSecondLooks(
  parts: readonly {
    tool: SecondLook['tool'];
    shrunk: number | null;
    looks: number;
    items: number;
    rows: readonly SecondLookRow[];
  }[],
  title: { pack: string; set: string; command: string; today: string },
): string {
  const cell = ({ solve, overclaim, precision, wrongCoarser }: Tally): string =>
    `${solve.hits} | ${overclaim.hits} | ${precision.hits} | ${wrongCoarser.hits}`;
  const heads = ['with a place', 'no place', 'wrong place'].map(
    (name) => `${name}: solved | wrong species | right species | wrong coarser`,
  );
  const named = (look: SecondLook | null): string => {
    if (!look) return 'none';
    return look.tool === 'crop' ? `crop, margin ${look.value}` : `${look.value} times larger`;
  };
  const tables = parts.map(({ tool, shrunk, looks, items, rows }) => {
    const lines = rows.map(({ look, used, tallies }) => {
      const name = used ? `**${named(look)}**` : named(look);
      return `| ${name} | ${tallies.map(cell).join(' | ')} |`;
    });
    const kind = tool === 'crop' ? 'at a crop' : 'at the bird made larger';
    const size = shrunk === null ? 'Photos as they are' : `Photos shrunk to ${shrunk} pixels`;
    return `## ${size}

${looks} of ${items} photos get a second look ${kind}.

| second look | ${heads.join(' | ')} |
| --- | ${Array.from({ length: 12 }, () => '---').join(' | ')} |
${lines.join('\n')}
`;
  });
  const { pack, set, command, today } = title;
  return `# How to look a second time: ${pack} on ${set}

\`${command}\`, ${today}. The views were made and named anew by the app's own tools and the verdicts decided again, with the pack's calibration.
A margin is a share of the bird's longer side. **Bold** is in use. A bird that is small in its photo is looked at enlarged; no photo of the set
is small enough for that, so they were shrunk.

${tables.join('\n')}`;
}
