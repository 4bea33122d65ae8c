import type { PathTouch, Subject } from '../tool/subject.ts';
import { type Call, namesOfCall } from './call.ts';
import { matchesField } from './match-field.ts';
import type { Rule } from './rule.ts';
import type { RuleList } from './rule-list.ts';

/** A deny or ask rule that matches any part of the call: one command, path, domain or field is enough. */
export function findRefusal(list: RuleList, call: Call): Rule | undefined {
  const names = namesOfCall(call);
  return (
    list.names.find(names) ??
    ofText(list, names, call.subject) ??
    ofPaths(list, call) ??
    ofDomains(list, call.subject.domains) ??
    ofField(list, names, call)
  );
}

/**
 * A rule of the list that refuses this one path: what a search must leave out of its results, so
 * that it never tells what Read would refuse.
 */
export function refusesPath(
  list: RuleList,
  touch: PathTouch,
  { readRulesApart }: Pick<Call, 'readRulesApart'> = {},
): Rule | undefined {
  const { path, access } = touch;
  for (const name of path.real === path.path ? [path.path] : [path.path, path.real]) {
    // What may not be read may not be written: an edit shows what it replaced.
    const rule =
      (readRulesApart && access === 'write' ? undefined : list.paths.Read.find(name, access)) ??
      (access === 'write' ? list.paths.Edit.find(name, access) : undefined);
    if (rule) return rule;
  }
  return undefined;
}

/**
 * A rule that may match a command, depending on words of it that aren't known beforehand. Only for
 * commands: what other tools are given is known.
 */
export function mayRefuse(list: RuleList, call: Call): Rule | undefined {
  const starts = (call.subject.commands ?? []).flatMap((command) => command.openForms ?? []);
  if (starts.length === 0) return undefined;
  const indexes = namesOfCall(call).flatMap((name) => list.texts.get(name) ?? []);
  for (const start of new Set(starts)) {
    for (const index of indexes) {
      const rule = index.findBeginning(start);
      if (rule) return rule;
    }
  }
  return undefined;
}

function ofText(list: RuleList, names: readonly string[], subject: Subject): Rule | undefined {
  const indexes = names.flatMap((name) => list.texts.get(name) ?? []);
  if (indexes.length === 0) return undefined;
  for (const text of textsOf(subject)) {
    for (const index of indexes) {
      const rule = index.findExact(text) ?? index.findPattern(text);
      if (rule) return rule;
    }
  }
  return undefined;
}

/** Every form of every command: a refusal reaches through wrappers, assignments and nested scripts. */
function textsOf({ specifier, commands = [] }: Subject): Set<string> {
  // `Skill(deploy)` refuses the skill with arguments too.
  const texts = new Set(
    specifier === undefined ? [] : [specifier, specifier.split(' ', 1)[0] ?? ''],
  );
  for (const { text, denyForms, allowForms } of commands) {
    for (const form of [text, ...denyForms, ...allowForms]) texts.add(form);
  }
  return texts;
}

function ofPaths(list: RuleList, call: Call): Rule | undefined {
  const { paths } = call.subject;
  const writes = call.pathRules === 'Edit' || paths.some(({ access }) => access === 'write');
  const reads = !call.readRulesApart && (call.pathRules !== undefined || paths.length > 0);
  const bare = [...(writes ? ['Edit'] : []), ...(reads ? ['Read'] : [])];
  const rule = list.names.find(bare);
  if (rule) return rule;
  for (const touch of paths) {
    const found = refusesPath(list, touch, call);
    if (found) return found;
  }
  return undefined;
}

/** Whichever tool goes there: a domain refused to WebFetch is refused to a command as well. */
function ofDomains(list: RuleList, domains: readonly string[]): Rule | undefined {
  if (domains.length === 0) return undefined;
  for (const rules of list.domains.values()) {
    for (const domain of domains) {
      const rule = rules.find(domain);
      if (rule) return rule;
    }
  }
  return undefined;
}

function ofField(list: RuleList, names: readonly string[], call: Call): Rule | undefined {
  for (const name of names) {
    const found = list.fields.get(name)?.find((rule) => matchesField(rule, call.input));
    if (found) return found.rule;
  }
  return undefined;
}
