import { expect, test } from 'vitest';
import {
  type GatherOptions,
  gatherServers,
  type McpFile,
} from '../../src/mcp/config/gather-servers.ts';
import { mergeMcp } from '../../src/policy/mcp/mcp-entry.ts';
import { parsePolicy } from '../../src/policy/parse-policy.ts';
import { KNOWN } from '../policy/known-names.ts';

const source = { file: 'p.yml', line: 2 };
const file = (servers: object, origin: McpFile['origin'] = 'repository'): McpFile => ({
  file: origin === 'input' ? 'input mcp_config' : '.mcp.json',
  text: JSON.stringify({ mcpServers: servers }, null, 2),
  origin,
});
const gather = (more: Partial<GatherOptions>) =>
  gatherServers({
    files: [],
    policy: {},
    trust: 'trusted',
    variables: { HOME: '/home/me', PLAIN: 'plain', API_TOKEN: 'sesame-open', INPUT_X: 'own' },
    pass: ['PLAIN'],
    own: { UNATTENDED_WORKSPACE: '/w' },
    ...more,
  });
const one = (more: Partial<GatherOptions>) => {
  const { servers, leftOut } = gather(more);
  return servers[0] ?? leftOut[0]?.reason;
};
const problems = (text: string) =>
  parsePolicy(text, 'p.yml', KNOWN).problems.map(({ message }) => message);

test('the policy’s definition stands before the input’s, that before the repository’s, each as a whole', () => {
  const files = [
    file({ a: { command: 'input', args: ['1'] }, b: { command: 'input' } }, 'input'),
    file({ a: { command: 'own' }, b: { command: 'own', env: { X: '1' } }, c: { command: 'own' } }),
  ];
  const policy = { a: { command: 'policy', source } };
  const { servers } = gather({ files, policy });
  expect(servers.map(({ name, origin, endpoint }) => [name, origin, endpoint])).toEqual([
    ['a', 'policy', { kind: 'stdio', command: 'policy', args: [], env: {} }],
    ['b', 'input', { kind: 'stdio', command: 'input', args: [], env: {} }],
    ['c', 'repository', { kind: 'stdio', command: 'own', args: [], env: {} }],
  ]);
});

test('an entry of the policy without a command says how the server of a file is treated', () => {
  const policy = { a: { required: true, trust_hints: true, timeout_seconds: 5, source } };
  const files = [file({ a: { command: 'x', timeout: 900_000 } })];
  expect(one({ files, policy })).toMatchObject({
    origin: 'repository',
    place: '.mcp.json:3',
    required: true,
    trustHints: true,
    callMs: 5_000,
  });
  expect(() => gather({ policy })).toThrow('neither .mcp.json nor mcp_config has it');
});

test('in an untrusted run the repository’s servers need a word of the policy', () => {
  const files = [file({ a: { command: 'x' } })];
  expect(one({ files, trust: 'untrusted' })).toContain('name it under `mcp` in the policy');
  expect(one({ files, trust: 'untrusted', policy: { a: { source } } })).toMatchObject({
    name: 'a',
  });
  const input = [file({ a: { command: 'x' } }, 'input')];
  expect(one({ files: input, trust: 'untrusted' })).toMatchObject({ name: 'a' });
});

test.each([
  ['${PLAIN}', 'plain'],
  ['a-${PLAIN}-${HOME}', 'a-plain-/home/me'],
  ['${UNATTENDED_WORKSPACE}/x', '/w/x'],
  ['${NOT_SET:-else}', 'else'],
  ['${PLAIN:-else}', 'plain'],
  ['$PLAIN {PLAIN}', '$PLAIN {PLAIN}'],
])('the reference %s', (text, filled) => {
  expect(one({ files: [file({ a: { command: text } })] })).toMatchObject({
    endpoint: { command: filled },
  });
});

test.each([
  ['${API_TOKEN}', /API_TOKEN may hold a secret: name it under the server’s `secrets`/],
  ['${API_TOKEN:-x}', /API_TOKEN may hold a secret/],
  ['${PATH_OF_MINE}', /PATH_OF_MINE is not on the list/],
  ['${INPUT_X}', /INPUT_X is for no server/],
  ['${ACTIONS_RUNTIME_TOKEN}', /is for no server/],
  ['${NOT_SET:-${API_TOKEN}}', /the reference to NOT_SET has another one inside/],
  ['${PLAIN:-${API_TOKEN}}', /the reference to PLAIN has another one inside/],
  ['${HOME}${API_TOKEN}', /API_TOKEN may hold a secret/],
  ['${api_token}', /api_token (may hold a secret|is not on the list)/],
  ['${GITHUB_TOKEN}', /GITHUB_TOKEN may hold a secret/],
  ['${__proto__}', /__proto__ is not on the list/],
  ['${constructor}', /constructor is not on the list/],
])('the reference %s of a repository', (text, reason) => {
  expect(one({ files: [file({ a: { command: 'x', env: { K: text } } })] })).toMatch(reason);
});

test('what a variable brings is no reference, and an address is judged with what it brings', () => {
  const variables = { PLAIN: '${API_TOKEN}', API_TOKEN: 'sesame-open' };
  const files = [file({ a: { command: 'x', args: ['${PLAIN}', '$${PLAIN}', '${PLAIN'] } })];
  expect(one({ files, variables })).toMatchObject({
    endpoint: { args: ['${API_TOKEN}', '$${API_TOKEN}', '${PLAIN'] },
  });
  const to = (host: string) =>
    one({
      files: [file({ a: { type: 'http', url: 'https://${PLAIN}/mcp' } })],
      variables: { PLAIN: host },
    });
  expect(to('x.example')).toMatchObject({ endpoint: { url: new URL('https://x.example/mcp') } });
  expect(to('169.254.169.254')).toMatch(/metadata/);
  expect(to('me:sesame@x.example')).toMatch(/user or a password/);
  expect(to('x.example/a?b#c')).toMatchObject({ endpoint: { url: { host: 'x.example' } } });
  // What has no value sends nothing, in whichever place it stands.
  const url = 'https://x.example/${API_TOKEN}';
  expect(one({ files: [file({ a: { type: 'http', url } })] })).toMatch(/may hold a secret/);
  const headers = { Authorization: 'Bearer ${API_TOKEN:-}' };
  expect(
    one({ files: [file({ a: { type: 'http', url: 'https://x.example', headers } })] }),
  ).toMatch(/may hold a secret/);
});

test('secrets are read where the policy names them, and are hidden from then on', () => {
  const files = [file({ a: { command: 'x', env: { K: '${API_TOKEN}' } } })];
  const named = gather({ files, policy: { a: { secrets: ['API_TOKEN'], source } } });
  expect(named.servers[0]?.endpoint).toMatchObject({ env: { K: 'sesame-open' } });
  expect(named.secrets).toEqual([{ name: 'API_TOKEN', value: 'sesame-open' }]);
  const headers = { Authorization: 'Bearer ${API_TOKEN}' };
  const own = gather({ policy: { a: { url: 'https://x.example', headers, source } } });
  expect(own.secrets.map(({ value }) => value)).toContain('sesame-open');
  expect(() =>
    gather({ policy: { a: { command: '${INPUT_X}', required: true, source } } }),
  ).toThrow('INPUT_X is for no server');
});

test.each([
  [
    { a: { url: 'https://x.example' } },
    /^\.mcp\.json:3:10: `type` is missing beside `url`: write "type": "http" \(or "sse"/,
  ],
  [
    { a: { type: 'http' } },
    /^\.mcp\.json:4:15: `type` is "http", and there is no `url`: write one/,
  ],
  [{ a: {} }, /^\.mcp\.json:3:10: A server needs a `command`, or a `type` and a `url`/],
  [{ a: { command: 'x', url: 'https://x' } }, /^\.mcp\.json:5:7: .*not both: take one of them out/],
  [
    { a: { type: 'http', command: 'x' } },
    /^\.mcp\.json:4:15: .*there is a `command`: write "stdio"/,
  ],
  [
    { a: { type: 'stdio', url: 'https://x' } },
    /^\.mcp\.json:4:15: .*there is a `url`: write "type"/,
  ],
  [{ a: { type: 'HTTP', url: 'https://x' } }, /^\.mcp\.json:4:15: .*did you mean `http`\?/],
  [{ a: 'npx x' }, /^\.mcp\.json:3:10: A server has to be an object in braces/],
  [
    { a: { type: 'http', url: 'https://x', headersHelper: 'x' } },
    /^\.mcp\.json:6:7: `headersHelper` is not run here: write what it gives into `headers`/,
  ],
  [{ '': { command: 'x' } }, /^\.mcp\.json:3:5: The server’s name "" may only hold/],
  [{ gіthub: { command: 'x' } }, /^\.mcp\.json:3:5: The server’s name "gіthub" may only hold/],
  [{ Workspace: { command: 'x' } }, /^\.mcp\.json:3:5: .*keeps for itself: give it another/],
  [{ claude_preview: { command: 'x' } }, /^\.mcp\.json:3:5: .*keeps for itself: give it another/],
  [{ a: { type: 'ws', url: 'wss://x.example' } }, /^\.mcp\.json:4:15: `type` is "ws"/],
  [
    { a: { command: 'x', arg: ['y'] } },
    /^\.mcp\.json:5:7: `arg` is not a key of a server; did you mean `args`\?/,
  ],
  [{ a: { command: 7 } }, /^\.mcp\.json:4:18: `command` has to be a text, but is 7/],
  [{ a__b: { command: 'x' } }, /^\.mcp\.json:3:5: The server’s name "a__b" can’t hold/],
  [{ a: { type: 'http', url: 'http://x.example' } }, /plain HTTP/],
])('%j is left out with its place', (servers, reason) => {
  expect(one({ files: [file(servers)] })).toMatch(reason);
  expect(() => gather({ files: [file(servers, 'input')] })).toThrow();
});

test('a file that is no JSON, or has no servers, says where', () => {
  const bad = (text: string) => one({ files: [{ file: '.mcp.json', text, origin: 'repository' }] });
  expect(bad('{\n  "mcpServers": {,}\n}')).toMatch(
    /^\.mcp\.json:2:\d+: An MCP configuration has to be JSON/,
  );
  expect(bad('{"servers": {}}')).toMatch(/^\.mcp\.json:1:\d+: `(servers|mcpServers)` is /);
  expect(bad('')).toMatch(/^\.mcp\.json:1:1/);
  expect(bad('// what\n{}')).toBe(
    ".mcp.json:1:1: An MCP configuration has to be JSON, without comments: Unexpected token '/'",
  );
  expect(bad('{"mcpServers": []}')).toMatch(/^\.mcp\.json:1:16: `mcpServers` has to be a mapping/);
});

test('names that look like each other are not both started', () => {
  const files = [
    file({ github: { command: 'x' }, Github: { command: 'y' }, 'git-hub': { command: 'z' } }),
  ];
  const { servers, leftOut } = gather({ files });
  expect(servers.map(({ name }) => name)).toEqual(['github', 'git-hub']);
  expect(leftOut[0]?.reason).toContain('looks like that of the server github');
});

test('the policy’s section says what is wrong with it, where', () => {
  expect(problems('mcp:\n  a: { comand: x }\n')).toEqual([
    'p.yml:2:8: `comand` is not a key of `mcp.a`; did you mean `command`?',
  ]);
  expect(problems('mcp: { a: { command: x, url: "https://x" } }\n')[0]).toContain('not both');
  expect(problems('mcp: { a: { args: [x] } }\n')[0]).toContain('`args` goes with a `command`');
  expect(problems('mcp: { a: { type: http, command: x } }\n')[0]).toContain('needs a `url`');
  expect(problems('mcp: { "a b": {} }\n')[0]).toContain('may only hold letters');
  expect(problems('network: { allow: ["https://x"] }\n')).toHaveLength(1);
  expect(problems('mcp: { a: {} }\nnetwork: { allow: ["*.example.com"] }\n')).toEqual([]);
});

test('a child’s keys stand over its parent’s, and its command takes the parent’s address away', () => {
  const parent = { a: { url: 'https://x.example', headers: { A: '1' }, required: true, source } };
  expect(mergeMcp([parent, { a: { trust_hints: true, source } }])['a']).toMatchObject({
    url: 'https://x.example',
    required: true,
    trust_hints: true,
  });
  expect(mergeMcp([parent, { a: { command: 'x', source } }])['a']).toEqual({
    command: 'x',
    required: true,
    source,
  });
});
