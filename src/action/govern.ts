import type { EmitEvent } from '../events/run-event.ts';
import type { Hooks } from '../hooks/hook-runner.ts';
import { decide } from '../permission/decide.ts';
import { DenialCount } from '../pipeline/denial-count.ts';
import type { Governance } from '../pipeline/governance.ts';
import { createAnswerer } from '../policy/create-answerer.ts';
import { explainMissing } from '../tools/explain-missing.ts';
import type { ToolPool } from '../tools/pool.ts';
import { explainUnseen } from '../tools/tool-search/explain-unseen.ts';
import { once } from './once.ts';
import type { Job } from './prepare-job.ts';
import { sessionRules, type TurnRules } from './session-rules.ts';

export interface GovernOptions {
  readonly job: Job;
  readonly pool: ToolPool;
  readonly hooks: Hooks;
  readonly emit: EmitEvent;
  readonly redact: (text: string) => string;
  readonly recordFailure: Governance['recordFailure'];
  /** Rules that hold until the turn ends: those of skills at work. `undefined`: there are none. */
  readonly turnRules: () => TurnRules | undefined;
  /** What the repository says about files. */
  readonly onFiles: NonNullable<Governance['onFiles']>;
  /** Resolves when the state of the work tree at the start is recorded. */
  readonly beforeChange: () => Promise<void>;
}

export interface Governed {
  readonly governance: Governance;
  /** Whether a rule forbids to read the file: what searches leave out. */
  readonly hides: (path: string) => boolean;
  /** Makes the rules ready for the first call; without it the first call does. */
  readonly prepare: () => void;
}

/** Puts together what governs every call of a session: rules, hooks, answers, limits. Decides nothing. */
export function govern(options: GovernOptions): Governed {
  const { job, pool, emit } = options;
  const { policy, workspace, trust, event } = job;
  const answerer = once(() => createAnswerer(policy, { event: event.name, trust, workspace }));
  const judges = sessionRules(policy.rules, options.turnRules, workspace);
  const governance: Governance = {
    emit,
    now: Date.now,
    hooks: options.hooks,
    trust,
    decide: (facts) => {
      const { rules } = judges();
      return answerer().withReason(decide({ ...facts, rules, trust, workspace }), facts);
    },
    answer: (question, facts) => answerer().answer(question, facts),
    redact: options.redact,
    beforeChange: options.beforeChange,
    recordFailure: options.recordFailure,
    denials: new DenialCount(),
    repeatedDenials: policy.limits.repeated_denials,
    dryRun: job.inputs.dry_run ?? false,
    readOnlyAgent: policy.onlyReading,
    graceMs: 2_000,
    explainMissing: (name) => explainMissing(name, pool),
    onFiles: options.onFiles,
    explainUnseen: (tool, messages) => explainUnseen(tool, pool.pool, messages),
  };
  return {
    governance,
    hides: (path) => judges().hides(path),
    prepare: () => {
      judges();
      answerer();
    },
  };
}
