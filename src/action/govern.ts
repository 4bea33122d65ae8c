import type { EmitEvent } from '../events/run-event.ts';
import { createHookRunner } from '../hooks/hook-runner.ts';
import { compileRules } from '../permission/compile-rules.ts';
import { decide } from '../permission/decide.ts';
import { DenialCount } from '../pipeline/denial-count.ts';
import type { Governance } from '../pipeline/governance.ts';
import { createAnswerer } from '../policy/create-answerer.ts';
import { explainMissing } from '../tools/explain-missing.ts';
import type { ToolPool } from '../tools/pool.ts';
import type { Job } from './prepare-job.ts';

export interface GovernOptions {
  readonly job: Job;
  readonly pool: ToolPool;
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly emit: EmitEvent;
  readonly redact: (text: string) => string;
  /** Resolves when the state of the work tree at the start is recorded. */
  readonly beforeChange: () => Promise<void>;
  /** Where hooks run: resolves when the base commit's tree is laid out there. */
  readonly hookDirectory: () => Promise<string>;
}

/** Puts together what governs every call of a session: rules, hooks, answers, limits. Decides nothing. */
export function govern(options: GovernOptions): Governance {
  const { job, pool, emit } = options;
  const { policy, workspace, trust, event } = job;
  const rules = compileRules(policy.rules, workspace);
  const answerer = createAnswerer(policy, { event: event.name, trust, workspace });
  return {
    emit,
    now: Date.now,
    hooks: hooksOf(options),
    decide: (facts) => answerer.withReason(decide({ ...facts, rules, trust, workspace }), facts),
    answer: (question, facts) => answerer.answer(question, facts),
    redact: options.redact,
    beforeChange: options.beforeChange,
    denials: new DenialCount(),
    repeatedDenials: policy.limits.repeated_denials,
    dryRun: job.inputs.dry_run ?? false,
    readOnlyAgent: false,
    graceMs: 2_000,
    explainMissing: (name) => explainMissing(name, pool),
  };
}

/** Hooks wait for their directory; without hooks nothing is laid out. */
function hooksOf(options: GovernOptions): Governance['hooks'] {
  const { job, environment, sessionId, transcriptPath } = options;
  const configuration = job.policy.hooks;
  const runnerIn = (projectDirectory: string) =>
    createHookRunner({
      configuration,
      sessionId,
      transcriptPath,
      projectDirectory,
      workspace: job.workspace.root,
      environment,
    });
  if (configuration.PreToolUse.length === 0) return runnerIn(job.workspace.root);
  return { preToolUse: async (input) => runnerIn(await options.hookDirectory()).preToolUse(input) };
}
