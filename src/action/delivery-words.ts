import { cutText, oneLine } from '../base/text.ts';
import { commentMarker } from '../github/comment-marker.ts';
import type { PullPlan } from '../github/delivery/deliver-pull-request.ts';
import { commitHeadline } from '../report/commit-headline.ts';
import { pullRequestBody } from '../report/pull-request-body.ts';
import type { DeliveringRun } from './open-delivery.ts';
import { reportOptions } from './report-options.ts';

const PREFIX = 'unattended/';

/** The message of the commit: as asked for, else the first line of the task. Without secrets. */
export function commitMessage({ job, reports }: DeliveringRun): {
  headline: string;
  body: string;
} {
  const { redact } = reports.redactor;
  const given = job.inputs.commit_message;
  if (given !== undefined) {
    const [first = '', ...rest] = redact(given).split(/\r?\n/);
    return { headline: oneLine(first, 250), body: rest.join('\n').trim() };
  }
  const [task = ''] = job.task.trim().split('\n');
  const headline = redact(commitHeadline(task, 68)) || 'Changes of the agent';
  const { runUrl } = reports.state;
  return { headline, body: runUrl === undefined ? '' : `Made by Unattended: ${runUrl}` };
}

/** The pull request of this job: a later run of it finds the same one. */
export function pullPlan(run: DeliveringRun, base: string | undefined): PullPlan {
  const { door, job, reports, outcome } = run;
  const { inputs, event } = job;
  const { variables } = door;
  const workflow = variables['GITHUB_WORKFLOW'] ?? '';
  const jobName = variables['GITHUB_JOB'] ?? '';
  const key = inputs.comment_key ?? '';
  const about = event.number === undefined ? '' : String(event.number);
  const marker = commentMarker({ workflow, job: jobName, key: `pull request ${key} ${about}` });
  const name = [workflow, jobName, key, about].map(slug).filter(Boolean).join('-') || 'run';
  const { redact } = reports.redactor;
  return {
    base,
    branch: `${inputs.branch_prefix ?? PREFIX}${name}`,
    marker,
    title: redact(oneLine(inputs.pr_title ?? commitMessage(run).headline, 250)),
    setsTitle: inputs.pr_title !== undefined,
    body: pullRequestBody(reports.state, {
      ...reportOptions(door),
      marker,
      changedFiles: outcome.changedFiles,
      redact: reports.redactShown,
    }),
    labels: inputs.pr_labels ?? [],
    draft: inputs.pr_draft ?? false,
  };
}

function slug(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/\.ya?ml$/, '')
    .replace(/[^a-z0-9]+/g, '-');
  return cutText(plain, 40).replace(/^-+|-+$/g, '');
}
