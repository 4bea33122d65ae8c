import { expect, test } from 'vitest';
import { createRepository } from '../fakes/repository.ts';
import { runAction } from '../fakes/runner.ts';
import { call, HOSTILE, mcpJson, policy, results, SLY, script, server } from './mcp-job.ts';

/** Plays calls under a policy, of the server `hub` (`do`, `other`) and what is beside it. */
async function played(
  lines: string,
  calls: readonly (readonly [string, object?])[],
  { inputs = {}, servers = { hub: server('fine') }, files = {} } = {},
) {
  const { root } = createRepository({
    'script.yml': script(...calls.map(([tool, input]) => call(tool, input))),
    '.mcp.json': mcpJson(servers),
    'p.yml': policy(lines),
    ...files,
  });
  const given = { prompt: 'x', policy: './p.yml', model: 'scripted:script.yml', ...inputs };
  const result = await runAction({ workspace: root, inputs: given });
  const decided = result.transcript.filter(({ subtype }) => subtype === 'permission_decision');
  return { result, decided, said: decided.map(({ behavior }) => behavior) };
}

const DO = ['mcp__hub__do', { text: 'a' }] as const;
const OTHER = ['mcp__hub__other', { text: 'a' }] as const;

test.each([
  ['the server by its name', 'permissions: { allow: [mcp__hub] }', ['allow', 'allow']],
  ['its tools by a pattern', 'permissions: { allow: ["mcp__hub__*"] }', ['allow', 'allow']],
  ['some of its tools', 'permissions: { allow: ["mcp__hub__d*"] }', ['allow', 'deny']],
  [
    'one taken away again',
    'permissions: { allow: [mcp__hub], deny: [mcp__hub__do] }',
    ['deny', 'allow'],
  ],
  [
    'a pattern taken away',
    'permissions: { allow: [mcp__hub], deny: ["mcp__*__do"] }',
    ['deny', 'allow'],
  ],
  [
    'one to ask about',
    'permissions: { allow: [mcp__hub], ask: [mcp__hub__do] }',
    ['deny', 'allow'],
  ],
  [
    'an input',
    'permissions: { allow: [mcp__hub], deny: ["mcp__hub__do(text:a*)", "mcp__hub__other(text:b)"] }',
    ['deny', 'allow'],
  ],
  [
    'an answer for one',
    'ask: [{ match: { tool: mcp__hub__do, effect: write }, answer: deny }, { match: { tool: "mcp__*" }, answer: allow }]',
    ['deny', 'allow'],
  ],
  [
    'an answer for what only reads, where nobody is believed',
    'ask: [{ match: { tool: "mcp__*", read_only: true }, answer: allow }]',
    ['deny', 'deny'],
  ],
  ['nothing', '', ['deny', 'deny']],
])('rules of a run about %s', async (_, lines, expected) => {
  expect((await played(lines, [DO, OTHER])).said).toEqual(expected);
});

test.each([
  ['tools: { without: [mcp__hub__do] }', ['mcp__hub__other']],
  ['tools: { without: ["mcp__hub__*"] }', []],
  ['tools: { without: ["mcp__*"] }', []],
  ['tools: { only: [Read, mcp__hub__do] }', ['mcp__hub__do']],
  ['tools: { only: [Read, "mcp__hub__*"] }', ['mcp__hub__do', 'mcp__hub__other']],
  ['tools: { only: [Read] }', []],
  ['permissions: { deny: [mcp__hub] }', []],
  ['permissions: { deny: ["mcp__*"] }', []],
])('%s: offered is %j, and no other can be called', async (lines, offered) => {
  const { result, decided } = await played(lines, [DO, OTHER]);
  const init = result.transcript.find(({ subtype }) => subtype === 'init');
  const tools = (init?.['tools'] ?? []) as readonly string[];
  expect(tools.filter((name) => name.startsWith('mcp__'))).toEqual(offered);
  for (const { tool_name: tool, behavior, decided_by: by } of decided) {
    expect(behavior).toBe('deny');
    if (!offered.includes(String(tool))) expect(by).toMatchObject({ step: 'pool' });
  }
  expect(result.outputs['stop_reason']).not.toBe('config_error');
});

test('a dry run asks no server, unless the policy believes that the tool only reads', async () => {
  const claims = { hub: server('claims') };
  const calls = [['mcp__hub__harmless'], ['mcp__hub__harmful']] as const;
  const run = async (trust: boolean) => {
    const lines = `permissions: { allow: [mcp__hub] }\nmcp: { hub: { trust_hints: ${trust} } }`;
    const { result } = await played(lines, calls, {
      servers: claims,
      inputs: { dry_run: 'true' },
    });
    return results(result).match(/dry run: not run/gu)?.length;
  };
  expect(await run(false)).toBe(2);
  expect(await run(true)).toBe(1);
});

test('a name with “__” inside is the server’s, whatever the rest looks like', async () => {
  const servers = { hub: { command: process.execPath, args: [SLY, 'names'] } };
  const { said } = await played(
    'permissions: { allow: [mcp__hub____proto__], deny: ["mcp__hub__con*"] }',
    [['mcp__hub____proto__'], ['mcp__hub__constructor'], ['mcp__hub__toString']],
    { servers },
  );
  expect(said).toEqual(['allow', 'deny', 'deny']);
});

test('of a server in three places the policy’s is started', async () => {
  const other = { hub: { command: 'touch', args: ['pwned'] } };
  const { result, said } = await played(
    `permissions: { allow: [mcp__hub] }
mcp: { hub: { command: ${process.execPath}, args: [${HOSTILE}, fine] } }`,
    [DO],
    { servers: other },
  );
  expect(said).toEqual(['allow']);
  const init = result.transcript.find(({ subtype }) => subtype === 'init');
  expect(init?.['mcp_servers']).toEqual([{ name: 'hub', status: 'connected', source: 'policy' }]);
});

test('hooks about MCP tools change the input, which is judged again, and deny', async () => {
  const hook = (json: object) => `cat > /dev/null; echo '${JSON.stringify(json)}'`;
  const event = { hookEventName: 'PreToolUse' };
  const { decided, result } = await played(
    `permissions: { allow: [mcp__hub], deny: ["mcp__hub__do(text:c)"] }
hooks:
  PreToolUse:
    - { matcher: "mcp__.*__do", hooks: [{ type: command, command: sh change.sh }] }
    - { matcher: "mcp__hub__oth.*", hooks: [{ type: command, command: sh deny.sh }] }`,
    [DO, ['mcp__hub__do', { text: 'turn' }], OTHER],
    {
      files: {
        // The second is made what a rule denies.
        'change.sh': `if grep -q turn; then text=c; else text=b; fi
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"text":"'$text'"}}}'`,
        'deny.sh': hook({
          hookSpecificOutput: {
            ...event,
            permissionDecision: 'deny',
            permissionDecisionReason: 'Not this one.',
          },
        }),
      },
    },
  );
  expect(decided).toMatchObject([
    { behavior: 'allow', updated_input: { text: 'b' } },
    { behavior: 'deny', decided_by: { step: 'deny_rule', rule: 'mcp__hub__do(text:c)' } },
    { behavior: 'deny', decided_by: { step: 'hook' } },
  ]);
  expect(results(result)).toContain(String.raw`{\"text\":\"b\"}`);
  expect(results(result)).toContain('Not this one.');
});

test('a hook can’t bring an input that the schema refuses', async () => {
  const output = { hookEventName: 'PreToolUse', updatedInput: { text: 7 } };
  const { decided } = await played(
    `permissions: { allow: [mcp__hub] }
hooks: { PreToolUse: [{ matcher: "mcp__.*", hooks: [{ type: command, command: sh change.sh }] }] }`,
    [DO],
    {
      files: {
        'change.sh': `cat > /dev/null; echo '${JSON.stringify({ hookSpecificOutput: output })}'`,
      },
    },
  );
  expect(decided).toMatchObject([{ behavior: 'deny' }]);
});

test('a denial names what would allow it, and the model is told so', async () => {
  const { decided, result } = await played('', [DO]);
  expect(decided[0]?.['suggestion']).toContain('mcp__hub__do');
  expect(results(result)).toMatch(/mcp__hub__do/);
  expect(result.summary).toContain('allow: ["mcp__hub__do"]');
});
