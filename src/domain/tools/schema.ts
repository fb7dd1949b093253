import type * as v from 'valibot';

type ObjectSchema = v.GenericSchema<unknown, Record<string, unknown>>;

/** The one description of a tool that its types, checks, prompts, grammars and MCP listings are made from. */
export interface ToolSchema<
  Name extends string = string,
  Args extends ObjectSchema = ObjectSchema,
  Payload extends v.GenericSchema = v.GenericSchema,
> {
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  readonly args: Args;
  readonly payload: Payload;
}

/** Keeps the literal types of a tool's schema. */
export function defineSchema<const Name extends string, Args extends ObjectSchema, Payload extends v.GenericSchema>(
  schema: ToolSchema<Name, Args, Payload>,
): ToolSchema<Name, Args, Payload> {
  return schema;
}
