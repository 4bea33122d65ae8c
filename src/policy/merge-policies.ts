import { parseRule } from '../permission/parse-rule.ts';
import type { Rule } from '../permission/rule.ts';
import { configuredHooks } from './hooks/configured-hooks.ts';
import { type HookConfiguration, mergeHooks } from './hooks/hook-config.ts';
import { type McpEntry, mergeMcp } from './mcp/mcp-entry.ts';
import type { Answer, Limits, Policy } from './policy.ts';
import type { PolicyFile } from './policy-schema.ts';
import type { Place, PolicySource } from './policy-source.ts';
import { resolvedPolicy } from './resolved-policy.ts';

/** What holds where no policy names a limit. */
export const DEFAULT_LIMITS: Limits = {
  max_turns: 40,
  max_budget_usd: 2.5,
  timeout_minutes: 20,
  tool_timeout_seconds: 120,
  stall_seconds: 120,
  repeated_denials: 3,
};

/**
 * Merges checked policies, `sources` with the remotest parent first. Rules, patterns, variables and
 * hooks concatenate; `only`, `allowed_files` and `fail_on` replace; limits merge by key; scalars override; a child's
 * answers stand before its parent's. Nothing removes a rule, so a parent's deny stays.
 */
export function mergePolicies(sources: readonly PolicySource[]): Policy {
  const files = sources.map((source) => source.data);
  const childFirst = sources.toReversed();
  const policy: Omit<Policy, 'resolved'> = {
    name: last(files, (file) => file.name) ?? nameOf(childFirst[0]?.file ?? ''),
    description: last(files, (file) => file.description) ?? '',
    sources: childFirst.map((source) => source.file),
    tools: {
      mode: last(files, (file) => file.tools?.mode) ?? 'standard',
      only: last(files, (file) => file.tools?.only),
      without: union(files, (file) => file.tools?.without),
      with: union(files, (file) => file.tools?.with),
    },
    rules: {
      deny: sources.flatMap((source) => rulesOf(source, 'deny')),
      ask: sources.flatMap((source) => rulesOf(source, 'ask')),
      allow: sources.flatMap((source) => rulesOf(source, 'allow')),
    },
    answers: childFirst.flatMap(answersOf),
    default: last(files, (file) => file.default) ?? 'deny',
    hooks: mergeHooks(sources.map(hooksOf)),
    httpHooks: union(files, (file) => file.http_hooks?.allow),
    limits: Object.assign({ ...DEFAULT_LIMITS }, ...files.map((file) => file.limits ?? {})),
    environment: { pass: union(files, (file) => file.environment?.pass) },
    delivery: {
      allowedFiles: last(files, (file) => file.delivery?.allowed_files),
      protectedFiles: union(files, (file) => file.delivery?.protected_files),
      maxFiles: last(files, (file) => file.delivery?.max_files) ?? 100,
      maxPatchKb: last(files, (file) => file.delivery?.max_patch_kb) ?? 4096,
    },
    network: { allow: union(files, (file) => file.network?.allow) },
    mcp: mergeMcp(sources.map(mcpOf)),
    toolSearch: last(files, (file) => file.tool_search) ?? 'tst',
    onlyReading: false,
    places: {},
    failOn: last(files, (file) => file.fail_on),
  };
  return { ...policy, resolved: resolvedPolicy(policy) };
}

function last<Value>(
  files: readonly PolicyFile[],
  pick: (file: PolicyFile) => Value | undefined,
): Value | undefined {
  return files.map(pick).findLast((value) => value !== undefined);
}

function union(
  files: readonly PolicyFile[],
  pick: (file: PolicyFile) => readonly string[] | undefined,
): string[] {
  return [...new Set(files.flatMap((file) => pick(file) ?? []))];
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/u, '').replace(/\.ya?ml$/u, '');
}

function rulesOf(source: PolicySource, list: 'deny' | 'ask' | 'allow'): Rule[] {
  const texts = source.data.permissions?.[list] ?? [];
  return texts.map((text, index) => parseRule(text, at(source, source.places[list][index])));
}

function answersOf(source: PolicySource): Answer[] {
  return (source.data.ask ?? []).map((entry, index) => {
    const place = at(source, source.places.answers[index]);
    const { rule, ...match } = entry.match;
    return {
      id: entry.id ?? `ask[${index}]`,
      match: {
        ...present(match),
        ...(rule !== undefined && { rule: parseRule(rule, place) }),
      },
      answer: entry.answer,
      maxTimes: entry.max_times,
      reason: entry.reason,
      source: place,
    };
  });
}

function hooksOf(source: PolicySource): HookConfiguration {
  const { hooks = {} } = source.data;
  return configuredHooks(hooks, 'block', (event, group, index) =>
    at(source, source.places.hooks?.[event]?.[group]?.[index]),
  );
}

function mcpOf(source: PolicySource): Readonly<Record<string, McpEntry>> {
  const entries = Object.entries(source.data.mcp ?? {}).map(([name, entry]) => [
    name,
    { ...entry, source: at(source, source.places.mcp?.[name]) },
  ]);
  return Object.fromEntries(entries) as Record<string, McpEntry>;
}

function at(source: PolicySource, place: Place | undefined): Rule['source'] {
  return { file: source.file, line: place?.[0] ?? 1 };
}

/** Without the keys whose value is `undefined`. */
function present<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Value]: Exclude<Value[Key], undefined> };
}
