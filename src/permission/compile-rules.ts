import type { Workspace } from '../base/workspace.ts';
import type { Effort } from './gram-index.ts';
import type { RuleSet } from './rule.ts';
import { compileList, type RuleList } from './rule-list.ts';

/** All rules of a run, ready for decisions. */
export interface CompiledRules {
  readonly deny: RuleList;
  readonly ask: RuleList;
  readonly allow: RuleList;
}

/**
 * Compiles the rules once a run. `scene` anchors the paths; `effort` counts what decisions then look at.
 * @throws RuleError for a rule whose path or domain can't be used (`lintRule` finds those earlier).
 */
export function compileRules(rules: RuleSet, scene: Workspace, effort?: Effort): CompiledRules {
  return {
    deny: compileList(rules.deny, 'refuse', scene, effort),
    ask: compileList(rules.ask, 'refuse', scene, effort),
    allow: compileList(rules.allow, 'grant', scene, effort),
  };
}
