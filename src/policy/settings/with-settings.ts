import type { RuleSet } from '../../permission/rule.ts';
import { mergeHooks } from '../hooks/hook-config.ts';
import { refusedHttpHooks, withoutRefusedHttp } from '../hooks/http-hooks.ts';
import type { Policy } from '../policy.ts';
import { resolvedPolicy } from '../resolved-policy.ts';
import type { Settings } from './settings.ts';

/**
 * A policy with settings merged in as Claude Code merges them: rules and directories of all files
 * together, of single values the last file's. `settings`: the file that yields first.
 * Hooks concatenate; `disableAllHooks` takes away those of settings, never a policy's.
 * @param trust of the run: in an untrusted one a repository's own settings only tighten.
 * @throws ConfigError for an http hook in the explicit settings that no policy allows.
 */
export function withSettings(
  policy: Policy,
  settings: readonly Settings[],
  trust: 'trusted' | 'untrusted',
): Policy {
  if (settings.length === 0) return policy;
  const counted = settings.map((file) =>
    file.layer === 'project' && trust !== 'trusted' ? withoutGrants(file) : file,
  );
  const all = (list: keyof RuleSet) => [
    ...policy.rules[list],
    ...counted.flatMap(({ rules }) => rules[list]),
  ];
  const planMode = counted.findLast((file) => file.planMode !== undefined)?.planMode;
  const additional = counted.flatMap((file) => file.additionalDirectories);
  const closedOutside = counted.flatMap((file) => file.closedOutside);
  const disabled = counted.findLast((file) => file.disableAllHooks !== undefined)?.disableAllHooks;
  const http = httpHooks(counted, policy.httpHooks);
  const merged = {
    ...policy,
    hooks: disabled ? policy.hooks : mergeHooks([policy.hooks, ...http.hooks]),
    sources: [...settings.map(({ file }) => file).toReversed(), ...policy.sources],
    rules: { deny: all('deny'), ask: all('ask'), allow: all('allow') },
    onlyReading: planMode ?? policy.onlyReading,
    places: {
      ...(additional.length > 0 && { additional: [...new Set(additional)] }),
      ...(closedOutside.length > 0 && { closedOutside: [...new Set(closedOutside)] }),
    },
    knowledge: {
      excludes: settings.flatMap(({ claudeMdExcludes }) => claudeMdExcludes),
      // Whoever switches it off is heard: there is no switching it on again.
      runsCommands: settings.every((file) => file.disableSkillShellExecution !== true),
    },
    warnings: [
      ...(policy.warnings ?? []),
      ...droppedGrants(settings, trust),
      ...(disabled ? [] : http.warnings),
    ],
  };
  return { ...merged, resolved: resolvedPolicy(merged) };
}

function withoutGrants({ disableAllHooks: _looser, ...file }: Settings): Settings {
  return { ...file, rules: { ...file.rules, allow: [] }, additionalDirectories: [] };
}

/** Hooks to addresses that no policy allows: an error in what was asked for, elsewhere passed over. */
function httpHooks(settings: readonly Settings[], patterns: readonly string[]) {
  const warnings: string[] = [];
  const hooks = settings.map(({ layer, hooks: own }) => {
    const refused = refusedHttpHooks(own, patterns);
    if (refused[0] && layer === 'explicit') throw refused[0];
    warnings.push(...refused.map(({ message }) => `${message} It is passed over.`));
    return withoutRefusedHttp(own, patterns);
  });
  return { hooks, warnings };
}

function droppedGrants(settings: readonly Settings[], trust: 'trusted' | 'untrusted'): string[] {
  if (trust === 'trusted') return [];
  return settings
    .filter(({ layer, rules, additionalDirectories }) => {
      return layer === 'project' && rules.allow.length + additionalDirectories.length > 0;
    })
    .map(
      ({ file }) =>
        `${file}: people without write access wrote part of what this run works on, so its allow rules and additional directories don't count.`,
    );
}
