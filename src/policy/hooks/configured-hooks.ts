import { parseRule } from '../../permission/parse-rule.ts';
import type { RuleSource } from '../../permission/rule.ts';
import type { ConfiguredHook, HookConfiguration, OnFailure } from './hook-config.ts';
import type { HookEvent } from './hook-events.ts';
import type { WrittenHook } from './hook-schema.ts';
import { type WrittenHooks, writtenGroups } from './written-hooks.ts';

/**
 * A `hooks` section as the runner takes it.
 * @param onFailure what a failure means where a handler doesn't say: `block` in a policy, `block_unclear` in settings.
 * @throws RuleError for an `if` that is no rule (loading finds those earlier).
 */
export function configuredHooks(
  section: WrittenHooks,
  onFailure: OnFailure,
  sourceOf: (event: HookEvent, group: number, index: number) => RuleSource,
): HookConfiguration {
  const events = writtenGroups(section).map(([event, groups]) => [
    event,
    groups.map(({ matcher = '', hooks }, group) => ({
      matcher,
      hooks: hooks.map((hook, index) => {
        return configuredHook(hook, sourceOf(event, group, index), onFailure);
      }),
    })),
  ]);
  return Object.fromEntries(events) as HookConfiguration;
}

function configuredHook(
  written: WrittenHook,
  source: RuleSource,
  onFailure: OnFailure,
): ConfiguredHook {
  const { timeout, once, if: rule } = written;
  const common = {
    ...given({ timeout, once }),
    ...(rule !== undefined && { if: parseRule(rule, source) }),
    onFailure: written.onFailure ?? onFailure,
    source,
  };
  switch (written.type) {
    case 'command': {
      const { type, command, args, async, asyncRewake } = written;
      return { type, command, ...given({ args, async, asyncRewake }), ...common };
    }
    case 'http': {
      const { type, url, headers = {}, allowedEnvVars = [] } = written;
      return { type, url, headers, allowedEnvVars, ...common };
    }
    case 'mcp_tool': {
      const { type, server, tool, input = {} } = written;
      return { type, server, tool, input, ...common };
    }
    default: {
      const { type, prompt, model, continueOnBlock } = written;
      return { type, prompt, ...given({ model, continueOnBlock }), ...common };
    }
  }
}

/** Without the keys whose value is `undefined`: an absent one is not the same to whoever compares. */
function given<Value extends object>(value: Value): Partial<Value> {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries) as Partial<Value>;
}
