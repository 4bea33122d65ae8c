import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Answer, type DeliveryGithub, headOf } from './delivery-state.ts';
import { temporaryFolder } from './repository.ts';

interface Input {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string };
  readonly fileChanges: {
    readonly additions?: readonly { path: string; contents: string }[];
    readonly deletions?: readonly { path: string }[];
  };
}

/** GitHub takes tens of megabytes. */
const MAX_BODY = 45 * 1024 * 1024;

/** `createCommitOnBranch` and `deleteRef`, with what GitHub refuses; errors come with status 200. */
export function commitOnBranch(fake: DeliveryGithub, body: Record<string, unknown>): Answer {
  const { query, variables } = body as { query: string; variables: { input: Input; id: string } };
  if (fake.readOnly) return failed('FORBIDDEN', 'Resource not accessible by integration');
  if (JSON.stringify(body).length > MAX_BODY) return [413, { message: 'Too large' }];
  if (query.includes('deleteRef')) {
    fake.git('update-ref', '-d', variables.id.replace(/^REF_/, ''));
    return [200, { data: { deleteRef: { clientMutationId: null } } }];
  }
  const { branch, expectedHeadOid, message, fileChanges } = variables.input;
  const head = headOf(fake, branch.branchName);
  if (branch.repositoryNameWithOwner !== 'octo/app' || head === undefined) {
    return failed('NOT_FOUND', `No branch ${branch.branchName}`);
  }
  if (head !== expectedHeadOid) {
    return failed(
      'STALE_DATA',
      `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`,
    );
  }
  if (!message.headline) return failed('UNPROCESSABLE', 'A commit needs a message');
  const { additions = [], deletions = [] } = fileChanges;
  const index = indexOf(fake, head);
  for (const { path } of deletions) {
    if (index('ls-files', '--', path) === '') {
      return failed(
        'UNPROCESSABLE',
        `A path was requested for deletion which does not exist as of commit oid ${head}`,
      );
    }
    index('update-index', '--force-remove', '--', path);
  }
  for (const { path, contents } of additions) {
    if (Buffer.from(contents, 'base64').toString('base64') !== contents) {
      return failed('UNPROCESSABLE', `The contents of ${path} are no base64`);
    }
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: join(fake.root, 'octo/app.git'),
      input: Buffer.from(contents, 'base64'),
      encoding: 'utf8',
    }).trim();
    // No mode bits: whatever was there, this is a plain file now.
    index('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
  }
  const tree = index('write-tree');
  const text = message.body ? `${message.headline}\n\n${message.body}` : message.headline;
  const oid = index('commit-tree', tree, '-p', head, '-m', text);
  fake.git('update-ref', `refs/heads/${branch.branchName}`, oid, head);
  return [200, { data: { createCommitOnBranch: { commit: { oid } } } }];
}

function failed(type: string, message: string): Answer {
  return [200, { data: { createCommitOnBranch: null }, errors: [{ type, message }] }];
}

function indexOf(fake: DeliveryGithub, head: string) {
  const cwd = join(fake.root, 'octo/app.git');
  const env = {
    ...process.env,
    GIT_DIR: cwd,
    GIT_WORK_TREE: temporaryFolder(),
    GIT_INDEX_FILE: join(temporaryFolder(), 'index'),
    GIT_AUTHOR_NAME: 'github-actions[bot]',
    GIT_AUTHOR_EMAIL: 'bot@example.com',
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
  };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim();
  git('read-tree', head);
  return git;
}
