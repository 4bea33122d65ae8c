import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type ProgramResult, runProgram } from './library-job.ts';
import { call, policy, script } from './mcp-job.ts';

const SECRET = 'tok_FAKE-0123456789-FAKE-0123456789';
const ZOD = pathToFileURL(join(import.meta.dirname, '../../node_modules/zod/index.js')).href;
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const JOB = `model: 'scripted:script.yml', policy: './p.yml', prompt: 'x', comment: 'off'`;

/** A job with one server, told as the program sees it. */
const job = (tools: string, more = '') => `
const own = mcpServer('own', [${tools}]);
tell(await runJob({ environment, servers: [own], log: () => {}, inputs: { ${JOB} }, ${more} }));
`;
const files = (turns: readonly object[], lines = 'permissions: { allow: [mcp__own] }') => ({
  'script.yml': script(...turns),
  'p.yml': policy(lines),
});

function resultsOf({ transcript }: ProgramResult): { text: string; failed: boolean }[] {
  const users = transcript.filter(({ type }) => type === 'user').slice(1);
  return users.flatMap(({ message }) => {
    const { content } = message as { content: { content: unknown; is_error?: boolean }[] };
    return content.map((block) => ({
      text: JSON.stringify(block.content),
      failed: block.is_error === true,
    }));
  });
}

const bare = (name: string, run: string) =>
  `{ name: '${name}', description: 'Does ${name}.', inputSchema: { type: 'object' }, run: ${run} }`;

test('tools of a program are called as rules say, and the result is the action’s', async () => {
  const add = `{
    name: 'add', description: 'Adds.', annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    run: ({ a, b }) => String(a + b),
  }`;
  const program = await runProgram({
    source: `${job(`${add}, ${bare('other', "() => 'no'")}`)}\nprocess.exitCode = 7;`,
    files: files(
      [
        call('mcp__own__add', { a: 2, b: 3 }),
        call('mcp__own__add', { a: 'x' }),
        call('mcp__own__other'),
      ],
      'permissions: { allow: [mcp__own__add] }',
    ),
  });
  expect(program.stderr).toBe('');
  expect(program.stdout).toBe('');
  expect(program.exitCode).toBe(7);
  expect(program.result).toMatchObject({
    verdict: { conclusion: 'success', stopReason: 'completed', exitCode: 0 },
    outputs: { stop_reason: 'completed', num_turns: '4' },
    errors: [],
  });
  const decided = program.transcript.filter(({ subtype }) => subtype === 'permission_decision');
  expect(decided.map((one) => [one['tool_name'], one['behavior'], one['effects']])).toEqual([
    ['mcp__own__add', 'allow', ['write', 'network']],
    ['mcp__own__add', 'deny', []],
    ['mcp__own__other', 'deny', ['write', 'network']],
  ]);
  expect(resultsOf(program)[0]).toEqual({ text: '[{"type":"text","text":"5"}]', failed: false });
  expect(program.transcript.find(({ subtype }) => subtype === 'init')).toMatchObject({
    mcp_servers: [{ name: 'own', status: 'connected', source: 'library' }],
  });
  expect(program.outputs).toMatchObject({ stop_reason: 'completed' });
});

test('hints count where the policy believes them', async () => {
  const tool = bare('look', "() => 'seen'").replace(
    'run:',
    'annotations: { readOnlyHint: true }, run:',
  );
  const program = await runProgram({
    source: job(tool),
    files: files(
      [call('mcp__own__look')],
      'mcp: { own: { trust_hints: true } }\nask: [{ match: { tool: "mcp__*", read_only: true }, answer: allow }]',
    ),
  });
  expect(resultsOf(program)).toEqual([{ text: '[{"type":"text","text":"seen"}]', failed: false }]);
});

test('pictures, data and other schemas come through; what does not fit never reaches a tool', async () => {
  const program = await runProgram({
    source: `
import * as z from '${ZOD}';
const person = tool({
  name: 'person', description: 'Greets.', inputSchema: z.object({ name: z.string().regex(/^[A-Z]/), age: z.coerce.number().default(1) }),
  run: ({ name, age }) => ({ structuredContent: { name, older: age + 1 } }),
});
${job(`person, ${bare('picture', `() => ({ content: [{ type: 'image', mimeType: 'image/png', data: '${PICTURE}' }] })`)},
  { ...${bare('code', "({ code }) => 'got ' + code")}, inputSchema: { type: 'object', properties: { code: { type: 'string', pattern: '^[a-z]{3}$' } } } }`)}`,
    files: files([
      call('mcp__own__person', { name: 'Ada' }),
      call('mcp__own__person', { name: 'ada' }),
      call('mcp__own__picture'),
      call('mcp__own__code', { code: 'abc' }),
      call('mcp__own__code', { code: 'ABC' }),
    ]),
  });
  const [fine, wrong, picture, code, noCode] = resultsOf(program);
  expect(fine?.text).toContain(String.raw`{\"name\":\"Ada\",\"older\":2}`);
  expect(wrong?.failed).toBe(true);
  expect(wrong?.text).toContain('/name: ');
  expect(picture?.text).toContain('"media_type":"image/png"');
  expect(code?.text).toContain('got abc');
  expect(noCode).toMatchObject({ failed: true, text: expect.stringContaining('/code') });
});

test('what goes wrong in a tool is its failure and no more', async () => {
  const late = "() => new Promise(() => setTimeout(() => { throw new Error('late') }, 1))";
  const left =
    "() => { setTimeout(() => { throw new Error('left behind') }, 1); Promise.reject(new Error('forgotten')); return 'fine' }";
  const program = await runProgram({
    source: job(
      [
        bare('throws', "() => { throw new Error('no luck') }"),
        bare('odd', '() => { throw { toString() { throw 1 } } }'),
        bare('late', late),
        bare('left', left),
        bare('nothing', '() => {}'),
        bare('circle', '() => { const a = {}; a.a = a; return { structuredContent: a } }'),
        bare('unknown', "() => ({ content: [{ type: 'smell' }] })"),
        bare('never', '() => new Promise(() => {})'),
        bare('after', "() => new Promise((done) => setTimeout(() => done('still here'), 20))"),
      ].join(','),
    ),
    files: files(
      ['throws', 'odd', 'late', 'left', 'nothing', 'circle', 'unknown', 'never', 'after'].map(
        (name) => call(`mcp__own__${name}`),
      ),
      'mcp: { own: { timeout_seconds: 1 } }\npermissions: { allow: [mcp__own] }',
    ),
  });
  expect(program.result).toMatchObject({ verdict: { stopReason: 'completed' } });
  const results = resultsOf(program);
  expect(results.map(({ failed }) => failed)).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  const texts = [
    'no luck',
    'does not say why',
    'late',
    'fine',
    'gave nothing',
    'JSON',
    'own failed',
    'own failed',
    'still here',
  ];
  for (const [index, text] of texts.entries()) expect(results[index]?.text).toContain(text);
  const told = JSON.stringify(program.transcript);
  expect(told).toContain('Something failed that left did not wait for: left behind');
  expect(told).toContain('Something failed that left did not wait for: forgotten');
});

describe('secrets', () => {
  const search =
    'node -e \'const fs=require("fs");for(const p of fs.readdirSync("/proc")){try{const t=fs.readFileSync("/proc/"+p+"/environ","latin1");if(t.includes(["tok","FAKE-"].join("_")))console.log("FO"+"UND in "+p)}catch{}};console.log("searched")\'';
  const bash = { calls: [{ tool: 'Bash', input: { command: search } }] };

  test('are not to be found where commands look, and leave the run in nothing', async () => {
    const program = await runProgram({
      source: job(
        bare(
          'leak',
          `() => environment.variables.MY_TOKEN + ' ' + ['tok_FAKE', 'of', 'the', 'vault'].join('-') + ' ' + process.env.MY_TOKEN`,
        ),
        "secrets: { VAULT: 'tok_FAKE-of-the-vault' }",
      ),
      files: files(
        [bash, call('mcp__own__leak')],
        'permissions: { allow: [mcp__own, "Bash(node *)"] }',
      ),
      variables: { MY_TOKEN: SECRET },
    });
    const [found, leak] = resultsOf(program);
    expect(found?.text).toContain('searched');
    expect(found?.text).not.toContain('FOUND');
    expect(leak?.text).toContain('[redacted MY_TOKEN] [redacted VAULT] undefined');
    expect(JSON.stringify(program)).not.toContain(SECRET);
  });

  test('in a shell that waits for the program end it, with what helps', async () => {
    const argv = ['/bin/sh', '-c', `"${process.execPath}" agent.mjs; echo "ended $?"`] as const;
    const given = { files: files([]), variables: { MY_TOKEN: SECRET }, argv };
    const program = await runProgram({ ...given, source: job(bare('a', "() => ''")) });
    expect(program.result).toBeUndefined();
    expect(program.stdout).toContain('ended 1');
    expect(program.stderr).toMatch(
      /MY_TOKEN stands in the environment of the process \d+ \(sh\), .*`exec node …`/,
    );
    const helped = ['/bin/sh', '-c', `exec "${process.execPath}" agent.mjs`] as const;
    const exec = await runProgram({ ...given, argv: helped, source: job(bare('a', "() => ''")) });
    expect(exec.result).toMatchObject({ verdict: { stopReason: 'completed' } });
    const accepted = job(bare('a', "() => ''"), 'acceptExposedSecrets: true');
    const other = await runProgram({ ...given, source: accepted });
    expect(other.result).toMatchObject({ verdict: { stopReason: 'completed' } });
    const cleanOf = ({ transcript }: ProgramResult) =>
      Object(transcript[0]?.['unattended']).clean_environment;
    expect([cleanOf(exec), cleanOf(other)]).toEqual([true, false]);
  });

  test('of a program that made up its environment are found as well', async () => {
    const program = await runProgram({
      source: `await runJob({ environment, inputs: { ${JOB} } });`,
      enter: '{ variables: process.env, clean: true }',
      files: files([]),
      variables: { MY_TOKEN: SECRET },
    });
    expect(program.stderr).toContain(
      'MY_TOKEN stands in the environment of this process, where commands of the agent could read it. Call enterCleanEnvironment() first of all',
    );
  });
});

test('options that can’t be a job are told before anything has begun', async () => {
  const attempts: readonly (readonly [string, string])[] = [
    [`{ inputs: {} }`, 'runJob needs an `environment`'],
    [`{ environment }`, 'runJob needs `inputs`'],
    [`{ environment, inputs: {}, server: [] }`, 'no option “server”. Did you mean servers?'],
    [`{ environment, inputs: { prompt: {} } }`, "input prompt can't be of type object"],
    [`{ environment, inputs: {}, servers: [{}] }`, 'A server is made with mcpServer(name, tools).'],
    [`{ environment, inputs: {}, servers: [mcpServer('a__b', [])] }`, 'can’t hold “__”'],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', []), mcpServer('A', [])] }`,
      'look alike: a and A',
    ],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', [{ name: 'b' }])] }`,
      'The tool b of the server a needs a `description`',
    ],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', [${bare('b c', '() => 1')}])] }`,
      'may only hold letters',
    ],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', [${bare('b', '3')}])] }`,
      'needs a function `run`',
    ],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', [{ ...${bare('b', '() => 1')}, inputSchema: { type: 'objekt' } }])] }`,
      'has no JSON Schema as inputSchema',
    ],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', [{ ...${bare('b', '() => 1')}, inputSchema: { type: 'string' } }])] }`,
      'an input is an object',
    ],
    [
      `{ environment, inputs: {}, servers: [mcpServer('a', [{ ...${bare('b', '() => 1')}, inputSchema: (() => { const s = { type: 'object' }; s.not = s; return s })() }])] }`,
      'can’t be written as JSON',
    ],
  ];
  const source = `tell([${attempts.map(([options]) => `await runJob(${options}).catch((error) => error.message)`).join(',\n')}]);`;
  const { result, stderr } = await runProgram({ source });
  expect(stderr).toBe('');
  for (const [index, [, words]] of attempts.entries())
    expect(Object(result)[index]).toContain(words);
});

test('what is wrong in the run is a result; one job at a time, one after the other', async () => {
  const source = `
const job = (inputs, servers = []) => runJob({ environment, servers, log: () => {}, inputs: { ${JOB}, ...inputs } });
const first = job({});
const second = await job({}).catch((error) => error.message);
tell([await first, second, await job({ modell: 'x' }), await job({ max_turns: 0 }), await job({ policy: './q.yml' }, [mcpServer('own', [])]), await job({})]);`;
  const { result } = await runProgram({
    source,
    files: { ...files([]), 'q.yml': policy('mcp: { own: { command: node } }') },
  });
  const reasons = Object.values(Object(result)).map(
    (one) => Object(one).verdict?.stopReason ?? one,
  );
  expect(reasons).toEqual([
    'completed',
    'A job is running in this process: wait for its end.',
    'config_error',
    'config_error',
    'config_error',
    'completed',
  ]);
  expect(Object(result)[2].errors[0]).toContain('Did you mean input model?');
  expect(Object(result)[4].errors[0]).toContain('rename one of them');
});

test('a program’s own time before a job is not the job’s', async () => {
  const source = `
const begun = performance.now();
while (performance.now() - begun < 1_500);
tell(await runJob({ environment, log: () => {}, inputs: { ${JOB}, timeout_minutes: 0.02 } }));`;
  const { result } = await runProgram({ source, files: files([]) });
  expect(result).toMatchObject({ verdict: { stopReason: 'completed' } });
});

test('a program of its own stays as it is: nothing of the run is loaded before there is one', async () => {
  const { stdout, root } = await runProgram({
    source: `console.log(process.getBuiltinModule('node:module').constructor.name, typeof runJob, typeof environment.clean);`,
  });
  expect(stdout.trim()).toMatch(/function boolean$/);
  expect(existsSync(join(root, 'result.json'))).toBe(false);
  const text = readFileSync(join(import.meta.dirname, '../../dist/library.js'), 'utf8');
  const chunks = [...text.matchAll(/from\s*["'`]([^"'`]+)/g)].map(([, path]) => path);
  expect(chunks).toEqual([expect.stringContaining('clean-environment')]);
});
