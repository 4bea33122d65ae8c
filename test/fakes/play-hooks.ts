import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { startFakeAnthropic } from './anthropic-api.ts';
import type { FakeTurn } from './anthropic-turn.ts';
import { type HookFixture, readFixture } from './hook-fixture.ts';
import { type PlainServer, startPlainServer } from './http-server.ts';
import { repositoryIn, temporaryFolder } from './repository.ts';
import { type RunnerJob, type RunnerResult, runAction } from './runner.ts';

export interface PlayedHooks {
  readonly fixture: HookFixture;
  readonly root: string;
  readonly result: RunnerResult;
  readonly server: PlainServer;
}

const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-FAKE';
const TURNS = [{ calls: [{ tool: 'Bash', input: { command: 'touch ran' } }] }, { text: 'Done.' }];
const POLICY = {
  version: 1,
  name: 'fixture',
  extends: 'read-only',
  permissions: { allow: ['Bash', 'Edit', 'Write'] },
};

/** Plays a hook fixture through `dist/` as the runner would. */
export async function playHooks(folder: string): Promise<PlayedHooks> {
  const server = await startPlainServer((path) => fixture.http[path]);
  onTestFinished(() => server.close());
  const fixture = readFixture(folder, { http: server.url });
  const { root, event } = layOut(folder, fixture);
  const result = await runAction({
    workspace: root,
    ...(event && { event }),
    ...killing(root, fixture),
    inputs: {
      prompt: 'Do it.',
      policy: 'policy.yml',
      comment: 'off',
      ...(await modelInputs(fixture)),
      ...(fixture.settings !== undefined && { settings: JSON.stringify(fixture.settings) }),
      ...fixture.inputs,
    },
    variables: filledIn(fixture.variables, root),
    home: fixture.home,
  });
  const whole = fixture.kill?.signal === 'SIGKILL' ? await result.post() : result;
  return { fixture, root, result: whole, server };
}

function filledIn(variables: Readonly<Record<string, string>>, root: string) {
  const path = process.env['PATH'] ?? '';
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replaceAll('<root>', root).replaceAll('<path>', path),
    ]),
  );
}

function layOut(
  folder: string,
  fixture: HookFixture,
): { root: string; event?: RunnerJob['event'] } {
  const root = temporaryFolder('unattended-hooks-');
  cpSync(folder, root, {
    recursive: true,
    filter: (path) => !path.endsWith('fixture.yml'),
  });
  const repository = repositoryIn(root, {
    'policy.yml': stringify({ ...POLICY, ...fixture.policy }),
    'script.yml': stringify({ version: 1, turns: fixture.turns ?? TURNS }),
    ...(fixture.small && { 'small.yml': stringify({ version: 1, turns: fixture.small }) }),
    ...fixture.files,
  });
  if (!fixture.head) return { root };
  const base = repository.git('rev-parse', 'HEAD').trim();
  for (const [path, content] of Object.entries(fixture.head)) {
    repository.write(path, content);
    if (path.startsWith('bin/')) chmodSync(join(root, path), 0o755);
  }
  const head = repository.commit('head');
  const repo = { full_name: 'octo/app' };
  const pull = {
    number: 7,
    title: 'Change',
    body: 'x',
    user: { login: 'mona' },
    author_association: fixture.author,
    base: { ref: 'main', sha: base, repo },
    head: { ref: 'x', sha: head, repo },
  };
  const payload = { action: 'opened', number: 7, repository: repo, pull_request: pull };
  return { root, event: { name: 'pull_request', payload } };
}

async function modelInputs(fixture: HookFixture): Promise<Record<string, string>> {
  const small = fixture.small && { small_model: 'scripted:small.yml' };
  if (!fixture.api) return { model: 'scripted:script.yml', ...small };
  const api = await startFakeAnthropic({ turns: fixture.api as FakeTurn[], keys: [KEY] });
  onTestFinished(() => api.close());
  return { anthropic_api_key: KEY, anthropic_base_url: api.url, ...small };
}

/** Sends the signal as soon as the hook says that it has begun. */
function killing(root: string, { kill }: HookFixture): Pick<RunnerJob, 'onStart'> {
  if (!kill) return {};
  let killed = false;
  const onStart = ({ pid }: { readonly pid: number }) => {
    // The post step is started the same way.
    if (killed) return;
    const timer = setInterval(() => {
      if (!existsSync(join(root, kill.when))) return;
      clearInterval(timer);
      killed = true;
      process.kill(pid, kill.signal);
    }, 20);
    onTestFinished(() => clearInterval(timer));
  };
  return { onStart };
}

/** Processes that carry the run in their environment: what it left behind. */
export function leftBehind({ temp }: RunnerResult): string[] {
  const runs = join(temp, '_temp/unattended');
  const marks = (existsSync(runs) ? readdirSync(runs) : []).map((run) => `UNATTENDED_RUN=${run}`);
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid)) return [];
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (!marks.some((mark) => environment.includes(mark))) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')];
    } catch {
      // It has ended, or belongs to somebody else.
      return [];
    }
  });
}
