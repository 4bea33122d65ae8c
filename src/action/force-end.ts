import { timeIsUp } from '../agent/limits.ts';
import { emptyOutcome } from '../agent/run-agent.ts';
import { Interruption } from '../agent/session.ts';
import { conclude } from '../agent/verdict.ts';
import { leaveNow } from '../base/leave.ts';
import { workflowCommand } from '../report/log-text.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';
import { OVERDUE_MS } from './interruptions.ts';
import { type LastWords, sayLastWords } from './last-words.ts';
import type { Job } from './prepare-job.ts';
import type { Reports } from './reports.ts';

interface EndingRun {
  readonly door: Door;
  readonly reports: Reports;
  readonly runDirectory: string;
  readonly inputs: Inputs;
  /** `undefined`: there is none yet. */
  readonly job: Job | undefined;
}

/** What a run says that is ended by force: that it was told to end for `reason`, and did not. */
function lastWordsOf(run: EndingRun, reason: Interruption): LastWords {
  const { door, runDirectory } = run;
  const said = run.reports.redactor.redact(reason.message.split('\n')[0] ?? '');
  const { stopReason } = reason;
  const failOn = run.job?.policy.failOn ?? run.inputs.fail_on;
  const outcome = emptyOutcome({ stopReason, errors: [said] }, 0);
  const verdict = conclude(outcome, { failOn, shouldDeliver: false, delivered: false });
  return {
    runDirectory,
    ended: {
      stopReason,
      reason: `${said} It did not end by itself, and was ended by force.`,
      conclusion: verdict.conclusion === 'failure' ? 'failure' : 'neutral',
    },
    outputFile: door.variables['GITHUB_OUTPUT'] || undefined,
  };
}

/** Ends the process now; what it can't do any more is the post step's. */
export function forceEnd(run: EndingRun, reason: Interruption): never {
  const words = lastWordsOf(run, reason);
  sayLastWords(words);
  const { reason: said, conclusion } = words.ended;
  run.door.write(`${workflowCommand('error', said, 'Unattended')}\n`);
  leaveNow(conclusion === 'failure' ? 1 : 0);
}

/** The time of the process after which a thread ends it that hangs in itself, ms. */
const WATCHDOG_MS = OVERDUE_MS + 200;

/**
 * The last resort, for a process that hangs in itself; loaded when nobody waits for it.
 * @returns calls it off.
 */
export async function watchTheEnd(run: EndingRun, minutes: number): Promise<() => void> {
  const { startWatchdog } = await import('./watchdog.ts');
  const elapsed = performance.now() - (run.door.startedAt ?? 0);
  const ms = minutes * 60_000 - elapsed + WATCHDOG_MS;
  return startWatchdog({
    ...lastWordsOf(run, new Interruption('deadline', timeIsUp(minutes))),
    ms,
  });
}
