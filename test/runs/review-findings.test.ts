import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { pushed, type ReviewGithub } from '../fakes/review-github.ts';
import { openPull, review, script } from './review-pull.ts';

const empty = {
  path: 'src/a.js',
  line: 12,
  end_line: 13,
  severity: 'error',
  rule: 'empty-list',
  message: 'The list may be empty. cc @octocat',
  suggestion: 'return list.at(0) ?? none;\n',
};
const slow = { path: 'src/a.js', line: 14, severity: 'warning', message: 'This is slow.' };
const outside = { path: 'src/b.js', line: 3, severity: 'notice', message: 'Not of this change.' };

/** What the button of a suggestion does. */
function takeOver(file: string, comment: ReviewGithub['comments'][number] | undefined): string {
  const lines = file.split('\n');
  const { line = 0, start_line, body = '' } = comment ?? {};
  const text = /```suggestion\n([\s\S]*?)```/.exec(body)?.[1] ?? expect.fail(body);
  const from = start_line ?? line;
  lines.splice(from - 1, line - from + 1, ...text.split('\n').slice(0, -1));
  return lines.join('\n');
}

test('findings come out at their lines, as annotations, in the reports and as SARIF', async () => {
  const pull = await openPull({ 'one.yml': script(slow, empty, outside) });
  const result = await review(pull, 'one.yml');
  const { comments, reviews, issueComments } = pull.github;

  expect(result.outputs).toMatchObject({ stop_reason: 'completed', conclusion: 'success' });
  expect(reviews).toEqual([
    { body: expect.stringContaining('1 error, 1 warning and 1 notice; 2 new'), count: 2 },
  ]);
  expect(comments).toMatchObject([
    { path: 'src/a.js', start_line: 12, line: 13, body: expect.stringContaining('`empty-list`') },
    { path: 'src/a.js', start_line: null, line: 14, body: expect.stringContaining('slow') },
  ]);
  expect(comments[0]?.body).not.toContain('@octocat');
  const head = readFileSync(join(pull.repository.root, 'src/a.js'), 'utf8');
  expect(takeOver(head, comments[0])).toBe(
    head.replace('return\n  list[0];\n', 'return list.at(0) ?? none;\n'),
  );
  for (const text of [issueComments.at(-1)?.body, result.summary]) {
    expect(text).toContain('**Findings**: 1 error, 1 warning and 1 notice');
    expect(text).toContain('`src/b.js:3` Not of this change.');
  }
  expect(result.stdout).toContain('::error file=src/a.js,line=12,endLine=13,title=empty-list::');
  const sarif = JSON.parse(readFileSync(result.outputs['sarif_file'] ?? '', 'utf8'));
  expect(sarif.runs[0].results).toHaveLength(3);
});

test('what was said is not said again, what is gone is resolved, what comes back is opened', async () => {
  const moved = { ...empty, line: 14, end_line: 15 };
  const pull = await openPull({
    'one.yml': script(slow, empty),
    'two.yml': script(moved),
    'three.yml': script(moved, { ...slow, line: 16 }),
  });
  await review(pull, 'one.yml');
  const { repository, base, github } = pull;
  const first = github.comments.map(({ body }) => body);
  // Enough comments of others that ours are on no page with the last.
  for (let id = 1_000; id < 1_130; id += 1)
    github.comments.unshift({
      id,
      body: 'x',
      path: 'src/a.js',
      line: 1,
      start_line: null,
      user: null,
    });
  const before = github.comments.length;
  repository.write(
    'src/a.js',
    `new\nnew\n${readFileSync(join(repository.root, 'src/a.js'), 'utf8')}`,
  );
  repository.commit('two lines above');
  pushed(github, repository, base);

  await review(pull, 'two.yml');
  expect(github.comments).toHaveLength(before);
  expect(github.reviews).toHaveLength(1);
  const [kept, gone] = github.comments.slice(-2);
  expect(kept?.body).toBe(first[0]);
  expect(gone?.body).toContain(`No longer reported as of ${github.head.slice(0, 7)}`);
  expect([...github.resolved]).toEqual([gone?.id]);

  await review(pull, 'three.yml');
  expect(github.comments).toHaveLength(before);
  expect(github.comments.slice(-2).map(({ body }) => body)).toEqual(first);
  expect(github.resolved.size).toBe(0);
});

test('where the token may not resolve, the comment says that it is gone', async () => {
  const pull = await openPull({ 'one.yml': script(slow), 'none.yml': script() });
  await review(pull, 'one.yml');
  pull.github.mayResolve = false;
  const result = await review(pull, 'none.yml');
  expect(result.outputs['conclusion']).toBe('success');
  expect(pull.github.comments[0]?.body).toContain('No longer reported');
  expect(pull.github.issueComments[0]?.body).toContain('**Findings**: none');
  const edits = pull.github.requests.filter((line) =>
    line.startsWith('PATCH /repos/octo/app/pulls/'),
  );
  await review(pull, 'none.yml');
  expect(pull.github.requests.filter((line) => edits.includes(line))).toHaveLength(edits.length);
});

test('threads that people answered, and comments that only look like ours, are left alone', async () => {
  const pull = await openPull({ 'one.yml': script(slow, empty), 'none.yml': script() });
  await review(pull, 'one.yml');
  const { comments, resolved } = pull.github;
  const [one, two] = comments;
  const mona = { login: 'mona', type: 'User' };
  const place = { path: 'src/a.js', line: 12, start_line: null };
  comments.push({
    id: 900,
    body: 'On purpose.',
    ...place,
    user: mona,
    in_reply_to_id: one?.id ?? 0,
  });
  comments.push({ id: 901, body: two?.body ?? '', ...place, user: mona });
  const before = comments.map(({ body }) => body);
  await review(pull, 'none.yml');
  expect([...resolved]).toEqual([two?.id]);
  expect(
    comments.map(({ body }) => body).filter((body, index) => body !== before[index]),
  ).toHaveLength(1);
});

test('a run that did not look, or was cut short, resolves nothing', async () => {
  const unseen = JSON.stringify({ version: 1, turns: [{ text: 'No time.' }] });
  const pull = await openPull({
    'one.yml': script(slow),
    'unseen.yml': unseen,
    'none.yml': script(),
  });
  await review(pull, 'one.yml');
  const result = await review(pull, 'unseen.yml');
  expect(result.outputs['sarif_file']).toBe('');
  await review(pull, 'none.yml', { max_turns: '1' });
  expect(pull.github.resolved.size).toBe(0);
  expect(pull.github.comments[0]?.body).not.toContain('No longer');
});

test.each([403, 404, 422])(
  'a refusal with %i is a warning, and the findings stay in the summary',
  async (status) => {
    const pull = await openPull({ 'one.yml': script(slow) });
    pull.github.refuse = status;
    const result = await review(pull, 'one.yml');
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toMatchObject({ conclusion: 'success', stop_reason: 'completed' });
    expect(result.summary).toContain('`src/a.js:14` This is slow.');
    expect(result.stdout).toMatch(/::warning title=Unattended::.*(lines|findings)/);
  },
);

test('one line that GitHub refuses does not take the others with it', async () => {
  const pull = await openPull({ 'one.yml': script(slow, empty) });
  pull.github.strictLine = 14;
  const result = await review(pull, 'one.yml');
  expect(pull.github.comments).toMatchObject([{ line: 13 }]);
  expect(result.stdout).toContain('GitHub took 1 of 2 comments');
});

test('a checkout that has only the merged files asks GitHub for the diff', async () => {
  const pull = await openPull({ 'one.yml': script(slow, outside) });
  const { repository, base, github } = pull;
  const shallow = join(temporaryFolder(), 'app');
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${repository.root}`, shallow]);
  execFileSync('git', ['fetch', '--quiet', '--depth=1', 'origin', base], { cwd: shallow });
  execFileSync('git', ['remote', 'set-url', 'origin', join(shallow, 'gone')], { cwd: shallow });
  await review(pull, 'one.yml', {}, shallow);
  expect(github.requests).toContain('GET /repos/octo/app/pulls/7/files');
  expect(github.comments).toMatchObject([{ line: 14 }]);
});

test.each([{ comment: 'off' }, { dry_run: 'true' }])(
  'with %j nothing is written at lines',
  async (inputs) => {
    const pull = await openPull({ 'one.yml': script(slow) });
    const result = await review(pull, 'one.yml', inputs as Record<string, string>);
    expect(pull.github.comments).toEqual([]);
    expect(result.summary).toContain('This is slow.');
  },
);

test('of very many the most severe fifty stand at their lines', async () => {
  const many = Array.from({ length: 45 }, (_, index) => ({ ...slow, message: `Slow ${index}` }));
  const worse = many
    .slice(0, 20)
    .map((it) => ({ ...it, severity: 'error', message: `${it.message}!` }));
  const turns = [many, worse].map((findings) => ({
    calls: [{ tool: 'ReportFindings', input: { findings } }],
  }));
  const pull = await openPull({
    'one.yml': JSON.stringify({ version: 1, turns: [...turns, { text: 'x' }] }),
  });
  const result = await review(pull, 'one.yml');
  expect(pull.github.comments).toHaveLength(50);
  expect(pull.github.comments.filter(({ body }) => body.includes('**Error**'))).toHaveLength(20);
  expect(result.stdout.match(/^::error file/gm)).toHaveLength(10);
  expect(result.stdout).toContain('45 more findings');
  expect(result.summary).toContain('20 errors and 45 warnings');
});

test('files that the agent may not read are no place for a finding', async () => {
  const pull = await openPull({
    '.env': 'TOKEN=x\n',
    'one.yml': script({ ...slow, path: '.env', line: 1 }),
  });
  const result = await review(pull, 'one.yml', { fail_on: 'error' });
  expect(JSON.parse(result.outputs['permission_denials'] ?? '[]')).toHaveLength(1);
  expect(result.outputs['sarif_file']).toBe('');
  expect(pull.github.reviews).toEqual([]);
});
