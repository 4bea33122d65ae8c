import { messageOf } from '../../base/errors.ts';
import { countOf, cutText } from '../../base/text.ts';
import type { GithubClient } from '../client/github-client.ts';
import { ensureCommit } from '../fetch-commit.ts';
import type { Git } from '../git.ts';
import type { PullRequest } from '../pull-request.ts';
import type { CleanTally } from './clean-tally.ts';
import { mergeBase } from './merge-base.ts';

/** The whole list of files stays; nobody reads more of a diff. */
const MAX_DIFF = 8_000_000;
const HARMLESS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];

export interface DiffParts {
  readonly git: Git;
  readonly pullRequest: PullRequest;
  readonly api: { readonly client: GithubClient; readonly repository: string } | undefined;
  readonly tally: CleanTally;
}

export interface PullDiff {
  readonly diff: string;
  readonly files: string;
}

export const DIFF_FILE = 'diff.patch';
export const CHANGES_FILE = 'changed-files.txt';

/**
 * What a pull request changes, against where it left its base: by git, since GitHub's own diff ends at
 * 3,000 files and 20,000 lines. Never rejects: what went wrong stands in place of the diff.
 */
export async function pullDiff(parts: DiffParts): Promise<PullDiff> {
  try {
    return await compare(parts);
  } catch (error) {
    const text = `The diff could not be made: ${messageOf(error)}\n`;
    return { diff: text, files: text };
  }
}

async function compare({ git, pullRequest, api, tally }: DiffParts): Promise<PullDiff> {
  const { number } = pullRequest;
  const base = pullRequest.base?.sha;
  const head = pullRequest.head?.sha;
  if (base === undefined || head === undefined) {
    throw new Error('the event does not say the commits of the pull request');
  }
  // One after the other: two fetches into a shallow checkout get into each other's way.
  await ensureCommit(base, git);
  await ensureCommit(head, git, `refs/pull/${number}/head`);
  const from = await mergeBase({ git, base, head, api });
  const range = [from ?? base, head];
  const diff = tally.show(await git(['diff', ...HARMLESS, ...range, '--']));
  const changed = await git(['diff', ...HARMLESS, '--name-status', '-z', ...range, '--']);
  const note =
    from === undefined
      ? `# Where the pull request left its base can't be known in this checkout: this is against the base commit, and changes made there since show as undone.\n`
      : '';
  const cut =
    diff.length > MAX_DIFF
      ? `${cutText(diff, MAX_DIFF)}\n# cut here: the whole diff has ${diff.length} characters; ${CHANGES_FILE} has all files\n`
      : diff;
  return { diff: note + cut, files: note + listChanges(changed, tally) };
}

/** Output of `--name-status -z`: status and path, of renames and copies two paths. */
function listChanges(output: string, tally: CleanTally): string {
  const fields = output.split('\0').filter((field) => field !== '');
  const lines: string[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const status = fields[at] ?? '';
    const paths = [fields[++at] ?? ''];
    if (/^[RC]/.test(status)) paths.push(fields[++at] ?? '');
    lines.push(`${status[0]}\t${paths.map((path) => nameOf(path, tally)).join(' -> ')}`);
  }
  return [`# ${countOf(lines.length, 'file')} changed`, ...lines, ''].join('\n');
}

/** A line break in a name would be another line of the list. */
function nameOf(path: string, tally: CleanTally): string {
  const shown = tally.show(path);
  return /[\n\t]/.test(shown) ? JSON.stringify(shown) : shown;
}
