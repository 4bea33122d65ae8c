import { expect, test } from 'vitest';
import { parseRule } from '../../src/permission/parse-rule.ts';
import { createExplainer } from '../../src/policy/explain.ts';
import { policyOf, TRUSTED } from './asked.ts';

type Lists = Partial<Record<'deny' | 'ask' | 'allow', string[]>>;

async function explained(
  lists: Lists,
  tool: string,
  input: Record<string, unknown>,
): Promise<string> {
  const read = (texts: string[] = []) =>
    texts.map((text) => parseRule(text, { file: 'p.yml', line: 1 }));
  const explain = createExplainer({
    ...TRUSTED,
    policy: await policyOf({ 'p.yml': '{}' }),
    rules: { deny: read(lists.deny), ask: read(lists.ask), allow: read(lists.allow) },
    viewOf: () => undefined,
  });
  const { behavior, asked_because: because } = explain({ tool, input });
  return because === undefined ? behavior : `ask:${because}`;
}

const call = {
  fetch: ['WebFetch', { url: 'https://Docs.Example.com:8443/a?b' }],
  search: ['WebSearch', { query: 'x' }],
  notebook: ['NotebookEdit', { notebook_path: '/w/a.ipynb', new_source: '' }],
  multi: ['MultiEdit', { file_path: 'src/a.ts' }],
  list: ['LS', { path: '/w/src' }],
  agent: ['Agent', { subagent_type: 'Explore', prompt: '' }],
  task: ['Task', { subagent_type: 'Explore', prompt: '' }],
  plainAgent: ['Task', { prompt: '' }],
  skill: ['Skill', { skill: 'deploy' }],
  skillWith: ['Skill', { skill: 'deploy', args: 'prod' }],
  monitor: ['Monitor', { command: 'npm test && curl https://x.example' }],
  socket: ['Monitor', { ws: { url: 'wss://x.example/a' } }],
  power: ['PowerShell', { command: 'Get-Item a; Remove-Item b' }],
  mcp: ['mcp__hub__get', { url: 'https://x.example', path: '/etc/passwd' }],
} as const satisfies Record<string, readonly [string, Record<string, unknown>]>;

test.each<[keyof typeof call, Lists, string]>([
  ['fetch', { allow: ['WebFetch(domain:docs.example.com)'] }, 'allow'],
  ['fetch', { allow: ['WebFetch(domain:example.com)'] }, 'ask:no_rule'],
  ['fetch', { allow: ['WebFetch'], deny: ['WebFetch(domain:*.example.com)'] }, 'deny'],
  ['search', {}, 'ask:no_rule'],
  ['search', { allow: ['WebSearch'] }, 'allow'],
  ['notebook', { allow: ['Edit'] }, 'allow'],
  ['notebook', { allow: ['Edit'], deny: ['Read(a.ipynb)'] }, 'allow'],
  ['notebook', { allow: ['NotebookEdit'], deny: ['Edit(*.ipynb)'] }, 'deny'],
  ['multi', { allow: ['Edit(/src/**)'] }, 'allow'],
  ['multi', { allow: ['Edit'], deny: ['Read(src/**)'] }, 'deny'],
  ['multi', {}, 'ask:no_rule'],
  ['list', {}, 'allow'],
  ['list', { deny: ['Read(src/**)'] }, 'deny'],
  ['agent', { allow: ['Agent(Explore)'] }, 'allow'],
  ['agent', { allow: ['Task(Explore)'] }, 'allow'],
  ['task', { allow: ['Agent'], deny: ['Agent(Explore)'] }, 'deny'],
  ['plainAgent', { allow: ['Agent(general-purpose)'] }, 'allow'],
  ['skill', { allow: ['Skill(deploy)'] }, 'allow'],
  ['skillWith', { allow: ['Skill(deploy)'] }, 'ask:no_rule'],
  ['skillWith', { allow: ['Skill(deploy *)'] }, 'allow'],
  ['skillWith', { allow: ['Skill'], deny: ['Skill(deploy)'] }, 'deny'],
  ['monitor', { allow: ['Bash(npm test)', 'Bash(curl *)'] }, 'allow'],
  ['monitor', { allow: ['Monitor', 'Bash'], deny: ['Bash(curl *)'] }, 'deny'],
  ['socket', { allow: ['Monitor'], deny: ['WebFetch(domain:x.example)'] }, 'deny'],
  ['power', { allow: ['PowerShell'] }, 'ask:unparseable'],
  ['power', { deny: ['PowerShell(Remove-Item *)'] }, 'deny'],
  ['mcp', { allow: ['mcp__hub__get'] }, 'allow'],
  ['mcp', { allow: ['mcp__hub'], deny: ['mcp__*'] }, 'deny'],
])('%s with %j: %s', async (name, lists, want) => {
  const [tool, input] = call[name];
  expect(await explained(lists, tool, input)).toBe(want);
});

test.each([
  ['WebFetch', { url: 'no url' }],
  ['MultiEdit', {}],
  ['LS', { path: 'a\u0000b' }],
  ['Monitor', {}],
])('%s with %j can not be judged', async (tool, input) => {
  expect(await explained({ allow: [tool] }, tool, input)).toBe('ask:unparseable');
});
