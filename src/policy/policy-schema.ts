import * as z from 'zod';
import { TOOL_SEARCH_MODES } from '../tool/deferral.ts';
import { hooksSection } from './hooks/hooks-section.ts';
import { mcpSection } from './mcp/mcp-section.ts';
import {
  answerSchema,
  deliverySchema,
  environmentSchema,
  httpHooksSchema,
  type LeafChecks,
  leaf,
  limitsSchema,
  networkSchema,
  permissionsSchema,
  refuseDoubleIds,
  toolsSchema,
} from './policy-sections.ts';
import { STOP_REASONS } from './stop-reason.ts';

/** The shape of a policy file. Strict everywhere: an unknown key is an error, never ignored. */
export type PolicyFile = z.infer<ReturnType<typeof policySchema>>;

type Sections = ReturnType<typeof sectionsOf>;
type Shape = { -readonly [Key in keyof Sections]: ReturnType<Sections[Key]> };

/**
 * Makes the schema of a policy file. Without `checks` it judges the shape alone. With `keys` it knows
 * no others: to make the parts that a file does not have takes longer than to check those that it has.
 */
export function policySchema(checks: Partial<LeafChecks> = {}, keys?: readonly string[]) {
  const sections = Object.entries(sectionsOf(checks));
  const wanted = keys ? sections.filter(([key]) => keys.includes(key)) : sections;
  return z.strictObject(Object.fromEntries(wanted.map(([key, make]) => [key, make()])) as Shape);
}

function sectionsOf(checks: Partial<LeafChecks>) {
  return {
    version: () => z.literal(1).optional().describe('Version of this format.'),
    name: () => z.string().min(1).optional().describe('Name for reports; else the file’s name.'),
    description: () => z.string().optional().describe('One or two sentences for people.'),
    extends: () =>
      z
        .string()
        .min(1)
        .optional()
        .describe('The parent: the name of a shipped policy, or a path beside this file.'),
    tools: () => toolsSchema(checks).optional().describe('Which tools the model is offered.'),
    permissions: () => permissionsSchema(),
    ask: () =>
      z
        .array(answerSchema(checks))
        .superRefine(refuseDoubleIds)
        .optional()
        .describe('Answers to what the rules leave open; the first that matches wins.'),
    default: () =>
      z
        .enum(['deny', 'stop'])
        .optional()
        .describe('What happens where no answer matches. Default: deny.'),
    hooks: () =>
      hooksSection(true, {
        tools: leaf(checks.hookMatcher, 0),
        words: leaf(checks.hookWords, 0),
        rule: leaf(checks.hookRule),
      })
        .optional()
        .describe('Hooks in Claude Code’s shape.'),
    http_hooks: () => httpHooksSchema(checks).optional(),
    limits: () => limitsSchema().optional(),
    environment: () => environmentSchema(checks).optional(),
    delivery: () => deliverySchema(checks).optional().describe('What a run may deliver.'),
    network: () => networkSchema(checks).optional(),
    mcp: () => mcpSection().optional().describe('MCP servers, by name.'),
    tool_search: () =>
      z
        .enum(TOOL_SEARCH_MODES)
        .optional()
        .describe(
          'Whether definitions of MCP tools wait until the model looks for them: always (tst, the default), when they would take more than a tenth of its context (tst-auto), or never (standard).',
        ),
    fail_on: () =>
      z
        .array(z.enum([...STOP_REASONS, 'any_denial']))
        .optional()
        .describe('Stop reasons that make the step fail.'),
  };
}
