import { loadPolicies } from '../policy/load-policies.ts';
import type { Policy } from '../policy/policy.ts';
import { rulesFromInput } from '../policy/rules-from-input.ts';
import { knownToolNames, RUNNER_EXTENSIONS } from '../tools/allow-lists.ts';

/** What is given as policy: names and paths, and rules on top. */
export interface PolicyGiven {
  readonly names: readonly string[];
  readonly allowed: readonly string[];
  readonly disallowed: readonly string[];
}

/**
 * The policy of a run, with the rules of the inputs in it.
 * @throws ConfigError for what is wrong in a policy or a rule.
 */
export async function loadPolicy(
  given: PolicyGiven,
  readFile: (path: string) => Promise<string | undefined>,
): Promise<Policy> {
  const policy = await loadPolicies(given.names, {
    readFile,
    knownToolNames,
    knownExtensions: RUNNER_EXTENSIONS,
  });
  const { rules } = policy;
  const allow = rulesFromInput(given.allowed, 'allowed_tools', knownToolNames);
  const deny = rulesFromInput(given.disallowed, 'disallowed_tools', knownToolNames);
  return {
    ...policy,
    rules: { ...rules, allow: [...rules.allow, ...allow], deny: [...rules.deny, ...deny] },
  };
}
