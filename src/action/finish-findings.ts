import { join } from 'node:path';
import { writeFileAtomic } from '../base/atomic-file.ts';
import { countOf } from '../base/text.ts';
import type { Outcome } from '../events/outcome.ts';
import { githubClient } from '../github/client/github-client.ts';
import type { Git } from '../github/git.ts';
import type { GithubEvent } from '../github/github-event.ts';
import { findingMarkers } from '../github/review/finding-marker.ts';
import { headDiff } from '../github/review/head-diff.ts';
import { placeFinding } from '../github/review/place-finding.ts';
import { type PlacedFinding, postReview } from '../github/review/post-review.ts';
import { reviewApi } from '../github/review/review-api.ts';
import { reviewThreads } from '../github/review/review-threads.ts';
import { fingerprintsOf } from '../report/findings/fingerprint.ts';
import { reviewComment } from '../report/findings/review-comment.ts';
import { sarifLog } from '../report/findings/sarif.ts';
import { countFindings, sortFindings } from '../report/findings/sort-findings.ts';
import type { Finding } from '../tool/tool-use-context.ts';
import { graphqlUrlOf } from './api-url.ts';
import { commentTarget } from './comment-place.ts';
import type { Door } from './door.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './prepare-job.ts';
import { reportOptions } from './report-options.ts';
import type { Reports } from './reports.ts';
import { VERSION } from './version.ts';

export interface FindingsOfRun {
  readonly door: Door;
  readonly inputs: Inputs;
  /** With the commits of its pull request, where they are known. */
  readonly event: GithubEvent;
  readonly git: Git;
  readonly runDirectory: string;
  /** Most severe first, without secrets. */
  readonly findings: readonly Finding[];
  /** A run that was cut short may have missed what is still there. */
  readonly complete: boolean;
  /** The last act on what is shown. */
  readonly redact: (text: string) => string;
  /** Must not throw. */
  readonly warn: (text: string) => void;
}

/** What a run found; `undefined`: it did not look, or never began. */
export function findingsOf(run: {
  readonly door: Door;
  readonly job: Job | undefined;
  readonly reports: Reports;
  readonly outcome: Outcome;
}): FindingsOfRun | undefined {
  const { door, job, reports, outcome } = run;
  const { findings } = reports.state;
  if (job === undefined || findings === undefined) return undefined;
  return {
    door,
    inputs: job.inputs,
    event: job.event,
    git: job.git,
    runDirectory: job.workspace.runDirectory,
    findings: sortFindings(findings),
    complete: isComplete(outcome.stopReason),
    redact: reports.redactShown,
    warn: (text) => reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text }),
  };
}

export function isComplete(stopReason: Outcome['stopReason'] | undefined): boolean {
  return stopReason === 'completed' || stopReason === 'no_changes';
}

/** Writes the SARIF file; its path. */
export function writeSarif(
  run: Pick<FindingsOfRun, 'door' | 'inputs' | 'runDirectory' | 'findings' | 'complete'>,
): string {
  const { door, inputs, findings, complete } = run;
  const { GITHUB_WORKFLOW: workflow, GITHUB_JOB: name } = door.variables;
  const category = [workflow, name, inputs.comment_key].filter((part) => part !== undefined);
  const log = sarifLog(findings, { version: VERSION, complete, category });
  const path = join(run.runDirectory, 'findings.sarif');
  writeFileAtomic(path, `${JSON.stringify(log, null, 2)}\n`);
  return path;
}

/**
 * Puts findings at their lines of the pull request. Where there is none, comments are off, or the
 * run is a dry one, they stand in the reports alone.
 * @throws GithubError where GitHub refuses.
 */
export async function reviewPullRequest(run: FindingsOfRun): Promise<void> {
  const { door, inputs, event, git, findings, complete, redact, warn } = run;
  const { pullRequest } = event;
  const commit = pullRequest?.head?.sha;
  const target = commentTarget(door, inputs, event);
  if (!pullRequest || commit === undefined || !target || inputs.dry_run) return;
  const { repository, token, apiUrl, fetch } = target.place;
  const client = githubClient({ apiUrl, token, fetch });
  const graph = githubClient({ apiUrl: graphqlUrlOf(door.variables), token, fetch });
  const fingerprints = fingerprintsOf(findings);
  const diff =
    findings.length === 0
      ? new Map<string, never>()
      : await headDiff({ git, client, repository, pullRequest });
  const placed = findings.flatMap((finding, index) =>
    placedAt(finding, fingerprints[index] ?? '', diff.get(finding.path) ?? [], {
      ...reportOptions(door),
      redact,
      owner: target.marker,
    }),
  );
  await postReview({
    api: reviewApi({ client, repository, number: pullRequest.number, commit }),
    threads: reviewThreads(graph, repository, pullRequest.number),
    marker: target.marker,
    commit,
    placed,
    reported: new Set(fingerprints),
    complete,
    headline: (count) =>
      `Unattended found ${countFindings(findings)}; ${countOf(count, 'new one')} ${count === 1 ? 'stands' : 'stand'} at the lines below. All are listed in its comment.`,
    warn,
  });
}

function placedAt(
  finding: Finding,
  fingerprint: string,
  hunks: Parameters<typeof placeFinding>[1],
  options: Omit<Parameters<typeof reviewComment>[1], 'markers' | 'exact'> & {
    readonly owner: string;
  },
): PlacedFinding[] {
  const place = placeFinding(finding, hunks);
  if (place === undefined) return [];
  const { line: first, endLine: line, whole: exact } = place;
  const markers = findingMarkers(options.owner, fingerprint);
  const body = reviewComment(finding, { ...options, markers, exact });
  const start = first === line ? {} : { start_line: first };
  return [{ path: finding.path, line, ...start, body, fingerprint }];
}
