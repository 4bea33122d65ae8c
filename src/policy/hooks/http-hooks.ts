import { ConfigError } from '../../base/errors.ts';
import { compileNameGlob, matchesNameGlob } from '../../base/name-glob.ts';
import type { ConfiguredHook, HookConfiguration, HookGroup } from './hook-config.ts';
import type { HookEvent } from './hook-events.ts';

/**
 * The http hooks that a policy does not allow to be called: their input holds what the agent does, and
 * that goes nowhere unless the policy says so.
 * @param patterns `http_hooks.allow`: an address, `*` in its path for anything, `*.` for any subdomain.
 */
export function refusedHttpHooks(
  configuration: HookConfiguration,
  patterns: readonly string[],
): readonly ConfigError[] {
  const groups = Object.values(configuration).flat();
  return groups
    .flatMap(({ hooks }) => hooks)
    .filter((hook) => !mayCall(hook, patterns))
    .map((hook) => {
      const url = hook.type === 'http' ? hook.url : '';
      const at = hook.source && { ...hook.source, column: 1 };
      const message = `The hook's address ${url.replace(/\?.*$/su, '?…')} is on no list: add it to \`http_hooks: { allow: [...] }\` of a policy.`;
      return new ConfigError(message, { at });
    });
}

/** The same hooks without those. */
export function withoutRefusedHttp(
  configuration: HookConfiguration,
  patterns: readonly string[],
): HookConfiguration {
  const kept = (Object.entries(configuration) as [HookEvent, readonly HookGroup[]][]).map(
    ([event, groups]) => [
      event,
      groups.map((group) => ({
        ...group,
        hooks: group.hooks.filter((hook) => mayCall(hook, patterns)),
      })),
    ],
  );
  return Object.fromEntries(kept);
}

function mayCall(hook: ConfiguredHook, patterns: readonly string[]): boolean {
  return hook.type !== 'http' || patterns.some((pattern) => matches(pattern, hook.url));
}

const PATTERN = /^(https?):\/\/(\*\.)?([^/*:]+)(?::(\d+))?(\/.*)?$/su;

/** Held against the address as it will be called: `https://a.com@evil.com/` has another host than it looks. */
function matches(pattern: string, given: string): boolean {
  const [, scheme, anySubdomain, host = '', port = '', path = '/*'] = PATTERN.exec(pattern) ?? [];
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return false;
  }
  if (url.protocol !== `${scheme}:` || url.port !== port) return false;
  if (url.username !== '' || url.password !== '') return false;
  const name = host.toLowerCase();
  const isHost = anySubdomain ? url.hostname.endsWith(`.${name}`) : url.hostname === name;
  return isHost && matchesNameGlob(compileNameGlob(path), url.pathname + url.search);
}
