import { argumentsSchema } from '../tools/json-schema';
import { TOOL_NAMES, TOOL_SCHEMAS } from '../domain/tools/schemas';

/** The nine tools as MCP and WebMCP list them; their schemas are the only source. */
export function listTools() {
  return TOOL_NAMES.map((name) => {
    const { title, description } = TOOL_SCHEMAS[name];
    // Arguments are always an object; the packages that list them type the rest of a schema each in their own way.
    const inputSchema = argumentsSchema(name) as { type: 'object' };
    return { name, title, description, inputSchema, annotations: { title, readOnlyHint: true, openWorldHint: false } };
  });
}
