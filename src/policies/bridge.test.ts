import { describe, expect, it } from 'vitest';
import { POLICY_LOAD, PolicyWorkshop, said, withoutLocks } from '../testing/policy-workshop';
import { PolicyBridge } from './bridge';
import { policyProblem, type ReplyRequest } from './protocol';

const REQUEST: ReplyRequest = { messages: [], dialect: 'hermes', style: 'compact', maxTokens: 10, temperature: 0 };
const never = new Promise<never>(() => undefined);

withoutLocks();

function open(limits: ConstructorParameters<typeof PolicyBridge>[2] = {}) {
  const workshop = new PolicyWorkshop();
  const bridge = new PolicyBridge(workshop.create, POLICY_LOAD, limits);
  const ask = (signal = new AbortController().signal) => bridge.reply(REQUEST, () => undefined, signal);
  return { workshop, bridge, ask };
}

describe('a language model in its worker', () => {
  it('is loaded once, when it is first asked', async () => {
    const { workshop, bridge, ask } = open();
    expect(bridge.running).toBe(false);
    expect(await ask()).toMatchObject({ ok: true, value: { text: '<answer>species</answer>' } });
    await ask();
    expect(workshop.begun).toBe(1);
    bridge.dispose();
  });

  it.each([
    ['loses its device', () => policyProblem('device_lost', 'gone')],
    ['hangs', () => never],
  ] as const)('that %s is rebuilt and asked again', async (_what, fail) => {
    const { workshop, bridge, ask } = open({ piece: 30 });
    workshop.answer = (_request, worker) => (worker === 1 ? fail() : said('<answer>genus</answer>'));
    expect(await ask()).toMatchObject({ ok: true, value: { text: '<answer>genus</answer>' } });
    expect([workshop.begun, workshop.ended, bridge.lost]).toEqual([2, 1, 1]);
    bridge.dispose();
  });

  it('that dies is rebuilt and asked again', async () => {
    const { workshop, bridge, ask } = open();
    workshop.answer = (_request, worker) => {
      if (worker > 1) return said('<answer>family</answer>');
      queueMicrotask(() => workshop.kill());
      return never;
    };
    expect(await ask()).toMatchObject({ ok: true, value: { text: '<answer>family</answer>' } });
    bridge.dispose();
  });

  it('that fails twice gives up with the reason', async () => {
    const { workshop, bridge, ask } = open();
    workshop.answer = () => policyProblem('device_lost', 'gone');
    expect(await ask()).toEqual(policyProblem('device_lost', 'gone'));
    expect(bridge.running).toBe(false);
  });

  it('is not asked again where a new worker could not help', async () => {
    const { workshop, ask } = open();
    workshop.answer = () => policyProblem('prompt_too_long', 'too long');
    expect(await ask()).toMatchObject({ problem: { code: 'prompt_too_long' } });
    expect(workshop.begun).toBe(1);
  });

  it('answers a cancelled question at once and stays', async () => {
    const { workshop, bridge, ask } = open();
    workshop.answer = () => never;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 10);
    expect(await ask(stop.signal)).toMatchObject({ problem: { code: 'cancelled' } });
    expect(bridge.running).toBe(true);
    bridge.dispose();
  });

  it('answers a question that is cancelled while the model loads at once, and goes on loading', async () => {
    const { workshop, bridge, ask } = open();
    let loaded = (): void => undefined;
    workshop.loading = new Promise<void>((resolve) => (loaded = resolve));
    const stop = new AbortController();
    const asked = ask(stop.signal);
    stop.abort();
    expect(await asked).toMatchObject({ problem: { code: 'cancelled' } });
    loaded();
    expect(await ask()).toMatchObject({ ok: true });
    expect(workshop.begun).toBe(1);
    bridge.dispose();
  });

  it('is not heard any more once it has replied', async () => {
    const { workshop, bridge } = open();
    workshop.straggler = 'late';
    const pieces: string[] = [];
    await bridge.reply(REQUEST, (piece) => pieces.push(piece), new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(pieces).not.toContain('late');
    bridge.dispose();
  });

  it('is ended when it has been idle, and comes back when it is asked', async () => {
    const { workshop, bridge, ask } = open({ idle: 20 });
    await ask();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect([bridge.running, workshop.ended]).toEqual([false, 1]);
    expect(await ask()).toMatchObject({ ok: true });
    bridge.dispose();
  });
});
