import { NAMING_GRAINS } from '../../domain/grain';
import { SKIP_REASONS } from '../../domain/ledger';
import { argumentsSchema } from '../../tools/json-schema';
import { TOOL_NAMES } from '../../domain/tools/schemas';
import { fromSchema } from '../grammar/from-schema';
import { choice, optional, PROSE, repeat, text, type Rule } from '../grammar/rule';
import { SKIP, type GrammarParts, type Style } from './dialect';
import { shortSchema } from './references';
import { stillOpen, within, type Scope } from './scope';

export const CEILINGS = [...NAMING_GRAINS, 'abstain'] as const;
export const GRAINS_RULE = choice(...CEILINGS.map(text));

/** A thought longer than this helps nobody and costs tokens. */
export const LONGEST_THOUGHT = 160;

/** What the grammars of all dialects are put together from: for any situation, or for the one that `scope` describes. */
export function grammarParts(style: Style, scope: Scope | null): GrammarParts {
  const space = style === 'full' ? optional(text(' ')) : text('');
  const args = new Map<string, Rule>();
  for (const tool of TOOL_NAMES) {
    const any = style === 'full' ? argumentsSchema(tool) : shortSchema(argumentsSchema(tool));
    const open = scope && style === 'compact' ? stillOpen(tool, scope) : scope;
    const schema = open ? within(any, open, style) : any;
    if (schema) args.set(tool, fromSchema(schema, space));
  }
  args.set(
    SKIP,
    fromSchema(
      {
        type: 'object',
        properties: { tool: { enum: TOOL_NAMES }, reason: { enum: [...SKIP_REASONS] } },
        required: ['tool', 'reason'],
      },
      space,
    ),
  );
  return { args, space, thought: style === 'full' ? repeat(PROSE, 1, LONGEST_THOUGHT) : null };
}

/** One of all calls, each written by the dialect. */
export function joinCalls(args: ReadonlyMap<string, Rule>, write: (name: string, args: Rule) => Rule): Rule {
  return choice(...[...args].map(([name, rule]) => write(name, rule)));
}
