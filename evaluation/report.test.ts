import { describe, expect, test } from 'vitest';
import { item, record, SETTINGS } from './testing';
import { classification, detection, id, ledger, place, quality, taxonomy } from '../src/testing/ledger';
import { solvedByChance } from './chance';
import { compareRuns, describeComparison } from './compare';
import { reportPage } from './html/page';
import { judge, type Judged } from './judge';
import { seeded, shuffled } from '../training/random';
import { ledgerIn, readRecords, type RunRecord } from './record';
import { buildReport, readReport, type Report } from './report';
import { describeReport } from './summary';
import { worstFirst } from './worst-first';

const SPECIES = ['Regulus regulus', 'Parus major', 'Corvus corax', 'Sitta europaea', 'Turdus merula'];
const labels = { image: SPECIES.map((name) => id(name)) };

/** Forty items, eight a species, that the classifier names rightly at 0.99. */
const items = Array.from({ length: 40 }, (_, index) => item(SPECIES[index % 5]!, { id: `item-${index}/image` }));
const records = new Map(
  items.map(({ id: name }, index): [string, RunRecord] => {
    const seen = SPECIES[index % 5]!;
    const entries = ledger(detection(), quality(), classification({ [seen]: 0.99 }), place({ [seen]: 0.5 }));
    return [name, record(name, entries, { picture: 'data:image/webp;base64,AAAA' })];
  }),
);

function reportOf(judged: Judged[]): Report {
  return buildReport(judged, records, {
    ...{ taxonomy, commonName: () => undefined, settings: SETTINGS },
    ...{ command: 'npm run bench -- --set <set>', at: '2026-11-16T12:00:00.000Z', shuffled: false },
  });
}

const judgeAll = (truths = items.map(({ truth }) => truth)): Judged[] =>
  items.map((one, index) => judge({ ...one, truth: truths[index]! }, records.get(one.id)!, { taxonomy, labels }));

describe('a report', () => {
  const report = reportOf(judgeAll());

  test('keeps its own schema, read back from its text', () => {
    expect(readReport(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  test('counts what is right, and bounds what it never saw', () => {
    expect(report.overall).toMatchObject({ n: 40, failed: 0, grains: { species: 40 } });
    expect(report.overall.solve.rate).toBe(1);
    expect(report.overall.overclaim).toMatchObject({ hits: 0, rate: 0 });
    expect(report.overall.overclaim.upper).toBeCloseTo(1 - 0.05 ** (1 / 40));
    expect(report.baselines.toolFloor).toMatchObject({ solve: 1, overclaim: 0, declared: 40 });
    expect(report.riskCoverage.system.area).toBe(0);
    expect(report.reliability.verdicts.error).toBeGreaterThan(0);
  });

  test('parts the items by what was declared, each with all its figures', () => {
    const [wrong] = judgeAll([id('Corvus corax'), ...items.slice(1).map(({ truth }) => truth)]);
    const { by } = reportOf([wrong!, ...judgeAll().slice(1)]);
    expect(by.grain.map(({ name, tally }) => [name, tally.n, tally.solve.hits])).toEqual([['species', 40, 39]]);
    expect(by.grain[0]?.tally.overclaim.hits).toBe(1);
  });

  test('counts what could not be run as failed, not as an abstention', () => {
    const failed = { ...record('item-0/image', []), events: [], failed: { code: 'file_missing', message: '' } };
    const judged = [judge(items[0]!, failed, { taxonomy, labels }), ...judgeAll().slice(1)];
    const { overall, by, losses } = reportOf(judged);
    expect(overall).toMatchObject({ n: 40, failed: 1, abstain: { hits: 0 }, grains: { species: 39, abstain: 0 } });
    expect(by.grain.map(({ name }) => name)).toEqual(['species']);
    expect(losses.find(({ loss }) => loss === 'failed')?.n).toBe(1);
  });

  test('gives a simpler way its due where there is no bird and it says nothing', () => {
    const nothing = record('nothing/image', ledger(detection(0)));
    const { baselines } = reportOf([judge(item(null), nothing, { taxonomy, labels })]);
    expect(baselines.toolFloor).toMatchObject({
      declared: 0,
      solve: 1,
      overclaim: 0,
      difference: { solve: { value: 0 } },
    });
  });

  test('with the truths dealt out anew gives chance: one in five', () => {
    const truths = shuffled(
      items.map(({ truth }) => truth),
      seeded(1),
    );
    const chance = reportOf(judgeAll(truths));
    expect(chance.overall.solve.low).toBeLessThan(0.2);
    expect(chance.overall.solve.high).toBeGreaterThan(0.2);
    expect(chance.overall.solve.rate).toBeLessThan(0.5);
    expect(chance.riskCoverage.system.area).toBeGreaterThan(0.5);
    // Eight of forty truths are each verdict's own species, however they are dealt.
    expect(solvedByChance(judgeAll(), taxonomy)).toBeCloseTo(1 / 5);
    expect(solvedByChance(judgeAll(truths), taxonomy)).toBeCloseTo(1 / 5);
  });

  test('says the main figures in a few lines', () => {
    expect(describeReport(report)).toMatch(/40 items\n {2}solved {8}100\.0 %/);
  });
});

describe('the page', () => {
  const wrongFirst = judgeAll(items.map(({ truth }, index) => (index === 6 ? id('Corvus corax') : truth)));
  const report = reportOf(wrongFirst);
  const page = reportPage(report, {
    tokens: '',
    extra: (name) => ({
      picture: records.get(name)!.picture,
      ledger: ledgerIn(records.get(name)!),
      name: (taxon) => ({ scientificName: taxon, commonName: null }),
    }),
  });

  test('shows the worst item first, with picture, verdict, truth and evidence', () => {
    expect(worstFirst(report.items)[0]?.id).toBe('item-6/image');
    const first = page.slice(page.indexOf('<li class="card"'), page.indexOf('</details>'));
    expect(first).toContain('data-answer="wrong_species"');
    expect(first).toContain('src="data:image/webp');
    expect(first).toContain('<i lang="la">Corvus corax</i>');
    expect(first).toContain('Found one bird');
  });

  test('says at its top how good it is and where it fails', () => {
    const top = page.slice(0, page.indexOf('<h2>'));
    expect(top).toContain('Right for 39 of 40 items');
    expect(top).toContain('A wrong species was declared for 1 of 40');
    expect(top).toContain('Without the right species: 1. Why: not in the top ten (1).');
  });

  test('gives no share of right species where none was declared', () => {
    const nothing = new Map(items.map(({ id: name }) => [name, record(name, ledger(detection(0)))] as const));
    const silent = items.map((one) => judge(one, nothing.get(one.id)!, { taxonomy, labels }));
    const extra = () => ({
      picture: null,
      ledger: [],
      name: (taxon: string) => ({ scientificName: taxon, commonName: null }),
    });
    expect(reportPage(reportOf(silent), { tokens: '', extra })).toContain('<b>–</b><span>of declared species right');
  });

  test('stands alone: no address of any other file', () => {
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
    expect(page.match(/<li class="card"/g)).toHaveLength(40);
  });

  test('writes what comes from the set as text, not as markup', () => {
    expect(page).toContain('<span>--set</span> <span>&#60;set&#62;</span>');
  });
});

describe('two runs', () => {
  test('differ by the items whose answer changed, the worse ones first', () => {
    const before = reportOf(judgeAll());
    const after = reportOf(judgeAll(items.map(({ truth }, index) => (index === 3 ? id('Corvus corax') : truth))));
    const comparison = compareRuns(before, { ...after, settings: { ...SETTINGS, place: 'far' } });
    expect(comparison.changes.map(({ id: name, verdict }) => [name, verdict])).toEqual([['item-3/image', 'worse']]);
    expect(comparison.settings).toEqual([{ name: 'place', before: '"own"', after: '"far"' }]);
    expect(comparison.difference.overclaim.value).toBeCloseTo(1 / 40);
    expect(describeComparison(comparison)).toContain('worse (1)\n  item-3/image: Sitta europaea (species)');
  });
});

describe('the events of a run', () => {
  const lines = [...records.values()].slice(0, 2).map((one) => JSON.stringify(one));

  test('are read back as they were written', () => {
    expect(readRecords(`${lines.join('\n')}\n`)).toEqual([...records.values()].slice(0, 2));
  });

  test('that were cut off in the last line lose that item only, which then runs again', () => {
    expect(readRecords(`${lines[0]!}\n${lines[1]!.slice(0, 50)}`)).toHaveLength(1);
  });

  test('that are damaged further up are refused', () => {
    expect(() => readRecords(`{"id": 1}\n${lines[1]!}\n`)).toThrow();
  });
});
