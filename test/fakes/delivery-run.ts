import { startDeliveryGithub } from './delivery-github.ts';
import type { DeliveryGithub } from './delivery-state.ts';
import { JOB_TOKEN } from './github-api.ts';
import { createRepository, type TestRepository } from './repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from './runner.ts';

/** A checkout of `topic`, the branch of pull request #7, at a loopback GitHub. */
export interface DeliveryStage {
  readonly repository: TestRepository;
  readonly github: DeliveryGithub;
  /** Plays an agent that runs this shell program, which `policy` lets it. */
  run(
    program: string,
    inputs?: Record<string, string>,
    event?: 'none' | 'comment',
    onStart?: RunnerJob['onStart'],
  ): Promise<RunnerResult>;
}

const SCRIPT = `version: 1
turns:
  - calls: [{ tool: Bash, input: { command: sh work.sh } }]
  - text: "Mended, @everyone. Fixes #1."
`;

const POLICY = `version: 1
extends: pr-fix
permissions: { allow: ["Bash(sh work.sh)"] }
`;

/** @param delivery the section of the policy. */
export async function deliveryStage(
  files: Record<string, string> = {},
  delivery = '{}',
): Promise<DeliveryStage> {
  const repository = createRepository({
    'script.yml': SCRIPT,
    'policy.yml': `${POLICY}delivery: ${delivery}\n`,
    'a.txt': 'a\n',
    'run.sh': '#!/bin/sh\n',
    '.gitignore': 'work.sh\n',
    ...files,
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.git('switch', '--quiet', '-c', 'topic');
  repository.write('topic.txt', 't\n');
  const head = repository.commit('topic');
  const github = await startDeliveryGithub(repository);
  const pull = { number: 7, title: 'x', body: '', state: 'open', draft: false } as const;
  github.pulls.push({ ...pull, head: 'topic', base: 'main', labels: [] });
  const repo = { full_name: 'octo/app' };
  const payload = {
    repository: repo,
    pull_request: {
      number: 7,
      user: { login: 'mona' },
      author_association: 'OWNER',
      base: { ref: 'main', sha: base, repo },
      head: { ref: 'topic', sha: head, repo },
    },
  };
  const mona = { login: 'mona', type: 'User', id: 5 };
  const comment = {
    action: 'created',
    repository: repo,
    issue: { number: 7, user: mona, author_association: 'OWNER', pull_request: {} },
    comment: { id: 1, body: 'Mend it.', user: mona, author_association: 'OWNER' },
    sender: mona,
  };
  return {
    repository,
    github,
    run: (program, inputs = {}, event, onStart) => {
      repository.write('work.sh', program);
      return runAction({
        workspace: repository.root,
        inputs: {
          prompt: 'Mend it.',
          policy: 'policy.yml',
          model: 'scripted:script.yml',
          github_token: JOB_TOKEN,
          ...inputs,
        },
        ...(event === undefined && { event: { name: 'pull_request', payload } }),
        ...(event === 'comment' && { event: { name: 'issue_comment', payload: comment } }),
        ...(event === 'none' && {
          event: { name: 'schedule', payload: { schedule: '0 1 * * *' } },
        }),
        ...(onStart && { onStart }),
        variables: {
          GITHUB_API_URL: github.url,
          GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
          GITHUB_SERVER_URL: github.url,
        },
      });
    },
  };
}
