import type { ResolvedPath } from '../base/paths.ts';
import type { Subject, SubjectCommand } from '../tool/subject.ts';
import { type Call, namesOfCall } from './call.ts';
import type { Rule } from './rule.ts';
import type { RuleList } from './rule-list.ts';

/** What the allow rules leave open. All empty: the call as a whole has no rule. */
export interface Missing {
  readonly commands: readonly SubjectCommand[];
  readonly writes: readonly ResolvedPath[];
  readonly domains: readonly string[];
}

export type Grant =
  /** `rule` is one of those that were needed. */
  | { readonly granted: true; readonly rule: Rule }
  | { readonly granted: false; readonly missing: Missing };

const NOTHING: Missing = { commands: [], writes: [], domains: [] };

/** Do the allow rules cover every part of the call that isn't read-only by itself? */
export function findGrant(list: RuleList, call: Call): Grant {
  const { subject } = call;
  const names = namesOfCall(call);
  const bare = list.names.find(names);
  if (bare) return { granted: true, rule: bare };
  if (subject.commands !== undefined) return grantCommands(list, names, subject);
  if (call.pathRules !== undefined) return grantPaths(list, subject);
  if (subject.domains.length > 0) return grantDomains(list, names, subject.domains);
  const rule =
    subject.specifier === undefined ? undefined : finderOf(list, names)(subject.specifier);
  return rule ? { granted: true, rule } : { granted: false, missing: NOTHING };
}

/**
 * The allow rule for one path, link and target both: `Edit` rules, for reading `Read` rules too.
 * Only rules that name paths; the bare `Read` or `Edit` is no rule for a place.
 */
export function grantsPath(
  list: RuleList,
  path: ResolvedPath,
  access: 'read' | 'write',
): Rule | undefined {
  const find = (name: string) =>
    list.paths.Edit.find(name, access) ??
    (access === 'read' ? list.paths.Read.find(name, access) : undefined);
  const rule = find(path.path);
  return rule && (path.real === path.path || find(path.real)) ? rule : undefined;
}

/** The allow rule for one command. Exact rules may name it as written, wrappers and all; patterns only its stripped forms. */
export function grantsCommand(
  list: RuleList,
  names: readonly string[],
  command: SubjectCommand,
  find = finderOf(list, names),
): Rule | undefined {
  for (const name of names) {
    const rule = list.texts.get(name)?.findExact(command.text);
    if (rule) return rule;
  }
  for (const form of command.allowForms) {
    const rule = find(form);
    if (rule) return rule;
  }
  return undefined;
}

function grantCommands(list: RuleList, names: readonly string[], subject: Subject): Grant {
  const find = finderOf(list, names);
  let rule: Rule | undefined;
  const pass = subject.readOnly || hasMore(subject);
  const commands = (subject.commands ?? []).filter((command) => {
    if (command.readOnly && pass) return false;
    const found = grantsCommand(list, names, command, find);
    rule ??= found;
    return found === undefined;
  });
  const [writes, writeRule] = ungranted(list, subject);
  rule ??= writeRule;
  // No command at all is nothing that a rule could have meant.
  const granted = commands.length === 0 && writes.length === 0 && subject.commands?.length !== 0;
  return granted && rule
    ? { granted, rule }
    : { granted: false, missing: { ...NOTHING, commands, writes } };
}

/**
 * Commands that only read pass by themselves beside what needs a rule. Where nothing does, and the line
 * is more than reading all the same, it is they that need one.
 */
function hasMore({ commands = [], paths }: Subject): boolean {
  return (
    commands.some(({ readOnly }) => !readOnly) || paths.some(({ access }) => access === 'write')
  );
}

function grantPaths(list: RuleList, subject: Subject): Grant {
  const [writes, rule] = ungranted(list, subject);
  return writes.length === 0 && rule
    ? { granted: true, rule }
    : { granted: false, missing: { ...NOTHING, writes } };
}

/** The written paths without a rule, and the rule of another. */
function ungranted(list: RuleList, subject: Subject): [ResolvedPath[], Rule | undefined] {
  const bare = list.names.find(['Edit']);
  let rule: Rule | undefined;
  const writes = subject.paths.filter(({ path, access, operand }) => {
    if (access === 'read' || operand || path.path === '/dev/null') return false;
    const found = bare ?? grantsPath(list, path, access);
    rule ??= found;
    return found === undefined;
  });
  return [writes.map(({ path }) => path), rule];
}

function grantDomains(list: RuleList, names: readonly string[], domains: readonly string[]): Grant {
  const rules = names.flatMap((name) => list.domains.get(name) ?? []);
  const found = domains.map((domain) => {
    for (const index of rules) {
      const rule = index.find(domain);
      if (rule) return rule;
    }
    return undefined;
  });
  const missing = domains.filter((_, index) => found[index] === undefined);
  const [rule] = found;
  return missing.length === 0 && rule
    ? { granted: true, rule }
    : { granted: false, missing: { ...NOTHING, domains: missing } };
}

/** Finds the rule for a text, each text once: all that a wrapper runs has the wrapper's forms. */
function finderOf(list: RuleList, names: readonly string[]): (text: string) => Rule | undefined {
  const indexes = names.flatMap((name) => list.texts.get(name) ?? []);
  const known = new Map<string, Rule | undefined>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    let rule: Rule | undefined;
    for (const index of indexes) rule ??= index.findExact(text) ?? index.findPattern(text);
    known.set(text, rule);
    return rule;
  };
}
