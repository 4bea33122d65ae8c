import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FakeAnthropic, startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeBlock, FakeTurn } from '../fakes/anthropic-turn.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { type RunnerResult, runAction } from '../fakes/runner.ts';

const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-FAKE';
const FILES = {
  'src/sum.js': 'export const sum = (a, b) => a - b;\n',
  'notes.txt': 'one\ntwo\nthree\n',
  'kept.txt': 'as it is\n',
};
export const call = (name: string, input: unknown, id?: string): FakeBlock => ({
  type: 'tool_use',
  name,
  input,
  ...(id ? { id } : {}),
});
export const say = (text: string): FakeBlock => ({ type: 'text', text });
const todo = (content: string, status: string) => ({ content, status, activeForm: content });

/** A run with a to-do list, three files read, and one changed. */
export const FIRST: readonly FakeTurn[] = [
  {
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      call('TodoWrite', { todos: [todo('look', 'completed'), todo('mend', 'in_progress')] }),
      call('Read', { file_path: 'src/sum.js' }),
      call('Read', { file_path: 'notes.txt' }),
      call('Read', { file_path: 'kept.txt' }),
    ],
  },
  {
    content: [call('Edit', { file_path: 'src/sum.js', old_string: 'a - b', new_string: 'a + b' })],
  },
  { content: [say('I mended it.')] },
];

/** A pull request of somebody who may write, and its runs, one after the other. */
export async function resumeStage() {
  const repository = createRepository(FILES);
  const base = repository.git('rev-parse', 'HEAD').trim();
  const github = await startFakeGithub([], {
    users: { mona: { id: 1, permission: 'write' } },
  });
  onTestFinished(() => github.close());
  const temp = temporaryFolder();
  const run = async (
    turns: readonly FakeTurn[],
    inputs: Readonly<Record<string, string>>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<{ result: RunnerResult; api: FakeAnthropic }> => {
    const api = await startFakeAnthropic({ turns, keys: [KEY] });
    onTestFinished(() => api.close());
    const result = await runAction({
      workspace: repository.root,
      inputs: {
        policy: 'pr-fix',
        anthropic_api_key: KEY,
        anthropic_base_url: api.url,
        github_token: JOB_TOKEN,
        ...inputs,
      },
      event: {
        name: 'pull_request',
        payload: {
          action: 'synchronize',
          number: 7,
          repository: { full_name: 'octo/app' },
          sender: { login: 'mona', type: 'User' },
          pull_request: {
            number: 7,
            title: 'Sum',
            body: 'x',
            user: { login: 'mona', type: 'User' },
            author_association: 'MEMBER',
            base: { ref: 'main', sha: base, repo: { full_name: 'octo/app' } },
            head: { ref: 'x', sha: base, repo: { full_name: 'octo/app' } },
          },
        },
      },
      variables: { GITHUB_API_URL: github.url, ...variables },
    });
    return { result, api };
  };
  return { repository, github, temp, run };
}

/** A runner's temporary folder with a transcript in it, as a cache would be laid out there. */
export function restored(transcript: string): { RUNNER_TEMP: string; folder: string } {
  const RUNNER_TEMP = temporaryFolder();
  const folder = join(RUNNER_TEMP, 'record');
  mkdirSync(folder);
  copyFileSync(transcript, join(folder, 'transcript.json'));
  return { RUNNER_TEMP, folder };
}

/** A record of a run, with other words in it. */
export function changed(
  transcript: string,
  change: (text: string) => string,
): ReturnType<typeof restored> {
  const record = restored(transcript);
  const file = join(record.folder, 'transcript.json');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return record;
}
