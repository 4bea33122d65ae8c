import type { Workspace } from '../base/workspace.ts';
import type { RuleSet } from './rule.ts';
import { compileList, type RuleList } from './rule-list.ts';

/** All rules of a run, ready for decisions. */
export interface CompiledRules {
  readonly deny: RuleList;
  readonly ask: RuleList;
  readonly allow: RuleList;
}

/**
 * Compiles the rules once a run. `scene` anchors the paths.
 * @throws RuleError for a rule whose path or domain can't be used (`lintRule` finds those earlier).
 */
export function compileRules(rules: RuleSet, scene: Workspace): CompiledRules {
  return {
    deny: compileList(rules.deny, 'refuse', scene),
    ask: compileList(rules.ask, 'refuse', scene),
    allow: compileList(rules.allow, 'grant', scene),
  };
}
