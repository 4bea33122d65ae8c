import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KNOWN_EVENTS } from '../../src/github/event-name.ts';
import { createRepository } from '../fakes/repository.ts';
import { githubJob, SCRIPT } from './github-job.ts';

type Json = Record<string, unknown>;

const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly {
  readonly name: string;
  readonly examples: readonly Json[];
}[];

/** The table of the README is what is promised. */
const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const rows = [...readme.matchAll(/^\| `(\w+)` +\| ([^|]+)\| ([^|]+)\| ([^|]+)\|$/gm)]
  .map(([, name = '', without = '', asked = '', context = '']) => ({
    name,
    without: without.trim(),
    asked: asked.trim(),
    context: context.trim(),
  }))
  .filter(({ name }) => KNOWN_EVENTS.includes(name));

test('the table has every event', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(
    KNOWN_EVENTS.filter((name) => name !== 'manual').sort(),
  );
});

function payloadOf(name: string): Json {
  if (name === 'schedule') return { schedule: '0 4 * * *', repository: { full_name: 'octo/app' } };
  const like = name === 'pull_request_target' ? 'pull_request' : name;
  const found = examples.find((example) => example.name === like)?.examples[0];
  if (!found) throw new Error(`There is no example of ${name}.`);
  return structuredClone(found);
}

/** The example as it would be in this repository. */
function eventIn(name: string, sha: string, words: string) {
  const payload = payloadOf(name);
  const pull = payload['pull_request'] as Record<'base' | 'head', { sha: string }> | undefined;
  if (pull) {
    pull.base.sha = sha;
    pull.head.sha = sha;
  }
  const written = (payload['comment'] ?? payload['review']) as { body: string } | undefined;
  if (written) {
    payload['action'] = 'created';
    written.body = words;
  }
  return { name, payload };
}

const users = Object.fromEntries(
  ['Codertocat', 'octocat', 'rachmari', 'wolfy1339', 'gr2m'].map((login, index) => [
    login,
    { id: 1000 + index, permission: 'write' as const },
  ]),
);

async function play(name: string, inputs: Readonly<Record<string, string>>, words = 'Hm.') {
  const repository = createRepository({ 'script.yml': SCRIPT });
  const sha = repository.git('rev-parse', 'HEAD').trim();
  const event = eventIn(name, sha, words);
  const everybody = JSON.stringify(event.payload).matchAll(/"login":"([^"]+)"/g);
  const others = [...everybody].map(([, login = '']) => [login, { id: 5, permission: 'write' }]);
  return githubJob({
    repository,
    event,
    inputs,
    world: { users: { ...Object.fromEntries(others), ...users }, jobs: { 1589141559: [] } },
  });
}

test.each(rows)('$name runs with a prompt', async ({ name, asked, context }) => {
  const { github, result, prompt } = await play(name, { prompt: 'Look at it.', comment: 'off' });
  expect(result.outputs).toMatchObject({ stop_reason: 'completed', conclusion: 'success' });
  expect(prompt).toContain('Look at it.');
  const paths = github.requests.map(({ path }) => path);
  if (context === 'none') expect(paths).toEqual([]);
  else expect(paths.length).toBeGreaterThan(0);
  expect(paths.some((path) => path.startsWith('/users/'))).toBe(!asked.startsWith('nobody'));
});

test.each(rows)('$name without a prompt: $without', async ({ name, without }) => {
  if (without === 'error') {
    const { result } = await play(name, {});
    expect(result.outputs['stop_reason']).toBe('config_error');
    expect(result.stdout).toContain('There is no task');
    return;
  }
  const { result, github } = await play(name, {});
  expect(result.exitCode).toBe(0);
  expect(result.outputs).toMatchObject({ stop_reason: 'skipped', conclusion: 'neutral' });
  expect(result.stdout).toContain('::notice');
  expect(github.requests).toEqual([]);
  const asked = await play(name, {}, 'Please, @Unattended mend it.');
  expect(asked.result.outputs).toMatchObject({ stop_reason: 'completed' });
  expect(asked.prompt).toContain('Please,  mend it.');
});
