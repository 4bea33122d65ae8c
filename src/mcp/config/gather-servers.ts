import { ConfigError } from '../../base/errors.ts';
import type { Secret } from '../../base/redactor.ts';
import type { McpEntry } from '../../policy/mcp/mcp-entry.ts';
import { lookOf } from '../tool-name.ts';
import { type BroughtServer, broughtConfig } from './brought-server.ts';
import { fromJson, fromPolicy } from './draft-server.ts';
import { fillServer } from './fill-server.ts';
import { type FoundServer, parseMcpJson } from './parse-mcp-json.ts';
import type { ServerConfig } from './server-config.ts';

export interface McpFile {
  /** As the user knows it. */
  readonly file: string;
  readonly text: string;
  readonly origin: 'input' | 'repository';
}

export interface GatherOptions {
  /** Of the program that started the run. */
  readonly brought?: readonly BroughtServer[];
  /** Those of the input before those of the repository. */
  readonly files: readonly McpFile[];
  /** The `mcp` section of the policy. */
  readonly policy: Readonly<Record<string, McpEntry>>;
  /** In an untrusted run the repository's servers are started only when the policy names them. */
  readonly trust: 'trusted' | 'untrusted';
  readonly variables: Readonly<Record<string, string>>;
  /** `environment.pass` of the policy. */
  readonly pass: readonly string[];
  /** Variables of our own making that references may name. */
  readonly own: Readonly<Record<string, string>>;
}

/** A server that was configured and is not started. */
export interface LeftOutServer {
  /** Of the server; of the file where that can't be read as a whole. */
  readonly name: string;
  readonly isFile?: boolean;
  readonly origin: ServerConfig['origin'];
  readonly reason: string;
}

export interface GatheredServers {
  readonly servers: readonly ServerConfig[];
  readonly leftOut: readonly LeftOutServer[];
  /** Values that must never be shown. */
  readonly secrets: readonly Secret[];
}

interface Candidate extends FoundServer {
  readonly origin: 'input' | 'repository';
}

/**
 * The servers of a run: those of the program that started it, then by name the policy's definition before the
 * input's, that before the repository's; each is taken as a whole.
 * @throws ConfigError for what is wrong in the policy or the input, and for a `required` server that can't be had.
 */
export function gatherServers(options: GatherOptions): GatheredServers {
  const { candidates, leftOut } = readFiles(options);
  const secrets: Secret[] = [];
  const { brought = [] } = options;
  const servers = brought.map((one) => broughtConfig(one, options.policy[one.name]));
  const taken = new Map(servers.map(({ name }) => [lookOf(name), name]));
  const others = new Set([...Object.keys(options.policy), ...candidates.keys()]);
  for (const { name } of servers) others.delete(name);
  for (const name of others) {
    const entry = options.policy[name];
    const drafted = draftOf(name, entry, candidates.get(name), options);
    if ('reason' in drafted) {
      leftOut.push(orThrow({ name, ...drafted }, entry));
      continue;
    }
    const other = taken.get(lookOf(name));
    if (other !== undefined) {
      const reason = `its name looks like that of the server ${other}: rename one of the two`;
      leftOut.push(orThrow({ name, origin: drafted.origin, reason }, entry));
      continue;
    }
    taken.set(lookOf(name), name);
    const filled = fillServer(drafted, { ...options, secretNames: entry?.secrets ?? [] });
    secrets.push(...filled.secrets);
    if ('problem' in filled) {
      leftOut.push(orThrow({ name, origin: drafted.origin, reason: filled.problem }, entry));
    } else servers.push(filled.server);
  }
  return { servers, leftOut, secrets };
}

/** The servers that files define, by name; the first file wins. */
function readFiles({ files }: GatherOptions) {
  const candidates = new Map<string, Candidate>();
  const leftOut: LeftOutServer[] = [];
  for (const { file, text, origin } of files) {
    const { servers, problems } = parseMcpJson(text, file);
    for (const { server, error } of problems) {
      if (origin === 'input') throw error;
      const reason = error.message.replace(/\.$/u, '');
      leftOut.push({ name: server ?? file, isFile: server === undefined, origin, reason });
    }
    for (const server of servers) {
      if (!candidates.has(server.name)) candidates.set(server.name, { ...server, origin });
    }
  }
  return { candidates, leftOut };
}

function draftOf(
  name: string,
  entry: McpEntry | undefined,
  found: Candidate | undefined,
  { trust }: GatherOptions,
) {
  if (entry?.command !== undefined || entry?.url !== undefined) return fromPolicy(name, entry);
  if (found === undefined) {
    const where = `${entry?.source.file}:${entry?.source.line}`;
    const reason = `the policy names it (${where}), and neither .mcp.json nor mcp_config has it: give it a \`command\` or a \`url\` there`;
    return { reason, origin: 'policy' } as const;
  }
  if (entry === undefined && found.origin === 'repository' && trust === 'untrusted') {
    const reason = `it comes from the repository (${found.place}) and this run is untrusted: name it under \`mcp\` in the policy to start it all the same`;
    return { reason, origin: found.origin } as const;
  }
  return fromJson(found, entry);
}

/** @throws ConfigError for a server that the run can't do without. */
function orThrow(out: LeftOutServer, entry: McpEntry | undefined): LeftOutServer {
  if (entry?.required !== true && out.origin !== 'input') return out;
  throw new ConfigError(`The MCP server ${out.name} can't be used: ${out.reason}.`);
}
