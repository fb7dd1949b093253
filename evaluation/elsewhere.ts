import type { Observation } from '../src/domain/observation';
import type { ToolName } from '../src/domain/tools/schemas';
import type { Ledger } from '../src/domain/ledger';
import { answers } from '../src/domain/ledger';
import type { VisionBridge } from '../src/vision/bridge';
import { Environment } from '../src/agent/environment';
import { ledgerOf } from '../src/agent/replay';
import type { Goldcrest } from '../src/app/goldcrest';
import type { AgentEvent } from '../src/domain/events';
import { ledgerIn, type RunRecord } from './record';

/** What a kept run of a photo has to provide, so that it can be judged at another place. */
export type KeptRun = Pick<RunRecord, 'events' | 'scores'>;

/** The observation of a kept run, from another place and day. */
export function observationElsewhere({ events }: KeptRun, at: Pick<Observation, 'place' | 'day'>): Observation {
  const start = events.find((event) => event.type === 'started');
  if (!start) throw new Error('a kept run says what it was about');
  return { ...start.observation, ...at };
}

/**
 * A photo's models with the answers that they gave in a kept run: where a photo was taken changes none of them, so it need
 * not be looked at again. The agent, the tools and the geo model are the real ones.
 */
export function keptVision(kept: KeptRun): VisionBridge {
  const ledger: Ledger = ledgerIn(kept as RunRecord);
  const found = <T>(value: T | undefined): Promise<{ ok: true; value: T }> => {
    if (value === undefined) throw new Error('the kept run asked other questions');
    return Promise.resolve({ ok: true, value });
  };
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const looks = answers(ledger, 'classify_image');
  let look = 0;
  const vision: Pick<VisionBridge, 'detect' | 'measure' | 'classify' | 'makeView'> = {
    detect: (image) => {
      const answer = answers(ledger, 'detect_bird').find(({ args }) => args.image === image);
      return found(answer?.payload);
    },
    measure: (image, region) => {
      const asked = answers(ledger, 'quality_gate');
      return found(asked.find(({ args }) => args.image === image && same(args.region, region))?.payload);
    },
    // In the order of the run: the box that a model is shown is wider than the region that was asked about.
    classify: (image) => {
      const { id, args } = looks[look++] ?? {};
      const values = scoresOf(kept, args?.image === image ? id : undefined);
      return found(values && Float32Array.from(values));
    },
    makeView: (_image, { width, height }) => Promise.resolve({ ok: true, value: { width, height } }),
  };
  return vision as VisionBridge;
}

/** Runs the agent on a kept run's observation from another place and day; only the geo model is asked again. */
export async function runElsewhere(
  app: Goldcrest,
  kept: KeptRun,
  at: Pick<Observation, 'place' | 'day'>,
): Promise<KeptRun> {
  const observation = observationElsewhere(kept, at);
  const events: AgentEvent[] = [];
  const scores: KeptRun['scores'] = [];
  const services = {
    ...app.services,
    vision: keptVision(kept),
    onScores: (tool: ToolName, values: Float32Array) =>
      scores.push({ entry: ledgerOf(events).length + 1, tool, values: Array.from(values) }),
  };
  const environment = new Environment(services, observation, 'full');
  for await (const event of app.identifyIn(environment, observation, {})) events.push(event);
  return { events, scores };
}

function scoresOf({ scores }: KeptRun, entry: number | undefined): number[] | undefined {
  return scores.find((one) => one.entry === entry && one.tool === 'classify_image')?.values;
}
