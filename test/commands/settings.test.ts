import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unattended } from '../fakes/command.ts';
import { createRepository } from '../fakes/repository.ts';

const permissions = (lists: object) => JSON.stringify({ permissions: lists });

/** What `explain` says of a command in a repository with settings of its own and of its user. */
function scene() {
  const { root } = createRepository({
    '.claude/settings.json': permissions({
      allow: ['Bash(make *)'],
      deny: ['Bash(make deploy *)', 'Read(/private/**)'],
    }),
    'home/.claude/settings.json': permissions({ ask: ['Bash(make release)'] }),
    'src/a.ts': '',
  });
  const explain = async (command: string, ...flags: string[]) => {
    const calls = { tool: 'Bash', input: { command } };
    const result = await unattended(['explain', '--policy', 'read-only', '--jsonl', ...flags], {
      cwd: root,
      input: `${JSON.stringify(calls)}\n`,
      env: { HOME: join(root, 'home') },
    });
    return { ...result, answer: JSON.parse(result.stdout || '{}') };
  };
  return { root, explain };
}

test('the settings of all layers are merged with the policy', async () => {
  const { explain } = scene();
  expect((await explain('make test')).answer).toMatchObject({
    behavior: 'allow',
    decided_by: { rule: 'Bash(make *)', file: '.claude/settings.json' },
  });
  expect((await explain('make deploy now')).answer.decided_by.step).toBe('deny_rule');
  expect((await explain('make release')).answer).toMatchObject({
    behavior: 'deny',
    asked_because: 'ask_rule',
  });
  expect((await explain('cat private/x')).answer.decided_by).toMatchObject({
    step: 'deny_rule',
    file: '.claude/settings.json',
  });
  const explicit = permissions({ deny: ['Bash(make test)'] });
  expect((await explain('make test', '--settings', explicit)).answer.decided_by).toMatchObject({
    step: 'deny_rule',
    file: 'input settings',
  });
});

test('in an untrusted run the repository’s own rules only tighten', async () => {
  const { explain } = scene();
  expect((await explain('make test', '--trust', 'untrusted')).answer.behavior).toBe('deny');
  const denied = await explain('make deploy now', '--trust', 'untrusted');
  expect(denied.answer.decided_by.step).toBe('deny_rule');
});

test('what is asked for has to be right, with its place', async () => {
  const { explain } = scene();
  const wrong = await explain('ls', '--settings', '{"permissions":{"deny":["Bash(rm"]}}');
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain('input settings:1:25: The rule "Bash(rm" has a "("');
  const missing = await explain('ls', '--settings', 'none.json');
  expect(missing.stderr).toContain('--settings: there is no file “none.json”.');
});

test('plan mode is told as a run would have it', async () => {
  const { explain } = scene();
  const plan = permissions({ allow: ['Bash(make *)'], defaultMode: 'plan' });
  expect((await explain('make test', '--settings', plan)).answer).toMatchObject({
    behavior: 'deny',
    decided_by: { step: 'tool' },
  });
  expect((await explain('ls src', '--settings', plan)).answer.behavior).toBe('allow');
});
