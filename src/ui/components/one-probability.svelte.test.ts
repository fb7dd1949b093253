import { expect, test } from 'vitest';
import type { Evidence } from '../../domain/ledger';
import { leadOf } from '../lead';
import { verdictSentence } from '../sentences';
import { RunState } from '../state/run.svelte';
import { draw } from '../testing/draw';
import { BOX, classification, detected, finishedRun, goldcrest, graded, noPlace } from '../testing/factory';
import FieldNotes from './FieldNotes.svelte';
import RecentList from './RecentList.svelte';
import VerdictCard from './VerdictCard.svelte';

const seen = (chances: Record<string, number>): Evidence[] => [
  detected(BOX),
  graded('pass'),
  classification(chances),
  noPlace(),
];
const percentsIn = (selector: string): string[] =>
  document.querySelector(selector)?.textContent.match(/(over |under )?\d+%/g) ?? [];

test.each([
  ['a species', goldcrest()],
  ['a likely species of a sure genus', seen({ 'Regulus regulus': 0.8, 'Regulus ignicapilla': 0.15 })],
  ['a guess', seen({ 'Regulus regulus': 0.5, 'Corvus corone': 0.3 })],
])(
  '%s has one probability: on the card, its ladder, the list of observations, and in what is read out',
  async (_, entries) => {
    const events = finishedRun(entries);
    const run = new RunState(events);
    const { verdict, ended, subject, photos, ledger } = run;
    if (!verdict || !ended) throw new Error('a finished run has a verdict');
    const lead = leadOf(verdict);
    await draw(VerdictCard, { verdict, ending: ended.ending, subject, photos, ledger });
    const [onCard] = percentsIn('.chance');
    expect(onCard).toBeDefined();
    const rung = document.querySelector<HTMLElement>('.ladder li:last-child .fill');
    expect(Number.parseFloat(rung!.style.width)).toBeCloseTo((lead?.probability ?? 0) * 100, 1);
    const why = percentsIn('.ladder li:last-child .why')[0];
    if (why !== undefined) expect(why).toBe(onCard);

    await draw(RecentList, {
      records: [{ id: 'a', at: '2026-05-17T06:00:00Z', events, thumbnail: null }],
      onremove: () => undefined,
    });
    expect(percentsIn('.recent .note')).toEqual([onCard]);
    const read = verdictSentence(verdict)
      .filter((part) => typeof part === 'string')
      .join('');
    expect(read).toContain(onCard);

    // A look by itself is no verdict, so the notes give the bird no number of their own.
    await draw(FieldNotes, { unfolded: new Set<number>(), ledger, verdict, photos, sounds: [], place: null });
    const looks = [...document.querySelectorAll('li')].filter(({ textContent }) =>
      /^\W*(By its|Its) looks/.test(textContent),
    );
    expect(looks).toHaveLength(1);
    expect(looks[0]!.textContent).not.toMatch(/\d%/);
  },
);
