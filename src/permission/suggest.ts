import { segmentsBelow } from '../base/paths.ts';
import { escapePattern } from '../base/pattern.ts';
import type { Workspace } from '../base/workspace.ts';
import type { PathTouch } from '../tool/subject.ts';
import { type Call, namesOfCall } from './call.ts';
import type { AskReason } from './decision.ts';
import { findGrant, grantsCommand, grantsPath, type Missing } from './find-grant.ts';
import { matchesEvery, matchesEveryPath } from './match-answer.ts';
import { escapeText } from './match-text.ts';
import { formatRule, parseRule, RuleError } from './parse-rule.ts';
import type { Rule } from './rule.ts';
import { compileList } from './rule-list.ts';

/** Longer rules help nobody: the command is then better put into a script of the project. */
const MAX_RULE_CHARS = 500;
/** Of more, nobody could say whether to allow them. */
const MAX_RULES = 50;

/**
 * The narrowest allow rules that would cover what is missing, as YAML; `undefined` when no rule can say
 * it. Each rule is tried on the call before it is shown.
 */
export function suggestRules(
  call: Call,
  missing: Missing,
  outside: readonly PathTouch[],
  workspace: Workspace,
): string | undefined {
  if (call.subject.commands?.length === 0) return undefined;
  const isWhole = isEmpty(missing) && outside.length === 0 && isNamedWhole(call);
  const writes = missing.writes.map((path) => ({ path, access: 'write' as const }));
  const paths = [...outside, ...writes];
  if (missing.commands.length + paths.length + missing.domains.length > MAX_RULES) return undefined;
  const rules = parsed([
    ...missing.commands.map(({ text }) =>
      formatRule({ tool: call.toolName, specifier: escapeText(text) }),
    ),
    ...paths.flatMap((touch) => pathRules(touch, workspace)),
    ...missing.domains.map((domain) => `${call.toolName}(domain:${domain})`),
    ...(isWhole ? [wholeCall(call)] : []),
  ]);
  if (rules === undefined || rules.length === 0) return undefined;
  const list = compileList(rules, 'grant', workspace);
  const names = namesOfCall(call);
  const holds =
    missing.commands.every((command) => grantsCommand(list, names, command)) &&
    paths.every(({ path, access }) => grantsPath(list, path, access)) &&
    (!isWhole || findGrant(list, call).granted);
  const texts = rules.map((rule) => JSON.stringify(rule.text));
  return holds ? `permissions:\n  allow: [${texts.join(', ')}]` : undefined;
}

/**
 * The `ask` answer that would allow what rules can't: a protected path, an ask rule, an untrusted run.
 * `undefined` when no answer can name just this call.
 */
export function suggestAnswer(
  call: Call,
  because: AskReason,
  trust: 'trusted' | 'untrusted',
  workspace: Workspace,
): string | undefined {
  if (call.subject.unclear !== undefined) return undefined;
  const path = onePath(call, workspace);
  const needsPath =
    call.pathRules === undefined && call.subject.paths.some(({ access }) => access === 'write');
  const [rule] = parsed([narrowest(call, workspace)]) ?? [];
  if (rule === undefined || (needsPath && path === undefined)) return undefined;
  if (!matchesEvery(rule, call, workspace, { pathsNamed: needsPath })) return undefined;
  const keys = [
    `rule: ${JSON.stringify(rule.text)}`,
    ...(needsPath && path !== undefined ? [`path: ${JSON.stringify(path)}`] : []),
    `asked_because: ${because}`,
    ...(trust === 'untrusted' ? ['trust: untrusted'] : []),
  ];
  return `ask:\n  - match: { ${keys.join(', ')} }\n    answer: allow`;
}

function isEmpty({ commands, writes, domains }: Missing): boolean {
  return commands.length + writes.length + domains.length === 0;
}

function parsed(texts: readonly string[]): Rule[] | undefined {
  try {
    return [...new Set(texts)].map((text) => {
      if (text.length > MAX_RULE_CHARS) throw new RuleError('too long');
      return parseRule(text, { file: '', line: 0 });
    });
  } catch (error) {
    if (error instanceof RuleError) return undefined;
    throw error;
  }
}

function pathRules({ path, access }: PathTouch, workspace: Workspace): string[] {
  const tool = access === 'read' ? 'Read' : 'Edit';
  return [path.path, path.real].map((name) =>
    formatRule({ tool, specifier: pathSpecifier(name, workspace) }),
  );
}

/**
 * The anchor that says it shortest: the workspace, home, else the file system's root. Empty, which is
 * no rule, for these folders themselves: a rule for them would be one for all that is in them.
 */
function pathSpecifier(path: string, { root, home }: Workspace): string {
  const written = (anchor: string, names: readonly string[]) =>
    names.length === 0
      ? ''
      : `${anchor}/${escapePattern(names.join('/')).replace(/[()]/gu, '\\$&')}`;
  const inRoot = segmentsBelow(path, root);
  if (inRoot) return written('', inRoot);
  const inHome = segmentsBelow(path, home);
  return inHome ? written('~', inHome) : written('/', path.split(/[\\/]/u).filter(Boolean));
}

/** The rule for exactly this call: its one command, path, domain or name. */
function narrowest(call: Call, workspace: Workspace): string {
  const { commands, domains } = call.subject;
  const [command] = commands ?? [];
  if (command !== undefined && commands?.length === 1) {
    return formatRule({ tool: call.toolName, specifier: escapeText(command.text) });
  }
  const path = onePath(call, workspace);
  if (call.pathRules !== undefined && path !== undefined) return `${call.pathRules}(${path})`;
  const [domain] = domains;
  if (commands === undefined && domain !== undefined) return `${call.toolName}(domain:${domain})`;
  return isNamedWhole(call) ? wholeCall(call) : '';
}

/** Commands and files have rules of their own; the bare tool would be far more than one call. */
function isNamedWhole({ pathRules, subject }: Call): boolean {
  return pathRules === undefined && subject.commands === undefined;
}

function wholeCall({ toolName, subject: { specifier } }: Call): string {
  return specifier === undefined ? toolName : `${toolName}(${escapeText(specifier)})`;
}

/** The specifier of the call's only path; `undefined` when there are several or a link stands there. */
function onePath({ subject }: Call, workspace: Workspace): string | undefined {
  const specifiers = new Set(
    subject.paths
      .flatMap(({ path }) => [path.path, path.real])
      .map((name) => pathSpecifier(name, workspace)),
  );
  const [only] = specifiers;
  if (specifiers.size !== 1 || !only) return undefined;
  return matchesEveryPath(only, subject, workspace) ? only : undefined;
}
