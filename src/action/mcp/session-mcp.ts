import { basename } from 'node:path';
import { childEnvironment } from '../../base/child-environment.ts';
import { endSurvivors, RUN_VARIABLE } from '../../base/survivors.ts';
import type { McpServerInfo } from '../../events/run-event.ts';
import type { CallMcpTool } from '../../hooks/handlers/hook-place.ts';
import type { ServerPlace } from '../../mcp/connection/server-place.ts';
import type { OpenServers } from '../../mcp/open-servers.ts';
import type { ServerPrompt } from '../../mcp/prompts/server-prompts.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { apartFromHead } from '../apart-from-head.ts';
import type { Companions } from '../companions.ts';
import { secretsOf } from '../credentials.ts';
import type { Door } from '../door.ts';
import type { Job } from '../prepare-job.ts';
import type { Reports } from '../reports.ts';
import { VERSION } from '../version.ts';
import { type ElicitationHooks, elicitationHooks } from './elicitation-hooks.ts';
import type { JobMcp } from './mcp-of-job.ts';
import type { ServerInstructions } from './server-instructions.ts';

/** What the MCP servers of a run bring to its session. */
export interface SessionMcp {
  readonly tools: readonly AnyTool[];
  /** ListMcpResources and its like. */
  readonly builtIns: readonly AnyTool[];
  readonly servers: readonly McpServerInfo[];
  /** What servers say of their tools as a whole, in the order of the configuration. */
  readonly serverInstructions: readonly ServerInstructions[];
  /** For whoever reads the run, a sentence each. */
  readonly notes: readonly string[];
  /** For the log alone: servers that nothing could come of. */
  readonly idle: readonly string[];
  /** For hooks. */
  readonly call: CallMcpTool;
  /** Prompts of servers, as commands. */
  readonly prompts: (signal: AbortSignal) => Promise<readonly ServerPrompt[]>;
  /** The session's hooks are there: they answer servers that ask the user something. */
  readonly connect: ElicitationHooks['connect'];
}

export interface RunningMcp {
  /** Settled when every server is up or given up. Rejects with a ConfigError for a `required` one that is not up. */
  readonly opened: Promise<SessionMcp>;
  /** Ends all servers with what they started. Never rejects. */
  close(): Promise<void>;
}

export interface McpOptions {
  readonly door: Door;
  readonly job: Job;
  readonly reports: Reports;
  readonly companions: Pick<Companions, 'beforeChange' | 'hookDirectory'>;
  /** Aborted when the run has to end, by a hook as well. */
  readonly abort: AbortController;
}

interface OpenOptions extends McpOptions {
  readonly elicitation: ElicitationHooks;
  /** Ends what is still starting. */
  readonly signal: AbortSignal;
}

/** Starts the servers of a job, all at once. Without any, nothing is loaded. */
export function startMcp(options: McpOptions): RunningMcp {
  const { job, reports } = options;
  reports.redactor.hide(job.mcp.secrets);
  if (job.mcp.servers.length === 0) {
    return { opened: Promise.resolve(withoutServers(job)), close: async () => {} };
  }
  const ending = new AbortController();
  const signal = AbortSignal.any([options.abort.signal, ending.signal]);
  const elicitation = elicitationHooks(job.policy, options.abort);
  const running = open({ ...options, elicitation, signal });
  const opened = running.then((servers) => sessionOf(servers, job, elicitation));
  opened.catch(() => {});
  const close = async () => {
    ending.abort();
    const servers = await running.catch(() => undefined);
    await servers?.close();
    endSurvivors(basename(job.workspace.runDirectory));
  };
  return { opened, close };
}

async function open(options: OpenOptions): Promise<OpenServers> {
  const { job, reports, companions, signal } = options;
  const { servers } = job.mcp;
  const { openServers } = await import('../../mcp/open-servers.ts');
  // A program may write whenever it likes: what it changes is measured from here on.
  if (servers.some(({ endpoint }) => endpoint.kind === 'stdio')) void companions.beforeChange();
  return openServers({
    servers,
    place: await placeOf(options),
    warn: (text) =>
      reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text, inComment: true }),
    signal,
  });
}

/** As hooks: on pull requests in the base commit's tree, so that the head can't bring its own server. */
async function placeOf({
  door,
  job,
  reports,
  companions,
  elicitation,
}: OpenOptions): Promise<ServerPlace> {
  const { workspace, configuration, policy } = job;
  const hidden = [...secretsOf(door), ...job.mcp.secrets].map(({ value }) => value);
  const environment = childEnvironment(door.variables, [], hidden);
  const isCommit = configuration.commit !== undefined;
  const cwd = isCommit ? await companions.hookDirectory() : workspace.directory;
  return {
    cwd,
    environment: {
      ...environment,
      ...(isCommit && apartFromHead(environment, workspace.root)),
      [RUN_VARIABLE]: basename(workspace.runDirectory),
      CLAUDE_PROJECT_DIR: cwd,
      UNATTENDED_WORKSPACE: workspace.root,
    },
    root: workspace.directory,
    variables: door.variables,
    allowedHosts: policy.network.allow,
    onSecret: (name, value) => reports.redactor.hide([{ name, value }]),
    askHooks: elicitation.ask,
    version: VERSION,
  };
}

function sessionOf(servers: OpenServers, job: Job, { connect }: ElicitationHooks): SessionMcp {
  return {
    tools: servers.tools,
    builtIns: servers.builtIns,
    serverInstructions: servers.connections.flatMap(({ config, instructions }) =>
      instructions === undefined ? [] : [{ server: config.name, text: instructions }],
    ),
    servers: [
      ...servers.connections.map(({ config: { name, origin }, status }) => ({
        name,
        status,
        source: origin,
      })),
      ...notStarted(job),
    ],
    notes: [...notesOf(job.mcp.leftOut), ...servers.notes],
    idle: notesOf(job.mcp.idle),
    call: servers.call,
    prompts: async (signal) => {
      const { serverPrompts } = await import('../../mcp/prompts/server-prompts.ts');
      return serverPrompts(servers.connections, signal);
    },
    connect,
  };
}

function withoutServers(job: Job): SessionMcp {
  return {
    tools: [],
    builtIns: [],
    serverInstructions: [],
    servers: notStarted(job),
    notes: notesOf(job.mcp.leftOut),
    idle: notesOf(job.mcp.idle),
    call: async ({ server }) => {
      throw new Error(`no MCP server ${server} is configured`);
    },
    prompts: async () => [],
    connect: () => {},
  };
}

function notStarted({ mcp }: Job): McpServerInfo[] {
  return [...mcp.leftOut, ...mcp.idle].map(({ name, origin }) => ({
    name,
    status: 'disabled',
    source: origin,
  }));
}

function notesOf(servers: JobMcp['leftOut']): string[] {
  return servers.map(({ name, isFile, reason }) => {
    const who = isFile ? `MCP servers of ${name} are` : `MCP server ${name} is`;
    return `The ${who} not started: ${reason}.`;
  });
}
