import { describe, expect, it } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../src/domain/thresholds';
import { id, taxonomy } from '../src/testing/ledger';
import { recordedGoldcrest } from '../src/testing/recorded';
import { cachedEnvironment, readItem, type RecordedItem } from './cached-environment';
import { DIALECT_NAMES, type DialectName } from '../src/agent/dialects';
import { Episode } from './episode';
import type { HintLevel } from '../src/domain/events';

const episode = (dialect: DialectName = 'hermes', hints: HintLevel = 'full') =>
  new Episode(
    { item: recordedGoldcrest(), dialect, style: 'compact', hints, thresholds: DEFAULT_THRESHOLDS },
    taxonomy,
  );

/** The same picture, with nothing found in it. */
function withoutBird(): RecordedItem {
  const item = recordedGoldcrest();
  const search = item.recordings.find(({ tool }) => tool === 'detect_bird');
  search!.outcome = { status: 'ok', payload: { count: 0, birds: [], largest: null, faint: [], bestBelow: 0 } };
  for (const { tool, outcome } of item.recordings) {
    if (tool === 'classify_image' && outcome.status === 'ok')
      Object.assign(outcome.payload as object, { noBird: 0.95 });
  }
  return item;
}

async function followBlueprint(one: Episode): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    if ((await one.reply(await one.suggest(), 20)).done) return;
  }
  throw new Error('the blueprint concludes within twelve turns');
}

const call = (name: string, args: object): string =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

describe('an episode', () => {
  it.each(DIALECT_NAMES)('that follows the blueprint in %s solves the item', async (dialect) => {
    const one = episode(dialect);
    await followBlueprint(one);
    const { scores, verdict, ending, trajectory } = one.outcome();
    expect(verdict).toEqual({ grain: 'species', taxon: id('Regulus regulus') });
    expect(scores).toMatchObject({ grain: 1, execution: 10, solved: true, overclaimed: false });
    expect(ending).toBe('concluded');
    expect(trajectory.messages.at(-1)?.role).toBe('assistant');
  });

  it('ends as the blueprint does, leaving the grain to the verdict rules, once something has been named', async () => {
    const one = episode();
    const said: string[] = [];
    for (let done = false; !done;) {
      said.push(await one.suggest());
      ({ done } = await one.reply(said.at(-1)!, 0));
    }
    expect(said.at(-1)).toBe('<answer>species</answer>');
    const none = new Episode(
      { item: withoutBird(), dialect: 'hermes', style: 'compact', hints: 'off', thresholds: DEFAULT_THRESHOLDS },
      taxonomy,
    );
    const searched: string[] = [];
    for (let done = false; !done && searched.length < 13;) {
      searched.push(await none.suggest());
      ({ done } = await none.reply(searched.at(-1)!, 0));
    }
    expect(searched.at(-1)).toBe('<answer>abstain</answer>');
  });

  it('teaches after a mistake, and the way back is suggested', async () => {
    const one = episode();
    const wrong = await one.reply(call('classify_image', { image: 'photo-1', region: 'largest' }), 0);
    expect(wrong).toMatchObject({ done: false, execution: -0.5, progress: 0, mended: false });
    expect(wrong.messages[0]?.content).toContain('Call detect_bird');
    await followBlueprint(one);
    expect(one.outcome().scores).toMatchObject({ solved: true, execution: 9.5 });
  });

  it.each([
    ['full', /Call detect_bird/],
    ['plain', /^<tool_response>\nerror call_out_of_order No box of photo-1 is known yet.\n/],
    ['off', /^<tool_response>\nerror call_out_of_order\n/],
  ] as const)('with hints %s tells as much', async (hints, expected) => {
    const { messages } = await episode('hermes', hints).reply(call('geo_prior', { taxa: 'top' }), 0);
    const other = await episode('hermes', hints).reply(call('crop', { image: 'photo-1', region: 'largest' }), 0);
    expect(messages).toHaveLength(1);
    expect(other.messages[0]?.content).toMatch(expected);
  });

  it('ends in a verdict when it talks nonsense to the end of its calls', async () => {
    const one = episode();
    let done = false;
    for (let turn = 0; turn < 20 && !done; turn++) ({ done } = await one.reply(`nonsense ${turn}`, 1));
    expect(one.outcome()).toMatchObject({ ending: 'calls_spent', verdict: { grain: 'abstain' }, calls: 12 });
  });
});

describe('the cached environment', () => {
  const ask = (tool: string, args: unknown) =>
    cachedEnvironment(recordedGoldcrest(), taxonomy, 'full').perform(
      { id: 1, tool, args },
      [],
      new AbortController().signal,
    );

  it('answers a call that was never made with the nearest that was', async () => {
    const near = await ask('classify_image', { image: 'photo-1', region: { x: 110, y: 90, width: 280, height: 200 } });
    const far = await ask('classify_image', { image: 'photo-1', region: { x: 510, y: 90, width: 100, height: 80 } });
    expect(near).toMatchObject({ outcome: { payload: { candidates: [{ taxon: id('Regulus regulus') }, {}] } } });
    expect(far).toMatchObject({ outcome: { payload: { candidates: [{ taxon: id('Parus major') }] } } });
  });

  it.each([
    ['detect_bird', { image: 'photo-9' }, 'unknown_image'],
    ['crop', { image: 'photo-1', region: { x: 900, y: 0, width: 9, height: 9 } }, 'region_outside_image'],
    ['crop', { image: 'photo-1', region: { x: 0, y: 0, width: 4, height: 4 } }, 'region_too_small'],
    ['geo_prior', { taxa: ['Regulus'] }, 'unknown_taxon'],
    ['zoom_in', { image: 'photo-1', region: { x: 0, y: 0, width: 40, height: 40 } }, 'model_missing'],
    ['fly', {}, 'unknown_tool'],
    ['crop', { image: 'photo-1' }, 'invalid_arguments'],
  ] as const)('fails %s %j with %s, as the real one', async (tool, args, code) => {
    expect(await ask(tool, args)).toMatchObject({ outcome: { status: 'failed', code } });
  });

  it('tells of a place only what was asked about', async () => {
    const entry = await ask('geo_prior', { taxa: [id('Parus major'), id('Corvus corax')] });
    expect(entry).toMatchObject({
      outcome: { payload: { species: [{ taxon: id('Parus major') }], unknown: [id('Corvus corax')] } },
    });
  });

  it('refuses an item whose answers are not what the tools return', () => {
    expect(() => readItem(recordedGoldcrest())).not.toThrow();
    const broken = recordedGoldcrest();
    broken.recordings[0]!.outcome = { status: 'ok', payload: { count: 'one' } };
    expect(() => readItem(broken)).toThrow();
  });
});
