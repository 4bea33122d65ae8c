import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDeliveryGithub } from './delivery-github.ts';
import type { DeliveryGithub } from './delivery-state.ts';
import { JOB_TOKEN } from './github-api.ts';
import { createRepository, type TestRepository, temporaryFolder } from './repository.ts';
import { type RunnerResult, runAction } from './runner.ts';
import { agentStep, fill, holds, readExample } from './workflow.ts';

/** What a run of a workflow knows besides its own file. */
interface ExampleRun {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Of `workflow_dispatch`. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Whether a job before failed. */
  readonly failed?: boolean;
  /** A file of the repository. */
  readonly script: string;
  /** The runner's temporary folder, with what steps before laid there. */
  readonly temp?: string;
}

export interface ExampleStage {
  readonly repository: TestRepository;
  readonly github: DeliveryGithub;
  /** The pull request #7, as payloads show it. */
  readonly pull: Readonly<Record<string, unknown>>;
  /** Starts the job with the agent as GitHub would, on what its checkout step asks for. */
  drive(run: ExampleRun): Promise<RunnerResult>;
}

const EXAMPLES = join(import.meta.dirname, '../../examples');
const example = (path: string) => readFileSync(join(EXAMPLES, path), 'utf8');
const REPO = { full_name: 'octo/app' };
const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE0123456789abcdef-FAKE';

/** The broken sum at a loopback GitHub, with a pull request that adds a file to it. */
export async function exampleStage(files: Readonly<Record<string, string>>): Promise<ExampleStage> {
  const repository = createRepository({
    'src/sum.js': example('broken-sum/src/sum.js'),
    'test/sum.test.js': example('broken-sum/test/sum.test.js'),
    'package.json': example('broken-sum/package.json'),
    'script.yml': example('broken-sum.script.yml'),
    ...files,
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.git('switch', '--quiet', '-c', 'topic');
  repository.write('notes.txt', 'one\ntwo\nthree\n');
  const head = repository.commit('topic');
  repository.git('switch', '--quiet', '-c', 'merged', 'main');
  repository.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'topic');
  const github = await startDeliveryGithub(repository);
  github.git('update-ref', 'refs/pull/7/head', 'topic');
  github.git('update-ref', 'refs/pull/7/merge', 'merged');
  const state = { number: 7, title: 'Sum', body: '', state: 'open', draft: false } as const;
  github.pulls.push({ ...state, head: 'topic', base: 'main', labels: [] });
  const pull = {
    ...state,
    user: { login: 'mona', type: 'User' },
    author_association: 'MEMBER',
    base: { ref: 'main', sha: base, repo: REPO },
    head: { ref: 'topic', sha: head, repo: REPO },
  };
  return { repository, github, pull, drive: (run) => drive(run, github) };
}

async function drive(run: ExampleRun, github: DeliveryGithub): Promise<RunnerResult> {
  const workflow = readExample(run.name);
  const step = agentStep(workflow);
  const found = Object.entries(workflow.jobs).find(([, { steps }]) => steps.includes(step));
  const [id, job] = found ?? [];
  const event = { repository: REPO, sender: { login: 'mona', type: 'User' }, ...run.payload };
  const contexts = {
    github: { event, repository: 'octo/app', run_id: '42', token: JOB_TOKEN },
    secrets: { ANTHROPIC_API_KEY: KEY },
    inputs: run.inputs ?? {},
    runner: { temp: run.temp ?? '' },
  };
  if (job?.if !== undefined && !holds(job.if, contexts, run.failed))
    throw new Error(`The job ${id} would not start: ${job.if}`);
  const filled = (values: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, fill(String(value), contexts)]),
    );
  const [name = ''] = Object.keys(workflow.on).filter(
    (on) => on !== 'workflow_dispatch' || run.inputs,
  );
  const checkout = job?.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
  return runAction({
    workspace: checkOut(filled(checkout?.with), name, github),
    inputs: { github_token: JOB_TOKEN, ...filled(step.with), model: `scripted:${run.script}` },
    event: { name, payload: event },
    variables: {
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
      GITHUB_SERVER_URL: github.url,
      GITHUB_WORKFLOW: workflow.name ?? '',
      GITHUB_JOB: id ?? '',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SHA: github.git('rev-parse', 'main'),
      ...(run.temp === undefined ? {} : { RUNNER_TEMP: run.temp }),
    },
  });
}

/** As actions/checkout lays it out: one commit deep unless asked, and the remote by its address. */
export function checkOut(
  wanted: Readonly<Record<string, string>>,
  event: string,
  github: DeliveryGithub,
): string {
  const folder = temporaryFolder('unattended-checkout-');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const ref = wanted['ref'] ?? (event === 'pull_request' ? 'refs/pull/7/merge' : 'refs/heads/main');
  const depth = wanted['fetch-depth'] === '0' ? [] : ['--depth=1'];
  git('init', '--quiet');
  git('remote', 'add', 'origin', `file://${github.root}/octo/app.git`);
  git('fetch', '--quiet', '--no-tags', ...depth, 'origin', ref);
  git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  git('remote', 'set-url', 'origin', `${github.url}/octo/app`);
  return folder;
}
