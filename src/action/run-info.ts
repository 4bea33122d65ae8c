import type { Session } from '../agent/session.ts';
import type { EarlierRun } from '../events/outcome.ts';
import type { RunInfo } from '../events/run-event.ts';
import { runUrlOf } from '../report/run-url.ts';
import type { Door } from './door.ts';
import type { SessionMcp } from './mcp/session-mcp.ts';
import type { Job } from './prepare-job.ts';
import { VERSION } from './version.ts';

/** What stands at the head of every report. */
export function runInfo(parts: {
  readonly door: Door;
  readonly job: Job;
  readonly session: Session;
  readonly servers: SessionMcp['servers'];
  readonly sessionId: string;
  readonly traceId: string | undefined;
}): RunInfo {
  const { door, job, session } = parts;
  const earlier: EarlierRun | undefined = session.earlier ?? job.before;
  return {
    sessionId: parts.sessionId,
    version: VERSION,
    cwd: job.workspace.directory,
    runDirectory: job.workspace.runDirectory,
    model: session.model.id,
    provider: session.model.provider,
    tools: session.tools.map((tool) => tool.name),
    mcpServers: parts.servers,
    policy: {
      name: job.policy.name,
      resolved: job.policy.resolved,
      sources: job.policy.sources,
    },
    event: job.event.name,
    configuration: job.configuration.from,
    trust: job.trust,
    dryRun: job.inputs.dry_run ?? false,
    cleanEnvironment: door.cleanEnvironment,
    prompt: job.task,
    runUrl: runUrlOf(door.variables),
    traceId: parts.traceId,
    ...knowledgeOf(job),
    resumedFrom: earlier && { sessionId: earlier.sessionId, spent: earlier.spent },
  };
}

function knowledgeOf({ knowledge }: Job): Pick<RunInfo, 'knowledge'> {
  const { loaded } = knowledge;
  const skills = [...knowledge.skills.values()].filter(({ refusal }) => refusal === undefined);
  if (loaded.length + skills.length === 0) return {};
  const names = (known: typeof skills) => known.map(({ name }) => name).toSorted();
  return {
    knowledge: {
      instructions: loaded.map(({ path }) => path),
      skills: names(skills.filter(({ modelMayCall }) => modelMayCall)),
      commands: names(skills.filter(({ userMayCall }) => userMayCall)),
    },
  };
}
