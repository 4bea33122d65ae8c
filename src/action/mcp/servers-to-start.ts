import { ConfigError } from '../../base/errors.ts';
import { compileNameGlob, matchesNameGlob } from '../../base/name-glob.ts';
import type { GatheredServers } from '../../mcp/config/gather-servers.ts';
import type { ServerConfig } from '../../mcp/config/server-config.ts';
import type { Policy } from '../../policy/policy.ts';
import type { JobMcp } from './mcp-of-job.ts';

/**
 * Without servers that nothing could come of: a program that nobody may ask anything need not run.
 * @throws ConfigError for one that was asked for and can't have an effect
 */
export function serversToStart(gathered: GatheredServers, policy: Policy): JobMcp {
  const byHook = serversOfHooks(policy);
  const idle = gathered.servers.flatMap((server) => {
    const reason = byHook.has(server.name) ? undefined : whyIdle(server, policy);
    return reason === undefined ? [] : [{ server, reason }];
  });
  const asked = idle.find(
    ({ server }) => ['input', 'library'].includes(server.origin) || server.required,
  );
  if (asked) {
    const { server, reason } = asked;
    throw new ConfigError(
      `The MCP server ${server.name} (${server.place}) has no effect: ${reason}.`,
    );
  }
  const names = new Set(idle.map(({ server }) => server.name));
  return {
    ...gathered,
    servers: gathered.servers.filter(({ name }) => !names.has(name)),
    idle: idle.map(({ server: { name, origin }, reason }) => ({ name, origin, reason })),
  };
}

function serversOfHooks({ hooks }: Policy): ReadonlySet<string> {
  const all = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
  return new Set(all.flatMap((hook) => (hook.type === 'mcp_tool' ? [hook.server] : [])));
}

function whyIdle({ name }: ServerConfig, { tools, rules }: Policy): string | undefined {
  if (tools.mode !== 'standard') return `mode ${tools.mode} has no tools of MCP servers`;
  if (tools.only?.some((pattern) => mayMean(pattern, name)) === false) {
    return `the policy narrows the tools to others: add \`mcp__${name}__*\` to \`tools.only\``;
  }
  const denied = rules.deny.find(
    ({ tool, specifier }) => specifier === undefined && meansAll(tool, name),
  );
  return denied && `the rule ${denied.text} denies all its tools`;
}

/** Whether a name or glob could be one of the server's tools. */
function mayMean(pattern: string, server: string): boolean {
  const prefix = `mcp__${server}__`;
  const head = pattern.split('*', 1)[0] ?? '';
  return pattern.startsWith(prefix) || (pattern.includes('*') && prefix.startsWith(head));
}

function meansAll(rule: string, server: string): boolean {
  if (rule === `mcp__${server}`) return true;
  return rule.endsWith('*') && matchesNameGlob(compileNameGlob(rule), `mcp__${server}__`);
}
