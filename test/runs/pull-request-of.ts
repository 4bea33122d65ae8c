import type { TestRepository } from '../fakes/repository.ts';

/** The payload of a pull request of `mona`, who may write, whose head is what is checked out. */
export function pullRequestOf({ git }: TestRepository) {
  const sha = git('rev-parse', 'HEAD').trim();
  const repository = { full_name: 'octo/app' };
  const side = { ref: 'main', sha, repo: repository };
  const user = { login: 'mona', type: 'User' };
  const pull_request = {
    number: 7,
    user,
    author_association: 'OWNER',
    base: side,
    head: { ...side, ref: 'topic' },
  };
  return { action: 'opened', number: 7, sender: user, repository, pull_request };
}
