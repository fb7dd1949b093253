import { toJsonSchema } from '@valibot/to-json-schema';
import { TOOL_NAMES, TOOL_SCHEMAS, type ToolName } from '../domain/tools/schemas';

/** The part of JSON Schema that the tools' arguments use. */
export interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
}

const cache = new Map<ToolName, JsonSchema>();

/** A tool's arguments as JSON Schema: for prompts, grammars and MCP. */
export function argumentsSchema(tool: ToolName): JsonSchema {
  const known = cache.get(tool);
  if (known) return known;
  const schema = toJsonSchema(TOOL_SCHEMAS[tool].args, { typeMode: 'input', errorMode: 'ignore' });
  delete schema.$schema;
  cache.set(tool, schema as JsonSchema);
  return schema as JsonSchema;
}

/** One tool as language models see it, in the shape that chat templates share. */
export interface FunctionTool {
  type: 'function';
  function: { name: string; description: string; parameters: JsonSchema };
}

export function functionTools(): FunctionTool[] {
  return TOOL_NAMES.map((name) => ({
    type: 'function',
    function: { name, description: TOOL_SCHEMAS[name].description, parameters: argumentsSchema(name) },
  }));
}
