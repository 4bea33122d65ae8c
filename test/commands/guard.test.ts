import { expect, test } from 'vitest';
import { unattended } from '../fakes/command.ts';
import { temporaryFolder } from '../fakes/repository.ts';

const ADDRESS = '93.184.216.34';
const SECRET = { name: 'TOKEN', value: 'correct-horse-battery-staple' };
const base = {
  url: 'https://docs.example.com/x',
  allowed: ['docs.example.com'],
  resolves: { 'docs.example.com': [ADDRESS] },
};

async function guard(lines: readonly unknown[]) {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const { stdout, stderr, exitCode } = await unattended(['guard', 'url', '--jsonl'], {
    cwd: temporaryFolder(),
    input: `${input.join('\n')}\n`,
  });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: unknown; behavior: string; reason: string });
  return { answers, stdout, stderr, exitCode };
}

test('guard url judges a request a line, in order', async () => {
  const cases = [
    [base, 'allow'],
    [{ ...base, resolves: { 'DOCS.example.com.': [ADDRESS] } }, 'allow'],
    [{ ...base, resolves: {} }, 'deny'],
    [{ ...base, allowed: [] }, 'deny'],
    [{ ...base, url: 'http://docs.example.com/x' }, 'deny'],
    [{ ...base, url: 'http://docs.example.com/x', allow_http: true }, 'allow'],
    [{ ...base, resolves_later: { 'docs.example.com': ['127.0.0.1'] } }, 'deny'],
    [{ ...base, resolves_later: { 'docs.example.com': ['8.8.8.8'] } }, 'allow'],
    [{ ...base, redirects: ['/y', 'z'] }, 'allow'],
    [{ ...base, redirects: ['/y', 'https://evil.example/'] }, 'deny'],
    [{ ...base, redirects: ['/y', '/y'] }, 'deny'],
    [{ ...base, secrets: [SECRET] }, 'allow'],
    [{ ...base, url: `${base.url}?q=${SECRET.value}`, secrets: [SECRET] }, 'deny'],
    [{ ...base, redirects: [`/?q=${SECRET.value}`], secrets: [SECRET] }, 'deny'],
  ] as const;
  const { answers, stderr, exitCode } = await guard(cases.map(([line], id) => ({ id, ...line })));
  expect(answers.map(({ id, behavior }) => [id, behavior])).toEqual(
    cases.map(([, behavior], id) => [id, behavior]),
  );
  for (const answer of answers) expect(Object.keys(answer)).toEqual(['id', 'behavior', 'reason']);
  expect(answers[0]?.reason).toContain(ADDRESS);
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});

test('lines that can not be read are refused, and the others answered', async () => {
  const { answers, exitCode } = await guard([
    'not json',
    '[1]',
    { id: 'no-url', allowed: ['*'] },
    { id: 'no-list', url: base.url },
    { id: 'bad-list', ...base, allowed: ['https://docs.example.com'] },
    { id: 'good', ...base },
  ]);
  expect(answers.map(({ id, behavior }) => [id, behavior])).toEqual([
    [undefined, 'deny'],
    [undefined, 'deny'],
    ['no-url', 'deny'],
    ['no-list', 'deny'],
    ['bad-list', 'deny'],
    ['good', 'allow'],
  ]);
  expect(exitCode).toBe(2);
});

test.each([
  [['guard'], 'unattended guard url'],
  [['guard', 'ulr'], 'Did you mean “url”?'],
  [['guard', 'url'], 'Give --jsonl'],
  [['guard', 'url', '--jsnol'], 'Did you mean --jsonl?'],
])('%j: one sentence on stderr, exit 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await unattended(args, { cwd: temporaryFolder() });
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
});
