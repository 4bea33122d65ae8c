import { JOB_TOKEN } from '../fakes/github-api.ts';
import { createRepository, type TestRepository } from '../fakes/repository.ts';
import { type ReviewGithub, startReviewGithub } from '../fakes/review-github.ts';
import { type RunnerJob, type RunnerResult, runAction } from '../fakes/runner.ts';

export type Found = Readonly<Record<string, unknown>>;

const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}\n`).join('');
export const script = (...findings: Found[]) =>
  JSON.stringify({
    version: 1,
    turns: [{ calls: [{ tool: 'ReportFindings', input: { findings } }] }, { text: 'Looked.' }],
  });

export interface Pull {
  readonly repository: TestRepository;
  readonly base: string;
  readonly github: ReviewGithub;
}

/** A pull request that puts three lines into a file. The scripts are in the base commit, where they count. */
export async function openPull(scripts: Readonly<Record<string, string>>): Promise<Pull> {
  const repository = createRepository({
    'src/a.js': numbered(40, 'old'),
    'src/b.js': numbered(9, 'other'),
    ...scripts,
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  const lines = numbered(40, 'old').split('\n');
  lines.splice(11, 0, 'return', '  list[0];', 'while (true);');
  repository.write('src/a.js', lines.join('\n'));
  repository.commit('head');
  return { repository, base, github: await startReviewGithub(repository, base) };
}

export function review(
  { repository, base, github }: Pull,
  name: string,
  inputs: Readonly<Record<string, string>> = {},
  workspace = repository.root,
  onStart?: RunnerJob['onStart'],
): Promise<RunnerResult> {
  const repo = { full_name: 'octo/app' };
  return runAction({
    workspace,
    inputs: {
      prompt: 'Review the change.',
      policy: 'review',
      model: `scripted:${name}`,
      github_token: JOB_TOKEN,
      ...inputs,
    },
    event: {
      name: 'pull_request',
      payload: {
        action: 'synchronize',
        number: 7,
        repository: repo,
        sender: { login: 'mona' },
        pull_request: {
          number: 7,
          title: 'Change',
          body: 'x',
          user: { login: 'mona', type: 'User' },
          author_association: 'MEMBER',
          base: { ref: 'main', sha: base, repo },
          head: { ref: 'x', sha: github.head, repo },
        },
      },
    },
    variables: { GITHUB_API_URL: github.url },
    ...(onStart && { onStart }),
  });
}
