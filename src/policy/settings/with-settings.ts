import type { RuleSet } from '../../permission/rule.ts';
import type { Policy } from '../policy.ts';
import { resolvedPolicy } from '../resolved-policy.ts';
import type { Settings } from './settings.ts';

/**
 * A policy with settings merged in as Claude Code merges them: rules and directories of all files
 * together, of single values the last file's. `settings`: the file that yields first.
 * @param trust of the run: in an untrusted one a repository's own settings only tighten.
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
  const merged = {
    ...policy,
    sources: [...settings.map(({ file }) => file).toReversed(), ...policy.sources],
    rules: { deny: all('deny'), ask: all('ask'), allow: all('allow') },
    onlyReading: planMode ?? policy.onlyReading,
    places: {
      ...(additional.length > 0 && { additional: [...new Set(additional)] }),
      ...(closedOutside.length > 0 && { closedOutside: [...new Set(closedOutside)] }),
    },
    warnings: [...(policy.warnings ?? []), ...droppedGrants(settings, trust)],
  };
  return { ...merged, resolved: resolvedPolicy(merged) };
}

function withoutGrants(file: Settings): Settings {
  return { ...file, rules: { ...file.rules, allow: [] }, additionalDirectories: [] };
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
