import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepository } from '../fakes/repository.ts';
import { type RunnerResult, runAction } from '../fakes/runner.ts';

type Calls = readonly { tool: string; input: Record<string, unknown> }[];

export const scriptOf = (turns: readonly Calls[]) =>
  JSON.stringify({
    version: 1,
    turns: [...turns.map((calls) => ({ text: 'On.', calls })), { text: 'Done.' }],
  });

interface Job {
  readonly turns?: readonly Calls[];
  readonly inputs?: Record<string, string>;
  /** The base commit, when the run is about a pull request; else it is a push. */
  readonly base?: string;
}

/** Runs the built action. The script lies outside of the checkout, so that the fixture stays as it is. */
export async function play(repository: TestRepository, { turns = [], inputs = {}, base }: Job) {
  const script = 'unattended-script.json';
  if (base === undefined) writeFileSync(join(repository.root, script), scriptOf(turns));
  const user = { login: 'mona', type: 'User' };
  const repo = { full_name: 'octo/app' };
  const head = repository.git('rev-parse', 'HEAD').trim();
  const result = await runAction({
    workspace: repository.root,
    inputs: { prompt: 'Go.', model: `scripted:${script}`, comment: 'off', ...inputs },
    event:
      base === undefined
        ? { name: 'push', payload: { ref: 'refs/heads/main', sender: user, repository: repo } }
        : {
            name: 'pull_request',
            payload: {
              action: 'opened',
              sender: user,
              repository: repo,
              pull_request: {
                number: 7,
                title: 'Change',
                body: '',
                user,
                author_association: 'MEMBER',
                base: { ref: 'main', sha: base, repo },
                head: { ref: 'x', sha: head, repo },
              },
            },
          },
  });
  const users = result.transcript.filter(({ type }) => type === 'user');
  return {
    result,
    init: result.transcript.find(({ subtype }) => subtype === 'init') as Record<string, unknown>,
    first: textsOf(users[0]),
    later: users.slice(1).map(textsOf).join('\n'),
    notices: noticesOf(result),
  };
}

function textsOf(message: Record<string, unknown> | undefined): string {
  const { content } = (message?.['message'] ?? { content: '' }) as { content: unknown };
  const blocks = (typeof content === 'string' ? [{ text: content }] : content) as {
    text?: string;
    content?: unknown;
  }[];
  return blocks.map(({ text, content: inner }) => text ?? JSON.stringify(inner)).join('\n');
}

function noticesOf({ transcript }: RunnerResult): string {
  const told = transcript.filter(({ subtype }) => subtype === 'informational');
  return told.map(({ content }) => content).join('\n');
}

export const read = (file_path: string) => ({ tool: 'Read', input: { file_path } });
export const skill = (name: string, args?: string) => ({
  tool: 'Skill',
  input: { skill: name, args },
});
