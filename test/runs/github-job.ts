import { onTestFinished } from 'vitest';
import type { FakeUser, GithubWorld } from '../fakes/github/world.ts';
import { type FakeGithub, JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository, type TestRepository } from '../fakes/repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from '../fakes/runner.ts';

/** People of the repository `octo/app`. */
export const PEOPLE: Readonly<Record<string, FakeUser>> = {
  mona: { id: 1, permission: 'write' },
  reader: { id: 3, permission: 'read' },
  stranger: { id: 4, permission: 'none' },
  'renovate[bot]': { id: 29, type: 'Bot' },
  'evil-renovate[bot]': { id: 31, type: 'Bot' },
};

export const SCRIPT = `version: 1
turns:
  - text: Done.
`;

interface GithubJob {
  readonly repository?: TestRepository;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event: NonNullable<RunnerJob['event']>;
  readonly world?: GithubWorld;
  readonly comments?: Parameters<typeof startFakeGithub>[0];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs the built action on an event, with a loopback GitHub and a scripted model. */
export async function githubJob(
  job: GithubJob,
): Promise<{ github: FakeGithub; result: RunnerResult; prompt: string }> {
  const repository = job.repository ?? createRepository({ 'script.yml': SCRIPT });
  const github = await startFakeGithub(job.comments ?? [], { users: PEOPLE, ...job.world });
  onTestFinished(() => github.close());
  const result = await runAction({
    workspace: repository.root,
    inputs: { github_token: JOB_TOKEN, model: 'scripted:script.yml', ...job.inputs },
    event: job.event,
    variables: {
      GITHUB_API_URL: github.url,
      GITHUB_SHA: repository.git('rev-parse', 'HEAD').trim(),
      ...job.variables,
    },
  });
  return { github, result, prompt: promptOf(result) };
}

export const person = (login: string) => ({
  login,
  id: PEOPLE[login]?.id ?? 99,
  type: PEOPLE[login]?.type ?? 'User',
});

/** The first message to the model. */
function promptOf({ transcript }: RunnerResult): string {
  const first = transcript.find(({ type }) => type === 'user') as
    | { message: { content: { text: string }[] | string } }
    | undefined;
  const content = first?.message.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}
