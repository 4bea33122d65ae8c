import { ConfigError } from '../base/errors.ts';
import { compileNameGlob, matchesNameGlob } from '../base/name-glob.ts';
import { nearest } from '../base/nearest.ts';
import type { McpServerInfo } from '../events/run-event.ts';
import type { ToolPool } from '../tools/pool.ts';
import type { Job } from './prepare-job.ts';

/**
 * An input that is accepted is honoured; one that nothing in this run could be affected by is a
 * mistake that would otherwise show as a refused call an hour later.
 * @throws ConfigError that names the input and why it has no effect.
 */
export function requireEffect(job: Job, pool: ToolPool, servers: readonly McpServerInfo[]): void {
  const structured = pool.leftOut.find(({ name }) => name === 'StructuredOutput');
  if (job.outputSchema !== undefined && structured !== undefined) {
    throw new ConfigError(
      `json_schema has no effect under the policy ${job.policy.name}: StructuredOutput is not offered. ${structured.reason}`,
    );
  }
  if (job.inputs.small_model !== undefined && !asksSmallModel(job)) {
    throw new ConfigError(
      'small_model has no effect: no hook of the type prompt or agent asks it. Drop it, or add such a hook.',
    );
  }
  for (const rule of job.policy.rules.allow) {
    if (rule.source.file !== 'input allowed_tools' || concerns(rule.tool, pool)) continue;
    if (waitsForServer(rule.tool, servers)) continue;
    const out = pool.leftOut.find(({ name }) => name === rule.tool);
    const near = out ? undefined : nearest(rule.tool, namesIn(pool));
    const help = near === undefined ? 'Rules cannot widen the pool.' : `Did you mean ${near}?`;
    throw new ConfigError(
      `The rule ${rule.text} (input allowed_tools, line ${rule.source.line}) has no effect: ${rule.tool} is not among this run's tools. ${out?.reason ?? help}`,
    );
  }
}

function asksSmallModel({ policy }: Job): boolean {
  const hooks = Object.values(policy.hooks).flatMap((groups) =>
    groups.flatMap((group) => group.hooks),
  );
  return hooks.some((hook) => {
    return (hook.type === 'prompt' || hook.type === 'agent') && hook.model === undefined;
  });
}

function namesIn({ pool }: ToolPool): string[] {
  return pool.map(({ name }) => name);
}

/** Path rules are about whatever touches paths, commands included: some tool always does. */
function concerns(tool: string, { pool }: ToolPool): boolean {
  if (tool === 'Read' || tool === 'Edit') return true;
  const glob = compileNameGlob(tool);
  const server = tool.startsWith('mcp__') ? `${tool}__` : undefined;
  return pool.some(({ name, aliases }) =>
    [name, ...aliases].some(
      (candidate) =>
        matchesNameGlob(glob, candidate) || (server !== undefined && candidate.startsWith(server)),
    ),
  );
}

/** A server that is not up is told by itself, and its absence is no mistake of whoever allowed its tools. */
function waitsForServer(tool: string, servers: readonly McpServerInfo[]): boolean {
  return servers.some(
    ({ name, status }) => status !== 'connected' && `${tool}__`.startsWith(`mcp__${name}__`),
  );
}
