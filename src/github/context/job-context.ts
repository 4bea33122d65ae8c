import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { listOf, oneLine } from '../../base/text.ts';
import type { GithubClient } from '../client/github-client.ts';
import type { Accounts } from '../gate/accounts.ts';
import type { Git } from '../git.ts';
import type { GithubEvent } from '../github-event.ts';
import { chooseWritten } from './choose-written.ts';
import { CleanTally } from './clean-tally.ts';
import type { ContextPart } from './context-part.ts';
import { descriptionFile } from './description.ts';
import { type Discussion, discussionFile } from './discussion.ts';
import { failedJobs } from './failed-jobs.ts';
import { fetchWritten } from './fetch-written.ts';
import { linkedIssue, linkedNumbers } from './linked-issues.ts';
import { CHANGES_FILE, DIFF_FILE, pullDiff } from './pull-diff.ts';
import { reviewEdits, withEdit } from './review-edits.ts';

export interface ContextOptions {
  readonly event: GithubEvent;
  /** `context/` of the run directory. */
  readonly folder: string;
  readonly git: Git;
  /** `undefined`: there is no token, and only what event and checkout hold is told. */
  readonly github:
    | {
        readonly client: GithubClient;
        /** At GraphQL's address. */
        readonly graph: GithubClient;
        readonly repository: string;
        readonly accounts: Accounts;
      }
    | undefined;
  /** Ids or logins of bots that may be heard. */
  readonly bots: readonly string[];
  /** When the run began, ISO 8601. */
  readonly now: string;
}

/** What the agent can read about its job, as files. */
export interface JobContext {
  readonly folder: string;
  readonly files: readonly Pick<ContextPart, 'file' | 'about'>[];
  /** People without write access whose words are in it. */
  readonly strangers: readonly string[];
  /** For the maintainer: what was hidden. */
  readonly notes: readonly string[];
  /** What could not be had, for the log. */
  readonly gaps: readonly string[];
  /** Writes the diff as well, for which git needs longer than the rest; gives more notes. Never rejects. */
  readonly complete: () => Promise<readonly string[]>;
}

/** Gathers what there is to know about the event's subject. Never rejects: what fails is noted. */
export async function gatherContext(options: ContextOptions): Promise<JobContext> {
  const { event, folder, git, github } = options;
  const tally = new CleanTally();
  const missing: string[] = [];
  const attempt = async <Part>(what: string, work: Promise<Part>): Promise<Part | undefined> => {
    try {
      return await work;
    } catch (error) {
      missing.push(`${what} (${oneLine(messageOf(error))})`);
      return undefined;
    }
  };
  const [described, discussion, issues, failed] = await Promise.all([
    // What is hidden in the event's own text is told with the event.
    descriptionFile(event, github?.accounts, new CleanTally()),
    github &&
      event.number !== undefined &&
      attempt('the discussion', discussed(options, tally, attempt)),
    github && Promise.all(linkedIn(options, tally, attempt)),
    github && attempt('what failed', failedJobs(github.client, github.repository, event, tally)),
  ]);
  const parts: Discussion[] = [described, discussion, ...(issues ?? []), ...(failed ?? [])].filter(
    (part): part is Discussion => Boolean(part),
  );
  await writeParts(folder, parts);
  const { pullRequest } = event;
  const api = github && { client: github.client, repository: github.repository };
  let completed: Promise<readonly string[]> | undefined;
  const complete = async () => {
    if (pullRequest === undefined) return [];
    const inDiff = new CleanTally();
    const { diff, files } = await pullDiff({ git, pullRequest, api, tally: inDiff });
    await writeParts(folder, [
      { file: DIFF_FILE, about: '', text: diff },
      { file: CHANGES_FILE, about: '', text: files },
    ]).catch(() => {});
    return hiddenNotes('in what the pull request changes', inDiff);
  };
  return {
    folder,
    files: [...parts, ...(pullRequest ? DIFF_PARTS : [])],
    strangers: [...new Set(parts.flatMap((part) => part.strangers))],
    notes: hiddenNotes('in what was written about this job', tally),
    gaps: gapsIn(missing),
    complete: () => {
      completed ??= complete();
      return completed;
    },
  };
}

function hiddenNotes(where: string, tally: CleanTally): string[] {
  const counts = tally.told;
  if (counts === undefined) return [];
  return [
    `Text that the page does not show was ${where}; in the agent's files it is taken out, or written out in code (${counts}).`,
  ];
}

function gapsIn(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  return [
    `The agent works without ${listOf(missing)}. The job may lack a permission: pull-requests, issues, checks and actions, each “read”.`,
  ];
}

const DIFF_PARTS = [
  { file: DIFF_FILE, about: 'its changes' },
  { file: CHANGES_FILE, about: 'the changed files' },
];

type Attempt = <Part>(what: string, work: Promise<Part>) => Promise<Part | undefined>;

async function discussed(
  { event, github, bots, now }: ContextOptions,
  tally: CleanTally,
  attempt: Attempt,
): Promise<Discussion | undefined> {
  if (github === undefined) return undefined;
  const { client, graph, repository } = github;
  const number = event.pullRequest?.number;
  const [fetched, edits] = await Promise.all([
    fetchWritten(client, repository, event),
    number !== undefined &&
      attempt('the times when reviews were changed', reviewEdits(graph, repository, number)),
  ]);
  const rules = { trigger: event.comment?.id, until: event.at ?? now, bots };
  const items = fetched.items.map((item) => (edits ? withEdit(item, edits) : item));
  const choice = chooseWritten(items, rules);
  return discussionFile(choice, fetched.isCut, github.accounts, tally);
}

function linkedIn(
  { event, github, now }: ContextOptions,
  tally: CleanTally,
  attempt: Attempt,
): Promise<Discussion | undefined>[] {
  if (github === undefined || event.pullRequest === undefined) return [];
  const { client, repository, accounts } = github;
  return linkedNumbers(event.subject.body ?? '').map((number) =>
    attempt(
      `issue #${number}`,
      linkedIssue(
        client,
        `/repos/${repository}/issues/${number}`,
        event.at ?? now,
        accounts,
        tally,
      ),
    ),
  );
}

async function writeParts(folder: string, parts: readonly ContextPart[]): Promise<void> {
  for (const { file, text } of parts) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600 });
  }
}
