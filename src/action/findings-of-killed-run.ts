import { homedir } from 'node:os';
import { messageOf } from '../base/errors.ts';
import { findCheckout } from '../github/checkout.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { AnnotationCount } from '../report/annotation-count.ts';
import { annotationLines } from '../report/findings/finding-lines.ts';
import { sortFindings } from '../report/findings/sort-findings.ts';
import type { ReportState } from '../report/run-state.ts';
import { actionDoor } from './door.ts';
import { eventGithub } from './event-github.ts';
import { isComplete, reviewPullRequest, writeSarif } from './finish-findings.ts';
import type { Inputs } from './inputs.ts';
import { jobGit } from './job-git.ts';

interface KilledFindings {
  readonly variables: Readonly<Record<string, string>>;
  readonly inputs: Inputs;
  readonly event: GithubEvent;
  /** The run's. */
  readonly folder: string;
  readonly state: ReportState;
  /** The run itself wrote its annotations. */
  readonly wasFinished: boolean;
  readonly say: (text: string) => void;
  readonly redact: (text: string) => string;
}

/**
 * Hands over what a killed run had found: annotations, the SARIF file, comments at lines. What an earlier
 * run said is left standing, for this one did not look at everything. Never rejects.
 */
export async function handOverFindings(killed: KilledFindings): Promise<void> {
  const { variables, inputs, folder, state, say, redact } = killed;
  if (state.findings === undefined || state.findings.length === 0) return;
  const findings = sortFindings(state.findings);
  if (!killed.wasFinished) {
    const lines = annotationLines(findings, new AnnotationCount());
    process.stdout.write(`${lines.map(redact).join('\n')}\n`);
  }
  const door = actionDoor({ variables, clean: false }, {});
  const complete = isComplete(state.outcome?.stopReason);
  const known = { door, inputs, runDirectory: folder, findings, complete };
  try {
    say(`What it had found is in the file ${writeSarif(known)}`);
    const github = await eventGithub(door, inputs, killed.event);
    const event = github ? await github.complete(killed.event) : killed.event;
    const home = variables['HOME'] || homedir();
    const { root } = findCheckout(door.start, inputs.working_directory, home);
    const environment = { PATH: variables['PATH'] ?? '', HOME: home };
    const git = jobGit(door, inputs, event, { root, environment });
    await reviewPullRequest({ ...known, event, git, redact, warn: say });
  } catch (error) {
    say(`The findings could not be handed over; they stand in the summary: ${messageOf(error)}`);
  }
}
