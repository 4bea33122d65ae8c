import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { INPUT_NAMES, inputsFromVariables, readInputs } from '../../src/action/inputs.ts';
import { ConfigError } from '../../src/base/errors.ts';

const root = join(import.meta.dirname, '../..');

test('reads every kind of input', () => {
  expect(
    readInputs({
      prompt: ' Fix it \n',
      policy: 'pr-fix\n\n ci/more.yml \n',
      max_turns: '12',
      max_budget_usd: '1.50',
      comment: 'new',
      dry_run: 'True',
      fail_on: 'denied, max_turns\nany_denial',
      anthropic_base_url: 'http://127.0.0.1:8080/api/',
      working_directory: '',
      allowed_tools: 'Bash(npm run a, b)\r\nEdit(docs/**)',
    }),
  ).toEqual({
    prompt: 'Fix it',
    policy: ['pr-fix', 'ci/more.yml'],
    max_turns: 12,
    max_budget_usd: 1.5,
    comment: 'new',
    dry_run: true,
    fail_on: ['denied', 'max_turns', 'any_denial'],
    anthropic_base_url: 'http://127.0.0.1:8080/api',
    allowed_tools: ['Bash(npm run a, b)', 'Edit(docs/**)'],
  });
});

test.each([
  [{ max_turn: '3' }, 'There is no input max_turn. Did you mean input max_turns?'],
  [{ zzz: '3' }, 'There is no input zzz. Known: input prompt,'],
  [{ max_turns: '0' }, "input max_turns can't be “0”: it takes a whole number of 1 or more."],
  [{ max_turns: '1e3' }, 'a whole number'],
  [{ max_budget_usd: 'five' }, "input max_budget_usd can't be “five”: it takes a number above 0."],
  [{ timeout_minutes: '-1' }, 'a number above 0'],
  [{ dry_run: 'yes' }, 'it takes true or false.'],
  [{ comment: 'sticky' }, 'it takes auto, new or off.'],
  [{ effort: 'huge' }, 'it takes low, medium, high, xhigh or max.'],
  [{ anthropic_base_url: 'ftp://x' }, 'an http or https address'],
  [{ fail_on: 'denials' }, 'any of completed, no_changes'],
  [{ prompt: 'a', prompt_file: 'b' }, 'are both given: give the task in one of them.'],
  [{ anthropic_api_key: 'a', anthropic_auth_token: 'b' }, 'give one credential.'],
  [{ comment: 'off', comment_key: 'x' }, 'has no effect with input comment off'],
  [{ fallback_model: 'sonnet' }, 'input fallback_model is the model that it should stand in for'],
  [
    { model: 'claude-opus-5-5', fallback_model: 'opus' },
    'input fallback_model is the model that it should stand in for',
  ],
  [{ model: 'scripted:x.yml', fallback_model: 'scripted:y.yml', effort: 'low' }, 'has no effect'],
  [{ use_bedrock: 'yes' }, 'it takes true or false.'],
  [{ use_bedrock: 'true', use_vertex: 'true' }, 'are both true: choose one.'],
  [
    { use_vertex: 'true', anthropic_api_key: 'a' },
    "input anthropic_api_key is for Anthropic's own API and has no effect with input use_vertex",
  ],
  [{ use_foundry: 'true', anthropic_base_url: 'https://x' }, 'input anthropic_base_url is for'],
  [{ use_bedrock: 'true' }, "input model has to be an id of Bedrock's, such as"],
  [{ use_bedrock: 'true', model: 'us.x', small_model: 'haiku' }, 'small_model has to be an id of'],
  [{ use_vertex: 'true', model: 'scripted:x.yml' }, 'use_vertex has no effect on a scripted'],
  [{ model: 'scripted:x.yml', effort: 'low' }, 'has no effect on a scripted model'],
])('%j is one clear sentence', (given, message) => {
  expect(() => readInputs(given as Record<string, string>)).toThrow(ConfigError);
  expect(() => readInputs(given as Record<string, string>)).toThrow(message);
});

test.each([
  [{ use_bedrock: 'true', model: 'us.anthropic.claude-opus-4-6-v1' }],
  [{ use_vertex: 'true', use_bedrock: 'false', anthropic_api_key: '' }],
  [{ use_foundry: 'false', model: 'scripted:x.yml' }],
  [{ model: 'scripted:x.yml', fallback_model: 'opus', effort: 'low' }],
])('%j goes together', (given) => {
  expect(() => readInputs(given as Record<string, string>)).not.toThrow();
});

test('an error on the command line names the flag', () => {
  expect(() => readInputs({ max_turns: 'x' }, (name) => `--${name.replaceAll('_', '-')}`)).toThrow(
    '--max-turns',
  );
});

test('inputs come from the variables of the runner', () => {
  expect(inputsFromVariables({ INPUT_MAX_TURNS: '3', PATH: '/bin', INPUT_PROMPT: 'x' })).toEqual({
    max_turns: '3',
    prompt: 'x',
  });
});

test('action.yml, README and the code name the same inputs', () => {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
    inputs: Record<string, unknown>;
  };
  expect(Object.keys(action.inputs)).toEqual(INPUT_NAMES);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  expect(INPUT_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('the defaults in action.yml are accepted', () => {
  const { inputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string }>;
  };
  const given = Object.entries(inputs).map(([name, { default: value }]) => [name, value ?? '']);
  expect(() => readInputs(Object.fromEntries(given))).not.toThrow();
});

test.each<[given: Record<string, string>, message: string]>([
  [
    { pr_title: 'x' },
    'pr_title has no effect with input deliver “none”: drop it, or use “pull-request”',
  ],
  [{ deliver: 'commit', pr_draft: 'false' }, 'pr_draft has no effect with input deliver “commit”'],
  [{ deliver: 'patch', commit_message: 'x' }, 'or use “commit” or “pull-request”'],
  [{ deliver: 'commit', base_branch: 'main' }, 'base_branch has no effect'],
  [
    { deliver: 'pull-request', branch_prefix: '-x/' },
    'branch_prefix can\'t be “-x/”: The branch name "-x/x" begins with a dash',
  ],
  [{ deliver: 'pull-request', base_branch: 'a..b' }, "base_branch can't be “a..b”"],
  [
    { deliver: 'patch', dry_run: 'true' },
    'input dry_run changes nothing, so input deliver “patch” would have nothing',
  ],
  [{ deliver: 'push' }, 'it takes none, patch, commit or pull-request'],
])('delivery: %j', (given, message) => {
  expect(() => readInputs(given)).toThrow(message);
});
