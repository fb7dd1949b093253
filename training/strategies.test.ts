import { expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { answers, type Evidence } from '../src/domain/ledger';
import { PHOTO, taxonomy } from '../src/testing/ledger';
import { recordedGoldcrest } from '../src/testing/recorded';
import { blueprint } from '../src/agent/blueprint';
import { DEFAULT_BUDGET, identify } from '../src/agent/loop';
import type { Policy } from '../src/agent/policy';
import { cachedEnvironment, type RecordedItem } from './cached-environment';
import { playRules } from './episode';
import { strategyPolicy, type Strategy } from './strategies';

const PLAIN: Strategy = { search: 'all', gate: 'first', wider: false, place: 'always' };
const FAINT = { x: 300, y: 200, width: 80, height: 60 };

async function ledgerOf(item: RecordedItem, policy: Policy): Promise<Evidence[]> {
  const run = identify({
    ...{ id: 'a', observation: item.observation, policy, environment: cachedEnvironment(item, taxonomy, 'full') },
    ...{ verdict: { taxonomy, thresholds: DEFAULT_THRESHOLDS }, pack: { name: 'a', version: '1' }, hints: 'full' },
    ...{ budget: DEFAULT_BUDGET, signal: new AbortController().signal },
  });
  const entries: Evidence[] = [];
  for await (const event of run) if (event.type === 'evidence') entries.push(event.entry);
  return entries;
}

async function toolsOf(item: RecordedItem, policy: Policy): Promise<string[]> {
  return (await ledgerOf(item, policy)).flatMap((entry) => (entry.kind === 'tool' ? [entry.tool] : []));
}

test('the plain strategy makes the calls of the blueprint', async () => {
  const item = recordedGoldcrest();
  expect(await toolsOf(item, strategyPolicy(PLAIN))).toEqual(await toolsOf(item, blueprint));
});

test.each([
  ['never', ['detect_bird', 'classify_image', 'geo_prior']],
  ['last', ['detect_bird', 'classify_image', 'geo_prior', 'quality_gate']],
] as const)('a picture is judged %s', async (gate, tools) => {
  expect(await toolsOf(recordedGoldcrest(), strategyPolicy({ ...PLAIN, gate }))).toEqual(tools);
});

test('nobody asks about a place that is not known', async () => {
  const item = recordedGoldcrest();
  const nowhere = { ...item, observation: { ...item.observation, place: null } };
  expect(await toolsOf(nowhere, strategyPolicy({ ...PLAIN, place: 'given' }))).not.toContain('geo_prior');
  expect(await toolsOf(item, strategyPolicy({ ...PLAIN, place: 'given' }))).toContain('geo_prior');
});

test('where the detector finds no bird, a strategy looks where it says', async () => {
  const item = recordedGoldcrest();
  const payload = { count: 0, birds: [], largest: null, bestBelow: 0.2, faint: [{ box: FAINT, score: 0.2 }] };
  const lost = {
    ...item,
    recordings: item.recordings.map((one) =>
      one.tool === 'detect_bird' ? { ...one, outcome: { status: 'ok' as const, payload } } : one,
    ),
  };
  const regions = async (search: Strategy['search']) =>
    answers(await ledgerOf(lost, strategyPolicy({ ...PLAIN, gate: 'never', search })), 'classify_image').map(
      ({ args }) => args.region,
    );
  expect(await regions('none')).toEqual([]);
  expect(await regions('faint')).toEqual([FAINT]);
  expect(await regions('whole')).toEqual([undefined]);
});

test('a run without words comes to the scores of one with them', async () => {
  const options = { item: recordedGoldcrest(), hints: 'full' as const, thresholds: DEFAULT_THRESHOLDS };
  const { scores, calls } = await playRules(options, blueprint, taxonomy);
  expect(scores).toMatchObject({ grain: 1, solved: true, overclaimed: false });
  expect(calls).toBe((await toolsOf(options.item, blueprint)).length);
  expect(answers(await ledgerOf(options.item, blueprint), 'detect_bird')[0]?.args.image).toBe(PHOTO);
});
