import { serverNameProblem } from '../policy/mcp/server-name.ts';

/** What the API takes. */
const MAX_LENGTH = 64;
const NAME = /^[A-Za-z0-9_-]+$/;

export type QualifiedName = { readonly name: string } | { readonly problem: string };

/**
 * The name under which a tool of a server is offered: `mcp__server__tool`. One that could be read in
 * two ways, or would have to be rewritten and could then be another's, is refused.
 */
export function qualifiedName(server: string, tool: string): QualifiedName {
  const problem = serverNameProblem(server);
  if (problem !== undefined) return refused('server', server, problem);
  if (!NAME.test(tool)) return refused('tool', tool, 'may only hold letters, digits, “_” and “-”');
  const name = `mcp__${server}__${tool}`;
  if (name.length > MAX_LENGTH) {
    return { problem: `The name ${name.slice(0, 80)} has more than ${MAX_LENGTH} characters.` };
  }
  return { name };
}

/**
 * What a name looks like at a glance: two with the same look are taken for each other by people and models
 * (`get_Item` and `get-item`, `list` and `1ist`).
 */
export function lookOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '_').replace(/[il]/g, '1').replaceAll('o', '0');
}

function refused(what: string, name: string, why: string): QualifiedName {
  return { problem: `The ${what}’s name ${JSON.stringify(name.slice(0, 80))} ${why}.` };
}
