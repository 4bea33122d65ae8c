import { join } from 'node:path';
import { writeFileAtomic } from '../base/atomic-file.ts';
import { countOf } from '../base/text.ts';
import type { Outcome } from '../events/outcome.ts';
import { githubClient } from '../github/client/github-client.ts';
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
import type { Job } from './prepare-job.ts';
import { reportOptions } from './report-options.ts';
import type { Reports } from './reports.ts';
import { VERSION } from './version.ts';

export interface FindingsOfRun {
  readonly door: Door;
  readonly job: Job;
  readonly reports: Reports;
  readonly outcome: Outcome;
  /** Most severe first, without secrets. */
  readonly findings: readonly Finding[];
}

/** What a run found; `undefined`: it did not look, or never began. */
export function findingsOf(run: {
  readonly door: Door;
  readonly job: Job | undefined;
  readonly reports: Reports;
  readonly outcome: Outcome;
}): FindingsOfRun | undefined {
  const { job, reports } = run;
  const { findings } = reports.state;
  return job && findings && { ...run, job, findings: sortFindings(findings) };
}

/** Writes the SARIF file; its path. */
export function writeSarif(run: FindingsOfRun): string {
  const { door, job, findings } = run;
  const { GITHUB_WORKFLOW: workflow, GITHUB_JOB: name } = door.variables;
  const category = [workflow, name, job.inputs.comment_key].filter((part) => part !== undefined);
  const log = sarifLog(findings, { version: VERSION, complete: isComplete(run), category });
  const path = join(job.workspace.runDirectory, 'findings.sarif');
  writeFileAtomic(path, `${JSON.stringify(log, null, 2)}\n`);
  return path;
}

/**
 * Puts findings at their lines of the pull request. Where there is none, comments are off, or the
 * run is a dry one, they stand in the reports alone.
 * @throws GithubError where GitHub refuses.
 */
export async function reviewPullRequest(run: FindingsOfRun): Promise<void> {
  const { door, job, reports, findings } = run;
  const { pullRequest } = job.event;
  const commit = pullRequest?.head?.sha;
  const target = commentTarget(door, job.inputs, job.event);
  if (!pullRequest || commit === undefined || !target || job.inputs.dry_run) return;
  const { repository, token, apiUrl, fetch } = target.place;
  const client = githubClient({ apiUrl, token, fetch });
  const graph = githubClient({ apiUrl: graphqlUrlOf(door.variables), token, fetch });
  const fingerprints = fingerprintsOf(findings);
  const diff =
    findings.length === 0
      ? new Map<string, never>()
      : await headDiff({ git: job.git, client, repository, pullRequest });
  const placed = findings.flatMap((finding, index) =>
    placedAt(finding, fingerprints[index] ?? '', diff.get(finding.path) ?? [], {
      ...reportOptions(door),
      redact: reports.redactShown,
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
    complete: isComplete(run),
    headline: (count) =>
      `Unattended found ${countFindings(findings)}; ${countOf(count, 'new one')} ${count === 1 ? 'stands' : 'stand'} at the lines below. All are listed in its comment.`,
    warn: (text) => reports.emit({ type: 'notice', at: Date.now(), level: 'warning', text }),
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

/** A run that was cut short may have missed what is still there. */
function isComplete({ outcome }: FindingsOfRun): boolean {
  return outcome.stopReason === 'completed' || outcome.stopReason === 'no_changes';
}
