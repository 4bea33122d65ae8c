import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { loadScript } from '../../src/model/load-script.ts';
import type { Script } from '../../src/model/script-schema.ts';
import { JOB_TOKEN, startFakeGithub } from './github-api.ts';
import { repositoryIn, type TestRepository, temporaryFolder } from './repository.ts';
import { type RunnerResult, runAction } from './runner.ts';

/** `case.yml` of a scenario. Beside it lie `base/` (the base commit) and, if wanted, `head/` (laid over it). */
interface Scenario {
  readonly about: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** `pull_request`: a pull request by somebody with write access, and nothing special about it. */
  readonly event?: { readonly name: string; readonly payload: unknown } | 'pull_request';
  /** Sent to the job when it has made a file `begun`. */
  readonly signal?: NodeJS.Signals;
  readonly variables?: Readonly<Record<string, string>>;
  /** Files whose content after the run is part of what is expected. */
  readonly show?: readonly string[];
}

const FOLDER = join(import.meta.dirname, '../scenarios');

const USER = { login: 'mona', type: 'User' };
const REPOSITORY = { full_name: 'octo/app' };
const PULL_REQUEST = {
  name: 'pull_request',
  payload: {
    action: 'opened',
    number: 7,
    repository: REPOSITORY,
    sender: USER,
    pull_request: {
      number: 7,
      title: 'Add a',
      body: 'It adds a.',
      user: USER,
      author_association: 'COLLABORATOR',
      base: { ref: 'main', sha: '<base>', repo: REPOSITORY },
      head: { ref: 'add-a', sha: '<head>', repo: REPOSITORY },
    },
  },
};

/** Plays a scenario through `dist/` as the runner would, and gives what is to be compared. */
export async function playScenario(name: string): Promise<Record<string, unknown>> {
  const { scenario, repository, github, result } = await runScenario(name);
  const plain = plainOf(repository.root, result);
  return {
    exitCode: result.exitCode,
    outputs: {
      ...mapValues(result.outputs, plain),
      execution_file: '<transcript>',
      total_cost_usd: '<cost>',
      session_id: '<session>',
    },
    comments: github.comments.map(({ body }) => plain(body)),
    summary: withoutFigures(plain(result.summary)),
    decisions: decisionsOf(result, plain),
    files: Object.fromEntries(
      (scenario.show ?? []).map((path) => [path, readIfThere(join(repository.root, path))]),
    ),
    stderr: plain(result.stderr),
  };
}

/** Runs a scenario through `dist/`, with these inputs over its own. */
export async function runScenario(name: string, inputs: Readonly<Record<string, string>> = {}) {
  const folder = join(FOLDER, name);
  const scenario = parse(readFileSync(join(folder, 'case.yml'), 'utf8')) as Scenario;
  const { repository, base, head } = layOut(folder);
  const github = await startFakeGithub([{ body: 'Looks good to me.' }], {
    users: { mona: { id: 1, permission: 'write' }, someone: { id: 2, permission: 'write' } },
  });
  onTestFinished(() => github.close());
  const event = scenario.event === 'pull_request' ? PULL_REQUEST : scenario.event;
  const { signal } = scenario;
  const begun = join(repository.root, 'begun');
  const result = await runAction({
    workspace: repository.root,
    ...(signal && { onStart: ({ pid }) => signalWhen(begun, pid, signal) }),
    inputs: { github_token: JOB_TOKEN, ...scenario.inputs, ...inputs },
    ...(event && { event: { ...event, payload: withCommits(event.payload, base, head) } }),
    variables: { GITHUB_API_URL: github.url, ...scenario.variables },
  });
  return { scenario, repository, github, result };
}

/** The script that a scenario's model plays. */
export function scriptOf(name: string): Script {
  const file = join(FOLDER, name, 'base/script.yml');
  return loadScript(readFileSync(file, 'utf8'), file, {}).script;
}

function signalWhen(file: string, pid: number, signal: NodeJS.Signals): void {
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(timer);
    process.kill(pid, signal);
  }, 20);
  onTestFinished(() => clearInterval(timer));
}

/** What in a summary differs from run to run: bars of the timeline, tokens and their price. */
function withoutFigures(summary: string): string {
  return summary
    .replace(/(\*\*Timeline\*\*[^\n]*\n\n```text\n).*?(\n```)/su, '$1<chart>$2')
    .replace(/^\|.*\|$/gmu, (row) => row.replace(/ [\d,]+(?= (\(|\|))/gu, ' <n>'))
    .replace(/\$\d+\.\d+/gu, '<cost>');
}

function layOut(folder: string): { repository: TestRepository; base: string; head: string } {
  const root = temporaryFolder('unattended-scenario-');
  cpSync(join(folder, 'base'), root, { recursive: true });
  const repository = repositoryIn(root, {});
  const base = repository.git('rev-parse', 'HEAD').trim();
  if (existsSync(join(folder, 'head'))) cpSync(join(folder, 'head'), root, { recursive: true });
  return { repository, base, head: repository.commit('head') };
}

function withCommits(payload: unknown, base: string, head: string): string {
  return JSON.stringify(payload).replaceAll('<base>', base).replaceAll('<head>', head);
}

/** A decision in one line, in the order of the calls. */
function decisionsOf(result: RunnerResult, plain: (text: string) => string): string[] {
  return result.transcript
    .filter(({ subtype }) => subtype === 'permission_decision')
    .map((message) => {
      const { tool_name, tool_input, behavior, decided_by, asked_because } = message as unknown as {
        tool_name: string;
        tool_input: unknown;
        behavior: string;
        decided_by: { step: string; rule?: string; file?: string; line?: number };
        asked_because?: string;
      };
      const by = [
        decided_by.step,
        decided_by.rule,
        decided_by.file && `${decided_by.file}:${decided_by.line}`,
      ];
      const because = asked_because ? ` (asked: ${asked_because})` : '';
      return plain(
        `${behavior} ${tool_name} ${JSON.stringify(tool_input)} by ${by.filter(Boolean).join(' ')}${because}`,
      );
    });
}

/** Takes out what differs from run to run: folders, times, ids. */
function plainOf(root: string, result: RunnerResult): (text: string) => string {
  return (text) =>
    text
      .replaceAll(root, '<workspace>')
      .replaceAll(result.temp, '<temp>')
      .replace(/<temp>\/_temp\/unattended\/[0-9a-f-]{36}/g, '<run>')
      .replace(/\b\d+(\.\d+)?( (ms|s)|ms)\b/g, '<time>')
      .replace(/duration_ms"?:? [\d.]+/g, 'duration_ms <time>')
      .replace(/\b[0-9a-f]{40}\b/g, '<sha>')
      .replace(/\$\d+\.\d{2,4}(?=.*policy `)/g, '<cost>')
      .replace(/unattended:[0-9a-f]{24}/g, 'unattended:<marker>');
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
