/** What the API takes. */
const MAX_LENGTH = 64;
const NAME = /^[A-Za-z0-9_-]+$/;

/** Names that Claude Code keeps for servers of its own. */
const RESERVED: ReadonlySet<string> = new Set(['workspace', 'claude-in-chrome']);

export type QualifiedName = { readonly name: string } | { readonly problem: string };

/**
 * The name under which a tool of a server is offered: `mcp__server__tool`. One that could be read in
 * two ways, or would have to be rewritten and could then be another's, is refused.
 */
export function qualifiedName(server: string, tool: string): QualifiedName {
  if (!NAME.test(server))
    return refused('server', server, 'may only hold letters, digits, “_” and “-”');
  if (!NAME.test(tool)) return refused('tool', tool, 'may only hold letters, digits, “_” and “-”');
  if (server.includes('__') || /^_|_$/.test(server)) {
    return refused(
      'server',
      server,
      'can’t hold “__”, nor “_” at its ends: rules split names there',
    );
  }
  if (RESERVED.has(server)) return refused('server', server, 'is taken');
  const name = `mcp__${server}__${tool}`;
  if (name.length > MAX_LENGTH) {
    return { problem: `The name ${name.slice(0, 80)} has more than ${MAX_LENGTH} characters.` };
  }
  return { name };
}

function refused(what: string, name: string, why: string): QualifiedName {
  return { problem: `The ${what}’s name ${JSON.stringify(name.slice(0, 80))} ${why}.` };
}
