import type { Rule } from '../permission/rule.ts';
import type { HookGroup } from './hooks/hook-config.ts';
import type { Policy } from './policy.ts';

/** The merged policy as plain data in the shape of a policy file, its defaults filled in. */
export function resolvedPolicy(policy: Omit<Policy, 'resolved'>): Record<string, unknown> {
  const { mode, only, without } = policy.tools;
  return {
    version: 1,
    name: policy.name,
    description: policy.description,
    tools: { mode, ...(only && { only }), without, with: policy.tools.with },
    permissions: {
      deny: texts(policy.rules.deny),
      ask: texts(policy.rules.ask),
      allow: texts(policy.rules.allow),
    },
    ask: policy.answers.map(({ id, match, answer, maxTimes, reason }) => ({
      id,
      match: { ...match, ...(match.rule && { rule: match.rule.text }) },
      answer,
      ...(maxTimes !== undefined && { max_times: maxTimes }),
      ...(reason !== undefined && { reason }),
    })),
    default: policy.default,
    hooks: Object.fromEntries(
      Object.entries(policy.hooks).map(([event, groups]) => [event, groups.map(withoutSources)]),
    ),
    ...(policy.httpHooks.length > 0 && { http_hooks: { allow: policy.httpHooks } }),
    limits: policy.limits,
    environment: policy.environment,
    delivery: {
      ...(policy.delivery.allowedFiles && { allowed_files: policy.delivery.allowedFiles }),
      protected_files: policy.delivery.protectedFiles,
      max_files: policy.delivery.maxFiles,
      max_patch_kb: policy.delivery.maxPatchKb,
    },
    ...(policy.network.allow.length > 0 && { network: policy.network }),
    ...(Object.keys(policy.mcp).length > 0 && {
      mcp: Object.fromEntries(
        Object.entries(policy.mcp).map(([name, { source: _source, ...entry }]) => [name, entry]),
      ),
    }),
    tool_search: policy.toolSearch,
    ...(policy.failOn && { fail_on: policy.failOn }),
  };
}

/** Headers may hold what a workflow put there from a secret. */
function withoutSources({ matcher, hooks }: HookGroup) {
  const plain = hooks.map(({ source: _source, if: rule, ...hook }) => ({
    ...hook,
    ...(rule && { if: rule.text }),
  }));
  return { matcher, hooks: plain };
}

function texts(rules: readonly Rule[]): string[] {
  return [...new Set(rules.map((rule) => rule.text))];
}
