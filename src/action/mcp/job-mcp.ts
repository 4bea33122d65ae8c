import { join, relative } from 'node:path';
import { ConfigError } from '../../base/errors.ts';
import type { ConfigurationPlace, ConfigurationSource } from '../../github/configuration-files.ts';
import type { Trust } from '../../github/trust.ts';
import type { McpFile } from '../../mcp/config/gather-servers.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Door } from '../door.ts';
import type { Inputs } from '../inputs.ts';
import { readNamed } from '../named-file.ts';
import { type JobMcp, NO_MCP } from './mcp-of-job.ts';

interface McpParts {
  readonly door: Door;
  readonly inputs: Inputs;
  readonly configuration: ConfigurationSource;
  readonly place: ConfigurationPlace;
  readonly directory: string;
}

/** The files that say which servers there are: the input's, then those of the package and of the checkout. */
export async function mcpFiles(parts: McpParts): Promise<readonly McpFile[]> {
  const { door, inputs, configuration, place, directory } = parts;
  const given = inputs.mcp_config;
  const files: McpFile[] = [];
  if (given?.startsWith('{')) {
    files.push({ file: door.shown('mcp_config'), text: given, origin: 'input' });
  } else if (given !== undefined) {
    const text = await readNamed('mcp_config', given, configuration, door.shown);
    files.push({ file: given, text, origin: 'input' });
  }
  for (const folder of new Set([directory, place.root])) {
    const path = join(folder, '.mcp.json');
    const text = await configuration.readOwn(path);
    const file = relative(place.root, path);
    if (text !== undefined) files.push({ file, text, origin: 'repository' });
  }
  return files;
}

/**
 * The servers that those files and the policy name. Without any, none of their code is loaded.
 * @throws ConfigError for what is wrong in the policy or the input
 */
export async function jobMcp(
  parts: McpParts,
  files: readonly McpFile[],
  { policy, trust }: { readonly policy: Policy; readonly trust: Trust },
): Promise<JobMcp> {
  const brought = parts.door.brought?.servers ?? [];
  const isNone = files.length + brought.length + Object.keys(policy.mcp).length === 0;
  if (isNone) return NO_MCP;
  const [{ gatherServers }, { serversToStart }] = await Promise.all([
    import('../../mcp/config/gather-servers.ts'),
    import('./servers-to-start.ts'),
  ]);
  const gathered = gatherServers({
    brought,
    files,
    policy: policy.mcp,
    trust,
    variables: parts.door.variables,
    pass: policy.environment.pass,
    own: { UNATTENDED_WORKSPACE: parts.place.root },
  });
  const { servers, leftOut } = gathered;
  const used = [...servers, ...leftOut].some(({ origin }) => origin === 'input');
  if (parts.inputs.mcp_config !== undefined && !used) {
    throw new ConfigError(
      `${parts.door.shown('mcp_config')} has no effect: it names no server that the policy doesn’t define itself.`,
    );
  }
  return serversToStart(gathered, policy);
}
