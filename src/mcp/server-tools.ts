import { argumentsSchema } from '../tools/json-schema';
import { TOOL_NAMES, TOOL_SCHEMAS } from '../domain/tools/schemas';
import { listRequests, OBSERVATION_PROPERTY } from './requests';

/** The nine tools as MCP and WebMCP list them; their schemas are the only source. */
export function listTools() {
  return TOOL_NAMES.map((name) => {
    const { title, description } = TOOL_SCHEMAS[name];
    // Arguments are always an object; the packages that list them type the rest of a schema each in their own way.
    const inputSchema = argumentsSchema(name) as { type: 'object' };
    return { name, title, description, inputSchema, annotations: { title, readOnlyHint: true, openWorldHint: false } };
  });
}

/** All that the server offers: observe, the nine tools with the observation they are about, conclude, answer and forget. */
export function listServerTools() {
  const [observe, ...ending] = listRequests();
  const tools = listTools().map((tool) => {
    const { properties } = tool.inputSchema as { properties?: object };
    const inputSchema: { type: 'object' } = {
      ...tool.inputSchema,
      ...{ properties: { observation: OBSERVATION_PROPERTY, ...properties } },
    };
    return { ...tool, inputSchema };
  });
  return [...(observe ? [observe] : []), ...tools, ...ending];
}
