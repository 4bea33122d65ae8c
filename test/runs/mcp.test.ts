import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';
import { githubJob, person } from './github-job.ts';
import {
  call,
  decisions,
  HOSTILE,
  initOf,
  mcpJson,
  policy,
  results,
  script,
  server,
} from './mcp-job.ts';

test('tools of the repository’s servers are called as rules say', async () => {
  const pids = join(temporaryFolder('mcp-pids-'), 'pids');
  const { root } = createRepository({
    '.mcp.json': mcpJson({
      hub: { ...server('fine'), env: { SHOWN: '${HOME}' } },
      kids: server('children', pids),
    }),
    'script.yml': script(
      call('mcp__hub__do', { text: 'a' }),
      call('mcp__hub__other'),
      call('mcp__hub__do', { text: 1 }),
    ),
    'p.yml': policy('tools: { only: [Read, "mcp__*"] }\npermissions: { allow: [mcp__hub__do] }'),
  });
  const result = await runAction({
    workspace: root,
    inputs: { prompt: 'x', policy: './p.yml', model: 'scripted:script.yml' },
  });
  expect(initOf(result)).toMatchObject({
    mcp_servers: [
      { name: 'hub', status: 'connected', source: 'repository' },
      { name: 'kids', status: 'connected', source: 'repository' },
    ],
    tools: expect.arrayContaining(['mcp__hub__do', 'mcp__hub__other', 'mcp__kids__do']),
  });
  expect(decisions(result)).toEqual([
    ['mcp__hub__do', 'allow', ['write', 'network']],
    ['mcp__hub__other', 'deny', ['write', 'network']],
    ['mcp__hub__do', 'deny', []],
  ]);
  expect(results(result)).toContain(String.raw`{\"text\":\"a\"}`);
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', conclusion: 'success' });
  for (const pid of readFileSync(pids, 'utf8').split(' ')) {
    const stat = `/proc/${pid}/stat`;
    expect(existsSync(stat) && !readFileSync(stat, 'utf8').includes(') Z ')).toBe(false);
  }
});

test('a required server that is not up fails the run with its own words', async () => {
  const { root } = createRepository({
    'script.yml': script(),
    'p.yml': policy(
      `mcp: { hub: { command: ${process.execPath}, args: [${HOSTILE}, dies], required: true } }`,
    ),
  });
  const inputs = { prompt: 'x', policy: './p.yml', model: 'scripted:script.yml' };
  const result = await runAction({ workspace: root, inputs });
  expect(result.exitCode).toBe(1);
  expect(result.outputs).toMatchObject({ stop_reason: 'config_error', conclusion: 'failure' });
  expect(result.stdout).toContain('config.json: no such file');
  expect(result.stdout).not.toMatch(/^\s*::error::no$/m);
});

test('others are left out, and the comment says so', async () => {
  const repository = createRepository({
    'script.yml': script(),
    '.mcp.json': mcpJson({ hub: server('dies'), odd: { url: 'https://x.example' } }),
    'p.yml': policy('tools: { only: [Read, "mcp__*"] }'),
  });
  const { github, result } = await githubJob({
    repository,
    inputs: { policy: './p.yml', prompt: 'x' },
    event: issueEvent(),
  });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed' });
  const body = github.comments[0]?.body ?? '';
  expect(body).toContain('The MCP server hub (.mcp.json:3) is not up');
  expect(body).toMatch(/The MCP server odd is not started: \.mcp\.json:\d+:\d+: .*type/);
});

test('a .mcp.json that can’t be read is no server, and its note a sentence', async () => {
  const { root } = createRepository({
    'script.yml': script(),
    '.mcp.json': '{ "mcpServers": {}, }',
    'p.yml': policy(''),
  });
  const inputs = { prompt: 'x', policy: './p.yml', model: 'scripted:script.yml' };
  const { stdout } = await runAction({ workspace: root, inputs });
  expect(stdout).toMatch(
    /The MCP servers of \.mcp\.json are not started: \.mcp\.json:1:\d+: .*[^.]\.$/m,
  );
});

test('in an untrusted run the repository’s servers wait for the policy to name them', async () => {
  const files = {
    'script.yml': script(call('mcp__hub__do')),
    '.mcp.json': mcpJson({ hub: server('fine') }),
    'p.yml': policy('tools: { only: [Read, "mcp__*"] }'),
    'named.yml': policy('tools: { only: [Read, "mcp__*"] }\nmcp: { hub: {} }'),
  };
  const run = async (name: string) => {
    const repository = createRepository(files);
    const { result } = await githubJob({
      repository,
      inputs: { policy: `./${name}`, prompt: 'x' },
      event: issueEvent('stranger'),
      world: {},
    });
    return result;
  };
  const result = await run('p.yml');
  expect(initOf(result)).toMatchObject({ mcp_servers: [{ name: 'hub', status: 'disabled' }] });
  expect(result.stdout).toContain('this run is untrusted: name it under `mcp` in the policy');
  expect(initOf(await run('named.yml'))).toMatchObject({ mcp_servers: [{ status: 'connected' }] });
});

test('on a pull request the servers are the base commit’s, and so is what they run', async () => {
  const answers = (words: string) =>
    readFileSync(HOSTILE, 'utf8').replace(
      'text(JSON.stringify(params.arguments))',
      `text('${words}')`,
    );
  const repository = createRepository({
    'script.yml': script(call('mcp__hub__do')),
    '.mcp.json': mcpJson({ hub: { command: 'node', args: ['server.mjs', 'fine'] } }),
    'server.mjs': answers('of the base'),
    'p.yml': policy('permissions: { allow: ["mcp__hub__*", "mcp__evil__*"] }'),
  });
  const base = repository.git('rev-parse', 'HEAD').trim();
  repository.write('.mcp.json', mcpJson({ evil: { command: 'touch', args: ['pwned'] } }));
  repository.write('server.mjs', answers('of the head'));
  const sha = repository.commit('head');
  const { result } = await githubJob({
    repository,
    inputs: { policy: './p.yml', prompt: 'x' },
    event: pullEvent(base, sha),
  });
  expect(initOf(result)).toMatchObject({ mcp_servers: [{ name: 'hub', status: 'connected' }] });
  expect(results(result)).toContain('of the base');
  expect(existsSync(join(repository.root, 'pwned'))).toBe(false);
});

test('a hook asks a tool of a server, whose words are the hook’s', async () => {
  const { root } = createRepository({
    'script.yml': script(call('Read', { file_path: 'a.txt' })),
    'a.txt': 'x\n',
    'p.yml': policy(`mcp: { guard: { command: ${process.execPath}, args: [${HOSTILE}, fine] } }
hooks:
  PreToolUse:
    - matcher: Read
      hooks:
        - { type: mcp_tool, server: guard, tool: do, input: { decision: block, reason: "not \${tool_input.file_path}" } }`),
  });
  const inputs = { prompt: 'x', policy: './p.yml', model: 'scripted:script.yml' };
  const result = await runAction({ workspace: root, inputs });
  expect(decisions(result).map(([, behavior]) => behavior)).toEqual(['deny']);
  expect(results(result)).toMatch(/not .*a\.txt/);
});

function issueEvent(author = 'mona') {
  return {
    name: 'issues',
    payload: {
      action: 'opened',
      repository: { full_name: 'octo/app' },
      issue: { number: 3, title: 'Sum is off', body: 'By one.', user: person(author) },
      sender: person('mona'),
    },
  };
}

function pullEvent(base: string, sha: string) {
  const repo = { full_name: 'octo/app' };
  return {
    name: 'pull_request',
    payload: {
      action: 'opened',
      repository: repo,
      pull_request: {
        number: 7,
        title: 'Sum',
        body: 'x',
        user: person('mona'),
        author_association: 'MEMBER',
        base: { ref: 'main', sha: base, repo },
        head: { ref: 'x', sha, repo },
      },
      sender: person('mona'),
    },
  };
}

test('the input allowed_tools takes a whole server, and one that is not up ends no run', async () => {
  const { root } = createRepository({
    '.mcp.json': mcpJson({ hub: server('fine'), down: { command: 'false' } }),
    'script.yml': script(call('mcp__hub__do', { text: 'a' })),
    'p.yml': policy(''),
  });
  const run = (allowed: string) =>
    runAction({
      workspace: root,
      inputs: {
        prompt: 'x',
        policy: './p.yml',
        model: 'scripted:script.yml',
        allowed_tools: allowed,
      },
    });
  const result = await run('mcp__hub\nmcp__down\nmcp__down__*\nmcp__down__find');
  expect(decisions(result)).toEqual([['mcp__hub__do', 'allow', expect.anything()]]);
  expect(result.outputs['stop_reason']).not.toBe('config_error');
  expect((await run('mcp__hubs')).stdout).toContain(
    'The rule mcp__hubs (input allowed_tools, line 1)',
  );
});

test.each([
  ['empty', '/mcp__hub__empty could not be used: the server gives no text for it.'],
  ['long', 'What is beyond 50,000 characters is left out.'],
])('a prompt of a server that is %s is told as such', async (name, words) => {
  const { root } = createRepository({
    'script.yml': script(),
    'p.yml': policy(`mcp: { hub: { command: ${process.execPath}, args: [${HOSTILE}, prompts] } }`),
  });
  const inputs = {
    prompt: `/mcp__hub__${name}`,
    policy: './p.yml',
    model: 'scripted:script.yml',
  };
  const { transcript } = await runAction({ workspace: root, inputs });
  expect(JSON.stringify(transcript)).toContain(words);
});

test('a rule of an input for a tool that its server does not have is told with the name that was meant', async () => {
  const { root } = createRepository({
    'script.yml': script(),
    'p.yml': policy(`mcp: { hub: { command: ${process.execPath}, args: [${HOSTILE}, fine] } }`),
  });
  const inputs = {
    prompt: 'x',
    policy: './p.yml',
    model: 'scripted:script.yml',
    allowed_tools: 'mcp__hub__othre',
  };
  const { stdout, outputs } = await runAction({ workspace: root, inputs });
  expect(outputs).toMatchObject({ stop_reason: 'config_error' });
  expect(stdout).toContain('Did you mean mcp__hub__other?');
});
