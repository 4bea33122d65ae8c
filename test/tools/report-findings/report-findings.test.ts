import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseInput } from '../../../src/tool/parse-input.ts';
import { ToolRefusal } from '../../../src/tool/refusal.ts';
import { reportFindingsTool } from '../../../src/tools/report-findings/report-findings.ts';
import type { FindingsInput } from '../../../src/tools/report-findings/report-findings-schema.ts';
import { type TestContext, toolContext } from '../tool-context.ts';

const finding = { path: 'src/a.js', line: 2, severity: 'error', message: 'It is wrong.' } as const;

function checkout(): TestContext {
  const context = toolContext();
  mkdirSync(join(context.workspace.root, 'src'));
  writeFileSync(join(context.workspace.root, 'src/a.js'), 'one\r\ntwo\r\nthree\r\n');
  return context;
}

const report = (context: TestContext, ...findings: FindingsInput['findings']) =>
  reportFindingsTool.call({ findings }, context, () => {});

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ToolRefusal);
  return (thrown as ToolRefusal).message;
}

test('findings are kept with the lines they are about, call after call', async () => {
  const context = checkout();
  const absolute = join(context.workspace.root, 'src/a.js');
  const { data } = await report(context, { ...finding, path: absolute, end_line: 3 });
  expect(data.reportedFindings).toEqual([
    {
      path: 'src/a.js',
      line: 2,
      endLine: 3,
      severity: 'error',
      message: 'It is wrong.',
      text: 'two\nthree',
    },
  ]);
  await report(context, { ...finding, rule: 'off-by-one', suggestion: '' });
  expect(context.getAppState().findings).toMatchObject([
    { line: 2, endLine: 3 },
    { line: 2, endLine: 2, rule: 'off-by-one', suggestion: '', text: 'two' },
  ]);
});

test('an empty list says that somebody looked', async () => {
  const context = checkout();
  expect(context.getAppState().findings).toBeUndefined();
  const { data } = await report(context);
  expect(data).toEqual({ reportedFindings: [], total: 0 });
  expect(context.getAppState().findings).toEqual([]);
});

test('one that has no place takes none of the call, and every problem is told', async () => {
  const context = checkout();
  const message = await refusalOf(
    report(
      context,
      finding,
      { ...finding, line: 4 },
      { ...finding, end_line: 1 },
      { ...finding, path: 'src/b.js' },
      { ...finding, path: 'src' },
      { ...finding, message: 'x'.repeat(20_001) },
    ),
  );
  expect(message).toContain('2. src/a.js has 3 lines, so none with the number 4.');
  expect(message).toContain('3. src/a.js: end_line 1 is before line 2.');
  expect(message).toContain('4. There is no file');
  expect(message).toContain('5. ');
  expect(message).toContain('6. src/a.js:2: a message or suggestion has 20000 characters at most.');
  expect(context.getAppState().findings).toBeUndefined();
});

test('only files of the checkout, whatever name leads to them', async () => {
  const context = checkout();
  writeFileSync(join(context.workspace.home, 'notes'), 'private\n');
  symlinkSync(join(context.workspace.home, 'notes'), join(context.workspace.root, 'link'));
  for (const path of ['~/notes', '../home/notes', 'link', '.'])
    expect(await refusalOf(report(context, { ...finding, path, line: 1 }))).toContain(
      'is not in the checkout',
    );
});

test('paths are judged as if they were read', () => {
  const context = checkout();
  const subject = reportFindingsTool.preparePermissionMatcher(
    { findings: [finding, { ...finding, line: 3 }, { ...finding, path: '.env' }] },
    context,
  );
  expect(subject).toMatchObject({ effects: ['read'], readOnly: true, unclear: undefined });
  expect(subject.paths.map(({ path, access }) => [path.given, access])).toEqual([
    ['src/a.js', 'read'],
    ['.env', 'read'],
  ]);
  const odd = { findings: [{ ...finding, path: 'a\0b' }] };
  expect(reportFindingsTool.preparePermissionMatcher(odd, context).unclear).toContain('control');
});

test('a run reports so many and no more', async () => {
  const context = checkout();
  const fifty = Array.from({ length: 50 }, () => finding);
  for (let call = 0; call < 10; call += 1) await report(context, ...fifty);
  expect(await refusalOf(report(context, finding))).toContain('500 findings at most');
  expect(context.getAppState().findings).toHaveLength(500);
});

test.each([
  [{ ...finding, line: 0 }],
  [{ ...finding, line: 1.5 }],
  [{ ...finding, severity: 'fatal' }],
  [{ ...finding, message: '  ' }],
  [{ ...finding, rule: 'Not a rule' }],
  [{ ...finding, text: 'forged' }],
])('the schema refuses %j', (wrong) => {
  expect(parseInput(reportFindingsTool, { findings: [wrong] }).ok).toBe(false);
});

test('its rendering shows place, severity and words', () => {
  const { use, summary } = reportFindingsTool.rendering;
  const input = { findings: [{ ...finding, end_line: 3, suggestion: 'better' }] };
  expect(use(input)).toEqual([
    { type: 'list', items: ['error src/a.js:2-3: It is wrong.'] },
    { type: 'code', text: 'better' },
  ]);
  expect(summary(input)).toBe('ReportFindings src/a.js:2-3');
  expect(summary({ findings: [] })).toBe('ReportFindings (none)');
});
