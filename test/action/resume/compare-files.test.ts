import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CompareOptions, compareFiles } from '../../../src/action/resume/compare-files.ts';
import { keptFindings } from '../../../src/action/resume/kept-findings.ts';
import { SeenFiles } from '../../../src/action/resume/seen-files.ts';
import type { Finding } from '../../../src/tool/tool-use-context.ts';
import { editFile } from '../../../src/tools/edit/edit-file.ts';
import { readFile } from '../../../src/tools/read/read-file.ts';
import { writeFile } from '../../../src/tools/write/write-file.ts';
import { toolContext } from '../../tools/tool-context.ts';

function scene(more: Partial<CompareOptions> = {}) {
  const context = toolContext();
  const { workspace } = context;
  const seen = new SeenFiles();
  const path = (name: string) => join(workspace.root, name);
  return {
    seen,
    path,
    put: (name: string, text: string) => writeFileSync(path(name), text),
    read: async (name: string, page: { offset?: number; limit?: number } = {}) =>
      seen.note(await readFile({ file_path: name, ...page }, context)),
    edit: async (name: string, old_string: string, new_string: string) =>
      seen.note(await editFile({ file_path: name, old_string, new_string }, context)),
    write: async (name: string, content: string) =>
      seen.note(await writeFile({ file_path: name, content }, context)),
    options: {
      workspace,
      before: workspace.directory,
      redact: (text: string) => text,
      hides: () => false,
      ...more,
    },
    differences: (options: Partial<CompareOptions> = {}) =>
      compareFiles(seen.files, {
        workspace,
        before: workspace.directory,
        redact: (text) => text,
        hides: () => false,
        ...more,
        ...options,
      }),
  };
}

const texts = fc
  .array(fc.constantFrom('a', 'bb', '', 'x'.repeat(2_500), 'é\tü'), { maxLength: 12 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.map((l) => l + end).join('')));

test('what tools showed and left is no difference; a changed line is, with its number', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.nat(20), async (first, second, at) => {
      const { put, read, write, edit, differences, path, seen } = scene();
      put('read.txt', first);
      await read('read.txt');
      await write('written.txt', second);
      await write('edited.txt', `${first}MARK\n${second}`);
      await edit('edited.txt', 'MARK', 'TWO\nLINES');
      expect(differences()).toEqual([]);
      expect(seen.files).toHaveLength(3);
      const lines = readFileSync(path('edited.txt'), 'utf8').split('\n');
      const line = at % (lines.length - 1);
      lines[line] = `${lines[line]}!`;
      put('edited.txt', lines.join('\n'));
      expect(differences()).toEqual([{ path: 'edited.txt', line: line + 1 }]);
    }),
    { numRuns: 40 },
  );
});

test('pages count for their lines, a longer or shorter file differs', async () => {
  const { put, read, differences, path } = scene();
  const lines = Array.from({ length: 100 }, (_none, n) => `line ${n + 1}`);
  const text = (change: (list: string[]) => unknown) => {
    const list = [...lines];
    change(list);
    put('a.txt', `${list.join('\n')}\n`);
  };
  text(() => {});
  await read('a.txt', { offset: 10, limit: 5 });
  await read('a.txt', { offset: 50, limit: 5 });
  text((list) => list.splice(29, 1, 'unseen'));
  expect(differences()).toEqual([]);
  text((list) => list.splice(50, 1, 'seen'));
  expect(differences()).toEqual([{ path: 'a.txt', line: 51 }]);
  text((list) => list.push('more'));
  expect(differences()).toEqual([{ path: 'a.txt', line: 101 }]);
  rmSync(path('a.txt'));
  expect(differences()).toEqual([{ path: 'a.txt', line: undefined }]);
});

test('looks at nothing outside the checkout, and at nothing that a rule hides', async () => {
  const { put, read, differences, options, path, seen } = scene();
  put('secret.txt', 'one\n');
  await read('secret.txt');
  put('secret.txt', 'two\n');
  expect(differences()).toHaveLength(1);
  expect(differences({ hides: (file) => file.endsWith('secret.txt') })).toEqual([]);
  for (const outside of ['/etc/passwd', join(options.workspace.home, 'x'), '\u0000'])
    seen.note({ file: { filePath: outside, content: 'x', startLine: 1, totalLines: 1 } });
  symlinkSync('/etc/passwd', path('link'));
  seen.note({ file: { filePath: path('link'), content: 'x', startLine: 1, totalLines: 1 } });
  expect(differences().map((difference) => difference.path)).toEqual(['secret.txt']);
});

test('a checkout that lies elsewhere now is compared by the paths below the folder of work', async () => {
  const { put, seen, differences } = scene();
  put('a.txt', 'now\n');
  seen.note({
    file: { filePath: '/old/place/a.txt', content: 'then', startLine: 1, totalLines: 1 },
  });
  expect(differences({ before: '/old/place' })).toEqual([{ path: 'a.txt', line: 1 }]);
});

test('secrets are out of the record, and are no difference', async () => {
  const { put, seen, path, differences } = scene();
  put('a.txt', 'key=hunter2\n');
  seen.note({
    file: { filePath: path('a.txt'), content: 'key=[redacted K]', startLine: 1, totalLines: 1 },
  });
  const redact = (text: string) => text.replaceAll('hunter2', '[redacted K]');
  expect(differences({ redact })).toEqual([]);
});

test('findings stay where their lines stand, move with them, and go with them', () => {
  const { put, options } = scene();
  put('a.js', 'new\none\ntwo\nthree\n');
  const finding = (text: string, line: number): Finding => ({
    path: 'a.js',
    line,
    endLine: line + text.split('\n').length - 1,
    severity: 'error',
    message: text,
    text,
  });
  const [moved, stays, gone] = [finding('one\ntwo', 1), finding('new', 1), finding('four', 4)];
  const { kept, gone: lost } = keptFindings([moved, stays, gone], options);
  expect(kept).toEqual([{ ...moved, line: 2, endLine: 3 }, stays]);
  expect(lost).toEqual([gone]);
  expect(keptFindings([{ ...stays, path: '../../../etc/passwd' }], options).kept).toEqual([]);
});
