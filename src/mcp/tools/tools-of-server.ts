import { countOf } from '../../base/text.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { foreignWords } from '../connection/server-words.ts';
import { type Listed, MAX_TOOLS } from '../connection/tool-listing.ts';
import { lookOf, qualifiedName } from '../tool-name.ts';
import { mcpTool } from './mcp-tool.ts';
import { UnusableSchema } from './plain-schema.ts';

export interface ServerTools {
  readonly tools: readonly AnyTool[];
  /** Which were left out and why, a sentence each, the first few. */
  readonly notes: readonly string[];
}

const MAX_NOTES = 5;

/** The tools that a server may offer: with names that stand for one thing only, and inputs that can be sent. */
export function toolsOfServer(
  server: ServerConnection,
  { tools: listed, isCut }: Listed,
): ServerTools {
  const { name } = server.config;
  const tools: AnyTool[] = [];
  const notes: string[] = [];
  const looks = new Map<string, string>();
  for (const listing of listed) {
    const made = toolOf(server, listing, looks);
    if (typeof made === 'string') notes.push(made);
    else tools.push(made);
  }
  const shown = notes.slice(0, MAX_NOTES);
  if (notes.length > MAX_NOTES)
    shown.push(
      `Left out of ${name} for such reasons: ${countOf(notes.length - MAX_NOTES, 'more tool')}.`,
    );
  if (isCut)
    shown.push(`The MCP server ${name} has more than ${MAX_TOOLS} tools; the rest is left out.`);
  return { tools, notes: shown };
}

function toolOf(
  server: ServerConnection,
  listing: Listed['tools'][number],
  looks: Map<string, string>,
): AnyTool | string {
  const { name } = server.config;
  const out = (why: string) =>
    `A tool of the MCP server ${name} is left out: ${foreignWords(why, 300)}`;
  const named = qualifiedName(name, listing.name);
  if ('problem' in named) return out(named.problem);
  const other = looks.get(lookOf(listing.name));
  if (other === listing.name) return out(`it lists ${other} more than once.`);
  if (other !== undefined) return out(`${listing.name} looks like its tool ${other}.`);
  looks.set(lookOf(listing.name), listing.name);
  try {
    return mcpTool(named.name, listing, server);
  } catch (error) {
    if (error instanceof UnusableSchema)
      return out(`the input schema of ${listing.name} ${error.message}.`);
    throw error;
  }
}
