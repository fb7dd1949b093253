import * as v from 'valibot';
import type { Evidence, Ledger, RejectedEvidence, ToolEvidence } from '../domain/ledger';
import type { Observation } from '../domain/observation';
import { failed, type Failure } from '../domain/outcome';
import type { RunTool, ToolContext, ToolServices } from '../tools/context';
import { ImageBook } from '../tools/image-book';
import { RUN_TOOL } from '../tools/run';
import { isToolName, TOOL_NAMES, TOOL_SCHEMAS, type ToolName } from '../domain/tools/schemas';
import type { HintLevel } from '../domain/events';

export interface Call {
  id: number;
  tool: string;
  args: unknown;
}

/** Carries out a call: the tool itself, or its recorded answer. */
type ToolFor = (tool: ToolName) => RunTool<ToolName>;

const theTool: ToolFor = (tool) => RUN_TOOL[tool] as RunTool<ToolName>;

/** Receives a tool's progress while it runs. */
export type ProgressCallbacks = Pick<ToolContext, 'onProgress' | 'onHeard'>;

const SILENT: ProgressCallbacks = { onProgress: () => undefined, onHeard: () => undefined };

/**
 * Runs the calls of one observation. Whatever a policy asks for, it gets an entry for the ledger back: an answer, or a
 * failure that says what to do instead.
 */
export class Environment {
  readonly #services: ToolServices;
  readonly #observation: Observation;
  readonly #images: ImageBook;
  readonly #hints: HintLevel;
  readonly #toolFor: ToolFor;

  constructor(services: ToolServices, observation: Observation, hints: HintLevel, toolFor: ToolFor = theTool) {
    this.#services = services;
    this.#observation = observation;
    this.#images = new ImageBook(observation.photos);
    this.#hints = hints;
    this.#toolFor = toolFor;
  }

  async perform(
    call: Call,
    ledger: Ledger,
    signal: AbortSignal,
    { onProgress, onHeard }: ProgressCallbacks = SILENT,
  ): Promise<ToolEvidence | RejectedEvidence> {
    const { id, tool, args } = call;
    if (!isToolName(tool)) {
      const hint = `The tools are ${TOOL_NAMES.join(', ')}.`;
      return this.#reject(call, failed('unknown_tool', `There is no tool "${tool}".`, hint));
    }
    const parsed = v.safeParse(TOOL_SCHEMAS[tool].args, args);
    if (!parsed.success) return this.#reject(call, invalidArguments(tool, parsed.issues));
    const earlier = answeredBefore(ledger, tool, parsed.output);
    if (earlier) {
      const hint = `Read entry ${earlier.id}, or ask something else.`;
      return this.#reject(call, failed('call_repeated', 'This call has already been answered.', hint));
    }
    const own = { observation: this.#observation, images: this.#images, signal, onProgress, onHeard };
    const context = { ...this.#services, ...own };
    const start = performance.now();
    const { outcome, model } = await runSafely(this.#toolFor(tool), parsed.output as never, context);
    const ms = performance.now() - start;
    return {
      kind: 'tool',
      id,
      tool,
      args: parsed.output,
      outcome: outcome.status === 'failed' ? this.#teach(outcome) : outcome,
      model,
      ms,
    } as ToolEvidence;
  }

  /** Answers a reply that could not be carried out at all. */
  refuse(call: Call, failure: Failure): RejectedEvidence {
    return this.#reject(call, failure);
  }

  #reject({ id, tool, args }: Call, failure: Failure): RejectedEvidence {
    return { kind: 'rejected', id, tool, args, outcome: this.#teach(failure) };
  }

  /** Leaves out what the hint level does not allow. */
  #teach(failure: Failure): Failure {
    switch (this.#hints) {
      case 'full':
        return failure;
      case 'plain':
        return { ...failure, hint: '' };
      case 'off':
        return { ...failure, message: '', hint: '' };
    }
  }
}

/** Names the first argument that is wrong and what would be right. */
function invalidArguments(tool: ToolName, issues: readonly v.BaseIssue<unknown>[]): Failure {
  const [issue] = issues;
  const at = issue ? v.getDotPath(issue) : null;
  const wrong = at ? `Argument "${at}"` : 'The arguments';
  const message = `${wrong} of ${tool} cannot be used: ${issue?.message ?? 'not valid'}.`;
  const wanted = Object.keys((TOOL_SCHEMAS[tool].args as unknown as { entries: object }).entries).join(', ');
  const expected = issue?.expected ? ` Expected ${issue.expected}, got ${issue.received}.` : '';
  return failed('invalid_arguments', message, `${tool} takes ${wanted}.${expected}`);
}

function answeredBefore(ledger: Ledger, tool: ToolName, args: unknown): Evidence | undefined {
  const wanted = JSON.stringify(args);
  return ledger.find(
    (entry) =>
      entry.kind === 'tool' &&
      entry.tool === tool &&
      entry.outcome.status === 'ok' &&
      JSON.stringify(entry.args) === wanted,
  );
}

/** A tool that throws has a bug; the run goes on without its answer. */
async function runSafely(run: RunTool<ToolName>, args: never, context: ToolContext): ReturnType<RunTool<ToolName>> {
  try {
    return await run(args, context);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { outcome: failed('tool_crashed', message, 'Continue without this tool.'), model: null };
  }
}
