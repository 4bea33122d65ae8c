import type { Workspace } from '../base/workspace.ts';
import type { PathTouch, Subject } from '../tool/subject.ts';
import { type Call, namesOfCall } from './call.ts';
import { grantsCommand, grantsPath } from './find-grant.ts';
import { findRefusal, mayRefuse, refusesPath } from './find-refusal.ts';
import { compileDomain } from './match-domain.ts';
import { fieldRuleOf, matchesField } from './match-field.ts';
import type { Rule } from './rule.ts';
import { compileList, type RuleList } from './rule-list.ts';

/**
 * For an answer that allows: does the rule match every part of the call? A part that could not be
 * understood is not matched. A command rule speaks of the command's words, so where the command
 * writes files (a redirection, say) it matches only with `pathsNamed`: the answer's own `path` covers them.
 */
export function matchesEvery(
  rule: Rule,
  call: Call,
  workspace: Workspace,
  options: { pathsNamed?: boolean } = {},
): boolean {
  const list = compileList([rule], 'grant', workspace);
  const names = namesOfCall(call);
  const { subject } = call;
  if (rule.specifier === undefined) return list.names.find(names) !== undefined;
  const field = fieldRuleOf(rule);
  if (field && names.includes(rule.tool) && matchesField(field, call.input)) return true;
  if (subject.unclear !== undefined) return false;
  if (rule.tool === 'Read' || rule.tool === 'Edit') return everyPathGranted(list, call);
  if (!names.includes(rule.tool)) return false;
  if (subject.commands !== undefined) {
    const pathsNamed = options.pathsNamed === true || !subject.paths.some(isWrite);
    return pathsNamed && everyCommand(list, names, subject);
  }
  return everySpecifier(list, names, subject);
}

/** For an answer that refuses: does the rule match any part of the call? */
export function matchesAny(rule: Rule, call: Call, workspace: Workspace): boolean {
  const list = compileList([rule], 'refuse', workspace);
  return (findRefusal(list, call) ?? mayRefuse(list, call)) !== undefined;
}

/** For an answer that allows: is there a path, and does the pattern match each, link and target both? */
export function matchesEveryPath(pattern: string, subject: Subject, workspace: Workspace): boolean {
  if (subject.unclear !== undefined || subject.paths.length === 0) return false;
  const list = compileList([pathRule(pattern)], 'grant', workspace);
  return subject.paths.every(({ path, access }) => grantsPath(list, path, access) !== undefined);
}

/** For an answer that refuses: does the pattern match any path, as written or as it is? */
export function matchesAnyPath(pattern: string, subject: Subject, workspace: Workspace): boolean {
  const list = compileList([pathRule(pattern)], 'refuse', workspace);
  return subject.paths.some(
    (touch) => refusesPath(list, { ...touch, access: 'write' }) !== undefined,
  );
}

/** For an answer that allows: is there a domain, and does the pattern match each? */
export function matchesEveryDomain(pattern: string, subject: Subject): boolean {
  const matches = compileDomain(pattern);
  return (
    subject.unclear === undefined && subject.domains.length > 0 && subject.domains.every(matches)
  );
}

/** For an answer that refuses: does the pattern match any domain? */
export function matchesAnyDomain(pattern: string, subject: Subject): boolean {
  return subject.domains.some(compileDomain(pattern));
}

function isWrite({ path, access }: PathTouch): boolean {
  return access === 'write' && path.path !== '/dev/null';
}

/** A file rule can't answer for a command: what the command does besides is not in it. */
function everyPathGranted(list: RuleList, { subject, pathRules }: Call): boolean {
  if (pathRules === undefined || subject.paths.length === 0) return false;
  return subject.paths.every(({ path, access }) => grantsPath(list, path, access) !== undefined);
}

function everyCommand(list: RuleList, names: readonly string[], subject: Subject): boolean {
  const commands = subject.commands ?? [];
  return (
    commands.length > 0 &&
    commands.every((command) => grantsCommand(list, names, command) !== undefined)
  );
}

function everySpecifier(list: RuleList, names: readonly string[], subject: Subject): boolean {
  const { specifier, domains } = subject;
  const texts = names.flatMap((name) => list.texts.get(name) ?? []);
  const hosts = names.flatMap((name) => list.domains.get(name) ?? []);
  if (hosts.length > 0) {
    return (
      domains.length > 0 && domains.every((domain) => hosts.some((rules) => rules.find(domain)))
    );
  }
  return (
    specifier !== undefined &&
    texts.some((text) => text.findExact(specifier) ?? text.findPattern(specifier))
  );
}

function pathRule(pattern: string): Rule {
  return { text: pattern, tool: 'Edit', specifier: pattern, source: { file: '', line: 0 } };
}
