import type { Workspace } from '../base/workspace.ts';
import { type CompiledRules, compileRules } from '../permission/compile-rules.ts';
import { hiddenBy } from '../permission/hidden-paths.ts';
import type { RuleSet } from '../permission/rule.ts';

/** What skills add to the rules until the turn ends. */
export type TurnRules = Pick<RuleSet, 'allow' | 'deny'>;

interface Judges {
  readonly rules: CompiledRules;
  /** Whether a rule forbids to read the file. */
  readonly hides: (path: string) => boolean;
}

/** The rules of a session, made ready when they are first asked for and whenever those of the turn change. */
export function sessionRules(
  rules: RuleSet,
  turnRules: () => TurnRules | undefined,
  workspace: Workspace,
): () => Judges {
  let made: { readonly of: TurnRules | undefined; readonly judges: Judges } | undefined;
  return () => {
    const of = turnRules();
    if (made?.of !== of || made === undefined) {
      const compiled = compileRules(
        {
          deny: [...rules.deny, ...(of?.deny ?? [])],
          ask: rules.ask,
          allow: [...rules.allow, ...(of?.allow ?? [])],
        },
        workspace,
      );
      made = { of, judges: { rules: compiled, hides: hiddenBy(compiled, workspace) } };
    }
    return made.judges;
  };
}
