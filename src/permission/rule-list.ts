import type { Workspace } from '../base/workspace.ts';
import { DomainIndex } from './domain-index.ts';
import type { Effort } from './gram-index.ts';
import { domainOf } from './match-domain.ts';
import { type FieldRule, fieldRuleOf } from './match-field.ts';
import type { Reading } from './match-path.ts';
import { NameIndex } from './name-index.ts';
import { PathIndex } from './path-index.ts';
import type { Rule } from './rule.ts';
import { TextIndex } from './text-index.ts';

/** One list of rules (deny, ask or allow), laid out for look-up. Made once a run. */
export interface RuleList {
  readonly names: NameIndex;
  /** By the rule's tool. */
  readonly texts: ReadonlyMap<string, TextIndex>;
  readonly paths: { readonly Read: PathIndex; readonly Edit: PathIndex };
  readonly domains: ReadonlyMap<string, DomainIndex>;
  /** Empty in an allow list. */
  readonly fields: ReadonlyMap<string, readonly FieldRule[]>;
}

/** @throws RuleError for a path or a domain that can't be used. */
export function compileList(
  rules: readonly Rule[],
  reading: Reading,
  scene: Workspace,
  effort: Effort = { steps: 0 },
): RuleList {
  const texts = new Map<string, TextIndex>();
  const domains = new Map<string, DomainIndex>();
  const fields = new Map<string, FieldRule[]>();
  const names = new NameIndex();
  const pathIndex = () => new PathIndex(reading, scene, effort);
  const paths = { Read: pathIndex(), Edit: pathIndex() };
  for (const rule of rules) {
    const { tool, specifier } = rule;
    const domain = specifier === undefined ? undefined : domainOf(specifier);
    if (specifier === undefined) names.add(rule);
    else if (tool === 'Read' || tool === 'Edit') paths[tool].add(rule, specifier);
    else if (domain !== undefined) {
      entry(domains, tool, () => new DomainIndex(effort)).add(rule, domain);
    } else entry(texts, tool, () => new TextIndex(effort)).add(rule, specifier);
    const field = reading === 'refuse' ? fieldRuleOf(rule) : undefined;
    if (field) entry(fields, tool, () => []).push(field);
  }
  return { names, texts, paths, domains, fields };
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
