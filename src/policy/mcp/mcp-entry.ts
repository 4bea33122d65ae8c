import type { RuleSource } from '../../permission/rule.ts';
import type { WrittenMcpEntry } from './mcp-section.ts';

/**
 * What a policy says of one MCP server. With `command` or `url` it is the server's definition; without, it only
 * sets how the one of that name in `.mcp.json` or `mcp_config` is treated.
 */
export interface McpEntry extends WrittenMcpEntry {
  readonly source: RuleSource;
}

/** The entries of several policies, the remotest parent first: a child's keys stand over its parent's. */
export function mergeMcp(
  sections: readonly Readonly<Record<string, McpEntry>>[],
): Readonly<Record<string, McpEntry>> {
  const merged: Record<string, McpEntry> = {};
  for (const section of sections) {
    for (const [name, entry] of Object.entries(section)) {
      merged[name] = { ...withoutOther(merged[name], entry), ...entry };
    }
  }
  return merged;
}

/** A server is a command or an address: a child that names the one takes the other away, with what belongs to it. */
function withoutOther(parent: McpEntry | undefined, child: McpEntry): Partial<McpEntry> {
  if (parent === undefined) return {};
  if (child.command === undefined && child.url === undefined) return parent;
  const { type: _type, command: _command, args: _args, env: _env, ...noCommand } = parent;
  const { url: _url, headers: _headers, oauth: _oauth, ...neither } = noCommand;
  return neither;
}
