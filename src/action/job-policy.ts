import type { ConfigurationPlace, ConfigurationSource } from '../github/configuration-files.ts';
import type { Trust } from '../github/trust.ts';
import { refusedHttpHooks } from '../policy/hooks/http-hooks.ts';
import type { Policy } from '../policy/policy.ts';
import { withSettings } from '../policy/settings/with-settings.ts';
import { stricterLimits } from '../policy/stricter-limits.ts';
import { withoutCredentialFiles } from './credential-files.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';
import { loadPolicy } from './load-policy.ts';
import { loadSettings } from './load-settings.ts';
import { readNamed } from './named-file.ts';

export interface PolicyParts {
  readonly door: Door;
  readonly inputs: Inputs;
  readonly configuration: ConfigurationSource;
  readonly place: ConfigurationPlace;
  /** Where the agent works. */
  readonly directory: string;
  /** Settled while the files are read. */
  readonly trust: Promise<Trust>;
}

/**
 * All that governs the run: the policies, the rules and limits of the inputs, the settings.
 * @throws ConfigError for what is wrong in any of them.
 */
export async function jobPolicy(parts: PolicyParts): Promise<Policy> {
  const { door, inputs, configuration, place, directory, trust } = parts;
  // Side by side: either may have to wait for the base commit.
  const [policy, loaded] = await Promise.all([
    policyOf(inputs, configuration),
    loadSettings(
      inputs.settings,
      { ...place, directory, configDirectory: door.variables['CLAUDE_CONFIG_DIR'] || undefined },
      {
        own: configuration.readOwn,
        named: (path) => readNamed('settings', path, configuration, door.shown),
      },
    ),
  ]);
  const [refused] = refusedHttpHooks(policy.hooks, policy.httpHooks);
  if (refused) throw refused;
  const [problem] = loaded.problems;
  if (problem) throw problem.error;
  const own = withoutCredentialFiles(policy, door.variables);
  const merged = withSettings(own, loaded.settings, await trust);
  return { ...merged, warnings: [...(merged.warnings ?? []), ...loaded.warnings] };
}

async function policyOf(inputs: Inputs, configuration: ConfigurationSource): Promise<Policy> {
  const given = {
    names: inputs.policy ?? ['read-only'],
    allowed: inputs.allowed_tools ?? [],
    disallowed: inputs.disallowed_tools ?? [],
  };
  const policy = await loadPolicy(given, configuration.read);
  return {
    ...policy,
    limits: stricterLimits(policy.limits, {
      max_turns: inputs.max_turns,
      max_budget_usd: inputs.max_budget_usd,
      timeout_minutes: inputs.timeout_minutes,
    }),
    failOn: inputs.fail_on ?? policy.failOn,
    toolSearch: inputs.tool_search ?? policy.toolSearch,
  };
}
