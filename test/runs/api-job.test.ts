import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAnthropic } from '../fakes/anthropic-api.ts';
import type { FakeBlock, FakeTurn } from '../fakes/anthropic-turn.ts';
import { JOB_TOKEN, startFakeGithub } from '../fakes/github-api.ts';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';

// No other test has these: one of the jobs beside this one may just start, with its secrets in its environment.
const KEY = 'sk-ant-FAKE-0123456789abcdefFAKE-of-this-job-0123456789';
const OTHER = 'hunter2-of-this-job-hunter2';

const call = (name: string, input: unknown): FakeBlock => ({ type: 'tool_use', name, input });
const say = (text: string): FakeBlock => ({ type: 'text', text });

const FILES = {
  'src/sum.js': 'export const sum = (a, b) => a - b;\n',
  'sum.test.mjs':
    "import t from 'node:test';\nimport a from 'node:assert';\nimport { sum } from './src/sum.js';\nt('adds', () => a.equal(sum(1, 2), 3));\n",
  'package.json': '{"type":"module"}\n',
};

async function job(turns: readonly FakeTurn[], inputs: Record<string, string> = {}) {
  const repository = createRepository(FILES);
  const base = repository.git('rev-parse', 'HEAD').trim();
  const api = await startFakeAnthropic({ turns, keys: [KEY], seed: 7 });
  const github = await startFakeGithub();
  onTestFinished(async () => {
    await api.close();
    await github.close();
  });
  const result = await runAction({
    workspace: repository.root,
    inputs: {
      prompt: 'The test fails. Mend the code.',
      policy: 'pr-fix',
      anthropic_api_key: KEY,
      anthropic_base_url: api.url,
      github_token: JOB_TOKEN,
      ...inputs,
    },
    event: {
      name: 'pull_request',
      payload: {
        action: 'opened',
        number: 7,
        repository: { full_name: 'octo/app' },
        pull_request: {
          number: 7,
          title: 'Sum',
          body: 'x',
          user: { login: 'mona' },
          author_association: 'MEMBER',
          base: { ref: 'main', sha: base, repo: { full_name: 'octo/app' } },
          head: { ref: 'x', sha: base, repo: { full_name: 'octo/app' } },
        },
      },
    },
    variables: { GITHUB_API_URL: github.url, DEPLOY_TOKEN: OTHER, NODE_ENV: 'test' },
  });
  return { repository, api, github, result };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

test('a failing test comes in; a fix, a transcript and one comment come out, and no secret', async () => {
  const spy = [
    'env',
    'cat /proc/self/environ',
    `node -e 'const fs=require("fs");for(const p of fs.readdirSync("/proc")){try{const t=fs.readFileSync("/proc/"+p+"/environ","latin1");if(/(FAKE|hunter2)-of-this-job/.test(t))console.log("FO"+"UND in "+p)}catch{}}console.log("searched", JSON.stringify(process.env))'`,
  ];
  const { repository, api, github, result } = await job(
    [
      {
        content: [say('I look.'), call('Bash', { command: 'node --test' })],
      },
      { content: spy.map((command) => call('Bash', { command })) },
      { content: [call('Read', { file_path: 'src/sum.js' })] },
      {
        content: [
          call('Edit', { file_path: 'src/sum.js', old_string: 'a - b', new_string: 'a + b' }),
        ],
      },
      {
        content: [
          call('Bash', { command: 'node --test' }),
          call('Read', { file_path: '/proc/self/environ' }),
        ],
      },
      { content: [say('It subtracted. It adds now, and the test passes.')] },
    ],
    { allowed_tools: 'Bash(env)\nBash(cat *)\nBash(node -e *)' },
  );

  expect(api.violations).toEqual([]);
  expect(result.outputs).toMatchObject({
    conclusion: 'success',
    stop_reason: 'completed',
    num_turns: '6',
    changed_files: '["src/sum.js"]',
  });
  expect(result.exitCode).toBe(0);
  expect(readFileSync(join(repository.root, 'src/sum.js'), 'utf8')).toContain('a + b');
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('It subtracted.');

  const decisions = result.transcript.filter(({ subtype }) => subtype === 'permission_decision');
  expect(decisions).toHaveLength(8);
  const answers = JSON.stringify(api.requests.map(({ body }) => body));
  expect(answers.includes('searched')).toBe(true);
  expect(answers.includes('FOUND in')).toBe(false);

  const everything = [
    result.stdout,
    result.stderr,
    result.summary,
    JSON.stringify(result.outputs),
    JSON.stringify(github.comments),
    answers,
    ...filesBelow(join(result.temp, '_temp')).map((path) => readFileSync(path, 'latin1')),
  ].join('\n');
  for (const secret of [KEY, OTHER, JOB_TOKEN]) expect(everything.includes(secret)).toBe(false);
});

test('a secret that a command prints is taken out before the model, the log or a file sees it', async () => {
  const { api, result } = await job(
    [
      {
        content: [
          call('Bash', {
            command: `echo start; cat leak.txt; echo ${Buffer.from(KEY).toString('base64')}`,
          }),
        ],
      },
      { content: [say(`The key is ${KEY}`)] },
    ],
    { allowed_tools: 'Bash' },
  );
  const everything =
    result.stdout +
    result.summary +
    JSON.stringify(result.outputs) +
    JSON.stringify(result.transcript);
  expect(everything).not.toContain(KEY);
  const toldAgain = JSON.stringify(api.requests[1]?.body.messages?.at(-1));
  expect(toldAgain).toContain('start');
  expect(toldAgain).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 40));
});

test('a secret in output that goes to disk is taken out there too', async () => {
  const { api, result } = await job(
    [
      {
        content: [
          call('Bash', {
            command: `yes "filler line" | head -n 20000; printf %s ${KEY.slice(0, 20)}; echo ${KEY.slice(20)}; yes "filler line" | head -n 20000`,
          }),
        ],
      },
      { content: [say('Done.')] },
    ],
    { allowed_tools: 'Bash' },
  );
  expect(JSON.stringify(api.requests[1]?.body)).toContain('the whole output is in');
  const files = filesBelow(join(result.temp, '_temp')).filter((path) => path.includes('outputs'));
  expect(files).toHaveLength(1);
  const text = readFileSync(files[0] ?? '', 'utf8');
  expect(text.split('filler line').length - 1).toBe(40_000);
  expect(text).toContain('[redacted ANTHROPIC_API_KEY]');
  expect(text.includes(KEY)).toBe(false);
});

test('the first request is small, its prefix stays, and each turn reads what the last one wrote', async () => {
  const turns = Array.from({ length: 6 }, (_, index) => ({
    content: [
      say(`Step ${index}.`),
      call('Bash', { command: `echo ${'word '.repeat(400)}${index}` }),
    ],
  }));
  const { api } = await job([...turns, { content: [say('Done.')] }]);
  expect(api.violations).toEqual([]);
  expect(api.requests[0]?.bytes).toBeLessThanOrEqual(14_000);
  const names = (api.requests[0]?.body.tools ?? []).map((tool) =>
    String((tool as unknown as { name: string }).name),
  );
  expect(names).toEqual([
    'Bash',
    'Edit',
    'Glob',
    'Grep',
    'Read',
    'ReportFindings',
    'TodoWrite',
    'Write',
  ]);
  const shares = api.requests
    .slice(2)
    .map(({ cache }) => (cache ? cache.read / (cache.read + cache.written + cache.fresh) : 0));
  for (const share of shares) expect(share).toBeGreaterThan(0.5);
});

test('trouble on the way: overloaded twice, a cut stream, and no call runs twice', async () => {
  const { api, result, repository } = await job(
    [
      {
        status: 529,
        error: { type: 'overloaded_error', message: 'Overloaded' },
        headers: { 'retry-after-ms': '1' },
      },
      {
        status: 529,
        error: { type: 'overloaded_error', message: 'Overloaded' },
        headers: { 'retry-after-ms': '1' },
      },
      {
        content: [say('Adding.'), call('Bash', { command: 'node --version >> ran.txt' })],
        breakAfterBlocks: 2,
        breakWith: 'cut',
      },
      { content: [say('Fine.')] },
    ],
    { allowed_tools: 'Bash\nEdit' },
  );
  expect(result.outputs['stop_reason']).toBe('completed');
  expect(readFileSync(join(repository.root, 'ran.txt'), 'utf8').trim().split('\n')).toHaveLength(1);
  expect(api.violations).toEqual([]);
  expect(result.transcript.filter(({ subtype }) => subtype === 'api_retry')).toHaveLength(2);
});

test('an API that refuses is told in its own words', async () => {
  const { result, github } = await job([
    { status: 400, error: { type: 'invalid_request_error', message: 'max_tokens: too large' } },
  ]);
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toMatchObject({ conclusion: 'failure', stop_reason: 'api_error' });
  expect(result.stdout).toContain('max_tokens: too large');
  expect(result.summary).toContain('max_tokens: too large');
  expect(github.comments[0]?.body).toContain('max_tokens: too large');
});
