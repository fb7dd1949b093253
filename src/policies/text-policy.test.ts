import { describe, expect, it } from 'vitest';
import { identify, DEFAULT_BUDGET } from '../agent/loop';
import { cachedEnvironment } from '../../training/cached-environment';
import type { AgentEvent } from '../domain/events';
import { ledgerOf, verdictOf } from '../agent/replay';
import { failed } from '../domain/outcome';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds';
import { taxonomy } from '../testing/ledger';
import {
  POLICY_LOAD,
  POLICY_MANIFEST,
  PolicyWorkshop,
  said,
  withoutLocks,
  type Answer,
} from '../testing/policy-workshop';
import { recordedGoldcrest } from '../testing/recorded';
import type { ToolName } from '../domain/tools/schemas';
import { PolicyBridge } from './bridge';
import type { PolicyModel } from './manifest';
import { policyProblem } from './protocol';
import type { Look } from './sight';
import { TextPolicy, type PolicyNews } from './text-policy';

withoutLocks();

const call = (name: string, args: object) => `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
const SCRIPT = [
  call('detect_bird', { image: 'photo-1' }),
  call('quality_gate', { image: 'photo-1', region: 'largest' }),
  call('classify_image', { image: 'photo-1', region: 'largest' }),
  call('enhance', { image: 'photo-1', operation: 'sharpen', region: 'largest' }),
  call('classify_image', { image: 'photo-1.enhanced-1' }),
  call('geo_prior', { taxa: 'top' }),
  '<answer>species</answer>',
];

/** Says the line that comes after as many turns as the conversation has: it remembers nothing itself. */
const byConversation: Answer = ({ messages }) => {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  const length = messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 6), 0);
  return said(SCRIPT[turn]!, length, 15);
};

const SEEING = { ...POLICY_MANIFEST.models[0], sight: { side: 64 }, contextTokens: 4096 };

interface Setting {
  note?: string;
  model?: PolicyModel;
  look?: Look;
  /** A tool that does not work. */
  broken?: ToolName;
}

async function run(answer: Answer, { note, model = POLICY_MANIFEST.models[0], look, broken }: Setting = {}) {
  const workshop = new PolicyWorkshop();
  workshop.answer = answer;
  const bridge = new PolicyBridge(workshop.create, POLICY_LOAD, { piece: 1000 });
  const news: PolicyNews[] = [];
  const onNews = (one: PolicyNews) => void news.push(one);
  const policy = new TextPolicy('tiny-webllm', bridge, model, { onNews, ...(look && { look }) });
  const item = recordedGoldcrest();
  if (note !== undefined) item.observation.note = note;
  for (const recording of item.recordings) {
    if (recording.tool === broken) recording.outcome = failed('worker_lost', 'gone', 'Go on without it.');
  }
  const events: AgentEvent[] = [];
  for await (const event of identify({
    id: 'run',
    observation: item.observation,
    policy,
    environment: cachedEnvironment(item, taxonomy, 'full'),
    verdict: { taxonomy, thresholds: DEFAULT_THRESHOLDS },
    pack: { name: 'test', version: '1' },
    hints: 'full',
    budget: { ...DEFAULT_BUDGET, ...policy.budget },
    signal: new AbortController().signal,
  })) {
    events.push(event);
  }
  bridge.dispose();
  return { events, news, workshop, policy };
}

describe('a language model as a policy', () => {
  it('leads a run to its verdict, every turn in the ledger', async () => {
    const { events, policy } = await run(byConversation);
    expect(ledgerOf(events).map((entry) => 'tool' in entry && entry.tool)).toEqual([
      'detect_bird',
      'quality_gate',
      'classify_image',
      'enhance',
      'classify_image',
      'geo_prior',
    ]);
    expect(verdictOf(events)?.grain).toBe('species');
    expect(policy.problem).toBeNull();
  });

  it('goes on from the ledger after its device was lost in the middle', async () => {
    let losses = 0;
    const { events, workshop } = await run((request, worker) => {
      const turn = request.messages.filter(({ role }) => role === 'assistant').length;
      if (turn === 3 && worker === 1) {
        losses += 1;
        return policyProblem('device_lost', 'gone');
      }
      return byConversation(request, worker);
    });
    expect([losses, workshop.begun]).toEqual([1, 2]);
    expect(verdictOf(events)?.grain).toBe('species');
    expect(ledgerOf(events)).toHaveLength(6);
  });

  it('hands over to the rules where it fails for good, and the run is none the worse', async () => {
    const { events, news, policy } = await run((request, worker) => {
      const turn = request.messages.filter(({ role }) => role === 'assistant').length;
      return turn < 2 ? byConversation(request, worker) : policyProblem('engine_failed', 'confused');
    });
    expect(policy.problem?.code).toBe('engine_failed');
    expect(news.some(({ type }) => type === 'fell_back')).toBe(true);
    expect(verdictOf(events)?.grain).toBe('species');
  });

  it('leaves to the rules what it has not been trained for, without being asked', async () => {
    const deaf = { ...POLICY_MANIFEST.models[0], media: ['sound' as const] };
    const { events, workshop, policy } = await run(byConversation, { model: deaf });
    expect(policy.problem?.code).toBe('not_trained_for');
    expect(workshop.begun).toBe(0);
    expect(verdictOf(events)?.grain).toBe('species');
  });

  it('that talks the same nonsense is answered with a hint twice, then the rules go on', async () => {
    const { events, policy } = await run(() => said('Certainly! What a nice bird.'));
    const [first, second, ...rest] = ledgerOf(events);
    for (const entry of [first, second]) {
      expect(entry).toMatchObject({
        kind: 'rejected',
        outcome: { code: 'reply_without_action', hint: expect.stringContaining('<tool_call>') as string },
      });
    }
    expect(rest.every(({ kind }) => kind === 'tool')).toBe(true);
    expect(policy.problem?.code).toBe('going_in_circles');
    expect(verdictOf(events)?.grain).toBe('species');
  });

  it('that finds new nonsense every time is answered with hints until its calls are spent', async () => {
    let turns = 0;
    const { events, policy } = await run(() => said(`Certainly! ${++turns} nice birds.`));
    expect(ledgerOf(events)).toHaveLength(12);
    expect(policy.problem).toBeNull();
    expect(verdictOf(events)?.grain).toBe('abstain');
  });

  it('that insists on a tool that does not work gives way to the rules, which do without', async () => {
    let asked = 0;
    const { events, policy } = await run(
      ({ messages }) => {
        const turn = messages.filter(({ role }) => role === 'assistant').length;
        asked += 1;
        return said(SCRIPT[Math.min(turn, 2)]!);
      },
      { broken: 'classify_image' },
    );
    expect(policy.problem?.code).toBe('going_in_circles');
    expect(asked).toBe(5);
    const failures = ledgerOf(events).filter((entry) => 'outcome' in entry && entry.outcome.status === 'failed');
    expect(failures).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: 'verdict', ending: 'concluded' });
    expect(verdictOf(events)?.rule).toBe('nothing_classified');
  });

  it('counts every token of the conversation once', async () => {
    let read = 0;
    const { events } = await run(async (request, worker) => {
      const answer = await byConversation(request, worker);
      if (answer.ok) read += answer.value.promptTokens;
      return answer;
    });
    expect(read).toBeGreaterThan(DEFAULT_BUDGET.tokens);
    expect(events.at(-1)).toMatchObject({ type: 'verdict', ending: 'concluded' });
  });

  it('that sees is shown what it looks at before every turn, and may read as much as it can hold', async () => {
    const shown: string[] = [];
    const look: Look = (image, _region, side) => {
      shown.push(`${image} ${side}`);
      return Promise.resolve(null);
    };
    const { events, policy } = await run(byConversation, { model: SEEING, look });
    expect(policy.budget).toEqual({ tokens: 4096 });
    expect(verdictOf(events)?.grain).toBe('species');
    expect(shown).toEqual([...Array<string>(4).fill('photo-1 64'), ...Array<string>(3).fill('photo-1.enhanced-1 64')]);
  });

  it('is told what the observer wrote, and the ledger keeps it as the observer’s word', async () => {
    const prompts: string[] = [];
    const { events } = await run(
      (request, worker) => {
        prompts.push(request.messages[1]!.content);
        return byConversation(request, worker);
      },
      { note: 'small, tail bobbing' },
    );
    expect(prompts[0]).toContain('note small, tail bobbing');
    expect(ledgerOf(events)[0]).toEqual({ kind: 'observer', id: 1, note: 'small, tail bobbing' });
    expect(verdictOf(events)?.supporting).not.toContain(1);
    expect(verdictOf(events)?.grain).toBe('species');
  });
});
