import { nearest } from '../base/nearest.ts';
import { lintCommandRule } from './lint-command-rule.ts';
import { lintPathRule } from './lint-path-rule.ts';
import { compileDomain, domainOf } from './match-domain.ts';
import { fieldRuleOf } from './match-field.ts';
import { RuleError } from './parse-rule.ts';
import type { Rule } from './rule.ts';
import type { RuleListName, RuleProblem } from './rule-problem.ts';

/** Tools whose path rules are spelled with another name. */
const PATH_TOOLS: ReadonlyMap<string, 'Edit' | 'Read'> = new Map([
  ['Write', 'Edit'],
  ['MultiEdit', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['Glob', 'Read'],
  ['Grep', 'Read'],
  ['LS', 'Read'],
  ['LSP', 'Read'],
]);

const COMMAND_TOOLS = new Set(['Bash', 'Monitor', 'PowerShell']);
/** What stands in brackets is a name: of an agent, a skill, an MCP server. */
const NAMING_TOOLS = new Set(
  'Agent Task Skill Cd ListMcpResources ListMcpResourcesTool ReadMcpResource ReadMcpResourceTool McpAuth'.split(
    ' ',
  ),
);

/**
 * Finds a rule that can never match, or is not what it looks like. `knownTools`: every tool's name,
 * offered in this run or not, and the aliases. `undefined`: nothing to say.
 */
export function lintRule(
  rule: Rule,
  list: RuleListName,
  knownTools: ReadonlySet<string>,
): RuleProblem | undefined {
  return lintName(rule, list, knownTools) ?? lintSpecifier(rule, list);
}

function lintName(
  { tool, text }: Rule,
  list: RuleListName,
  knownTools: ReadonlySet<string>,
): RuleProblem | undefined {
  if (tool.includes('*')) {
    // `mcp__*` to allow would also allow servers that nobody had thought of.
    if (list !== 'allow' || /^mcp__[^*]+?__/u.test(tool)) return undefined;
    return error(
      `"${text}" can’t allow tools by a pattern; name them, or one server’s: mcp__server__*.`,
    );
  }
  if (knownTools.has(tool) || /^mcp__./u.test(tool)) return undefined;
  const near = nearest(tool, knownTools);
  if (near) return error(`"${text}" names no tool; did you mean ${near}?`);
  const message = `"${text}" names no tool, so it never matches; write the tool’s own name, or mcp__server__tool.`;
  return list === 'allow' ? error(message) : { level: 'warning', message };
}

function lintSpecifier(rule: Rule, list: RuleListName): RuleProblem | undefined {
  const { tool, specifier, text } = rule;
  if (specifier === undefined) return undefined;
  if (tool === 'Read' || tool === 'Edit') return lintPathRule(rule, specifier, list);
  if (COMMAND_TOOLS.has(tool)) return lintCommandRule(rule, specifier, list);
  if (NAMING_TOOLS.has(tool)) return undefined;
  if (tool === 'WebFetch' && domainOf(specifier) !== undefined) return lintDomain(specifier);
  if (list !== 'allow' && fieldRuleOf(rule)) return undefined;
  const pathTool = PATH_TOOLS.get(tool);
  if (pathTool) {
    return error(
      `"${text}" is never consulted; write ${pathTool}(${specifier}), which covers ${tool} too.`,
    );
  }
  if (tool === 'WebFetch') {
    return error(`"${text}" never matches; WebFetch rules read WebFetch(domain:example.com).`);
  }
  return error(`"${text}" never matches, as ${tool} takes nothing in brackets; write ${tool}.`);
}

function lintDomain(specifier: string): RuleProblem | undefined {
  try {
    compileDomain(domainOf(specifier) ?? '');
    return undefined;
  } catch (thrown) {
    if (thrown instanceof RuleError) return error(thrown.message);
    throw thrown;
  }
}

function error(message: string): RuleProblem {
  return { level: 'error', message };
}
