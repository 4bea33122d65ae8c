import { type Account, accountAt } from './account.ts';
import { type Json, numberAt, objectAt, shaAt, textAt } from './json.ts';

/** The run of another workflow that ended, or began. */
export interface WorkflowRun {
  readonly id: number;
  readonly headSha: string | undefined;
  /** `failure`, `success` …; `undefined` while it goes on. */
  readonly conclusion: string | undefined;
  /** Whose event started it first, and who started this attempt: by hand again, another one. */
  readonly actors: readonly (Account | undefined)[];
  /** It ran on commits of another repository. */
  readonly fork: boolean;
}

export function readWorkflowRun(payload: Json): WorkflowRun | undefined {
  const run = objectAt(payload, 'workflow_run');
  const id = numberAt(run, 'id');
  if (run === undefined || id === undefined) return undefined;
  const head = textAt(objectAt(run, 'head_repository'), 'full_name');
  return {
    id,
    headSha: shaAt(run, 'head_sha'),
    conclusion: textAt(run, 'conclusion'),
    actors: [
      accountAt(run, 'actor'),
      ...('triggering_actor' in run ? [accountAt(run, 'triggering_actor')] : []),
    ],
    fork: head === undefined || head !== textAt(objectAt(payload, 'repository'), 'full_name'),
  };
}
