import type { Environment } from '../agent/environment';
import type { Observation } from '../domain/observation';
import { listTools } from './server-tools';
import { ToolSession } from './session';

interface ModelContext {
  registerTool(tool: object, options: { signal: AbortSignal }): unknown;
}

interface ToolHost {
  environment(observation: Observation): Environment;
}

/** Offers the tools of the observation on screen to an agent in the browser, where the browser has WebMCP. */
export function registerWebMcp(app: ToolHost, observation: Observation, signal: AbortSignal): boolean {
  const { modelContext } = document as { modelContext?: ModelContext };
  if (!modelContext || signal.aborted) return false;
  const session = new ToolSession(app.environment(observation), observation);
  for (const { name, title, description, inputSchema, annotations } of listTools()) {
    const execute = async (args: unknown): Promise<object> => {
      const { outcome } = await session.call(name, args);
      const answer = outcome.status === 'ok' ? outcome.payload : outcome;
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], isError: outcome.status === 'failed' };
    };
    modelContext.registerTool({ name, title, description, inputSchema, annotations, execute }, { signal });
  }
  return true;
}
