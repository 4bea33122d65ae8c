import { join } from 'node:path';
import { startDeliveryGithub } from '../../fakes/delivery-github.ts';
import { createRepository } from '../../fakes/repository.ts';

/** A checkout of the branch `topic`, and GitHub with the pull request #7 of it. */
export async function pullRequest(files: Record<string, string> = {}) {
  const repository = createRepository({
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    'run.sh': 'x\n',
    ...files,
  });
  repository.git('switch', '--quiet', '-c', 'topic');
  repository.write('topic.txt', 't\n');
  const head = repository.commit('topic');
  const github = await startDeliveryGithub(repository);
  const pull = {
    number: 7,
    title: 't',
    body: '',
    state: 'open',
    draft: false,
    labels: [],
  } as const;
  github.pulls.push({ ...pull, labels: [], head: 'topic', base: 'main' });
  return { repository, github, head };
}

/** What somebody else pushes to the branch meanwhile. */
export function push(github: { readonly root: string }, path: string, content: string): string {
  const remote = join(github.root, 'octo/app.git');
  const other = createRepository({});
  other.git('fetch', '--quiet', remote, 'topic');
  other.git('checkout', '--quiet', 'FETCH_HEAD');
  other.write(path, content);
  const made = other.commit('meanwhile');
  other.git('push', '--quiet', remote, 'HEAD:topic');
  return made;
}

export const contentOf = (github: { git(...args: string[]): string }, path: string) =>
  github.git('show', `topic:${path}`);
