import type { Rule } from '../permission/rule.ts';
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
    hooks: { PreToolUse: policy.hooks.PreToolUse.map(withoutSources) },
    limits: policy.limits,
    environment: policy.environment,
    ...(policy.failOn && { fail_on: policy.failOn }),
  };
}

function withoutSources({ matcher, hooks }: Policy['hooks']['PreToolUse'][number]) {
  return { matcher, hooks: hooks.map(({ source: _, ...hook }) => hook) };
}

function texts(rules: readonly Rule[]): string[] {
  return [...new Set(rules.map((rule) => rule.text))];
}
