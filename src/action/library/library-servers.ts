import { ConfigError } from '../../base/errors.ts';
import type { BroughtServer } from '../../mcp/config/brought-server.ts';
import { createInProcessServer } from '../../mcp/in-process/in-process-server.ts';
import { ownTool } from '../../mcp/in-process/own-tool.ts';
import { lookOf } from '../../mcp/tool-name.ts';
import { serverNameProblem } from '../../policy/mcp/server-name.ts';

/**
 * The servers that a program brings, made ready.
 * @throws ConfigError for one of which something could only be left out
 */
export function libraryServers(given: unknown): readonly BroughtServer[] {
  if (!Array.isArray(given)) throw new ConfigError('The option `servers` has to be a list.');
  const servers = given.map(serverOf);
  noTwoAlike('servers', servers);
  return servers;
}

function serverOf(given: unknown): BroughtServer {
  const { name, tools } = Object(given);
  if (typeof name !== 'string' || !Array.isArray(tools)) {
    throw new ConfigError('A server is made with mcpServer(name, tools).');
  }
  const problem = serverNameProblem(name);
  if (problem !== undefined) {
    throw new ConfigError(`The server’s name ${JSON.stringify(name.slice(0, 80))} ${problem}.`);
  }
  const made = tools.map((tool) => ownTool(tool, name));
  noTwoAlike(`tools of the server ${name}`, made);
  return { name, endpoint: createInProcessServer(made) };
}

/** People and models take two such for each other. */
function noTwoAlike(what: string, all: readonly { readonly name: string }[]): void {
  const looks = new Map<string, string>();
  for (const { name } of all) {
    const other = looks.get(lookOf(name));
    if (other !== undefined)
      throw new ConfigError(`Two ${what} look alike: ${other} and ${name}. Rename one of them.`);
    looks.set(lookOf(name), name);
  }
}
