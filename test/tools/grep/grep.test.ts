import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ToolRefusal } from '../../../src/tool/refusal.ts';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { grepTool } from '../../../src/tools/grep/grep.ts';
import type { GrepInput } from '../../../src/tools/grep/grep-schema.ts';
import { freshContext } from '../bash/bash-context.ts';

let context: ToolUseContext;

/** One for all, so that the wasm build starts once. */
const runDirectory = realpathSync(mkdtempSync(join(tmpdir(), 'grep-run-')));
afterAll(() => rmSync(runDirectory, { recursive: true }));

function fresh(path: string): ToolUseContext {
  const made = freshContext();
  return {
    ...made,
    workspace: { ...made.workspace, runDirectory },
    environment: { ...made.environment, PATH: path },
  };
}

function write(path: string, text: string | Uint8Array) {
  const file = join(context.workspace.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const data = async (input: GrepInput, more: Partial<ToolUseContext> = {}) =>
  (await grepTool.call(input, { ...context, ...more }, () => {})).data;

async function text(input: GrepInput, more: Partial<ToolUseContext> = {}) {
  const output = await data(input, more);
  return String(grepTool.mapToolResultToToolResultBlockParam(output, 'id').content);
}

describe.each(['program', 'wasm'])('ripgrep as %s', (build) => {
  beforeEach(() => {
    context = fresh(build === 'program' ? `${dirname(rgPath)}:/usr/bin` : '/usr/bin:/bin');
    write('src/a.ts', 'one\nneedle two\nthree\nfour\nfive\nneedle six\n');
    write('src/deep/b.js', 'Needle\n');
    write('.github/workflows/ci.yml', 'needle: dot\n');
  });

  test('names files, sorted, dot files too', async () => {
    expect(await data({ pattern: 'needle' })).toMatchObject({
      mode: 'files_with_matches',
      filenames: ['.github/workflows/ci.yml', 'src/a.ts'],
      numFiles: 2,
      totalFiles: 2,
    });
    expect(await text({ pattern: 'needle', '-i': true, type: 'js' })).toBe(
      'Found 1 file\nsrc/deep/b.js',
    );
  });

  test('shows lines with numbers, context and gaps', async () => {
    expect(
      await text({ pattern: 'needle', path: 'src/a.ts', output_mode: 'content', '-C': 1 }),
    ).toBe(
      [
        'src/a.ts-1-one',
        'src/a.ts:2:needle two',
        'src/a.ts-3-three',
        '--',
        'src/a.ts-5-five',
        'src/a.ts:6:needle six',
      ].join('\n'),
    );
    const plain = {
      pattern: 't[wh]\\w+',
      output_mode: 'content',
      '-n': false,
      '-o': true,
    } as const;
    expect(await text(plain)).toBe('src/a.ts:two\nsrc/a.ts:three');
  });

  test('counts, over all files whatever is shown', async () => {
    const output = await data({
      pattern: 'needle',
      output_mode: 'count',
      '-i': true,
      head_limit: 1,
    });
    expect(output).toMatchObject({
      content: '.github/workflows/ci.yml:1',
      numMatches: 4,
      totalFiles: 3,
      appliedLimit: 1,
    });
  });

  test('pages follow each other', async () => {
    write('long.txt', Array.from({ length: 300 }, (_, index) => `row ${index}\n`).join(''));
    const input = { pattern: 'row', output_mode: 'content' } as const;
    const first = await data(input);
    const second = await data({ ...input, offset: 250 });
    expect(first).toMatchObject({ numLines: 250, totalLines: 300, appliedLimit: 250 });
    expect(first.notes[0]).toContain('Go on with offset 250');
    expect(second).toMatchObject({ numLines: 50, appliedOffset: 250 });
    expect(second).not.toHaveProperty('appliedLimit');
    const all = await data({ ...input, head_limit: 0 });
    expect(all.content).toBe(`${first.content}\n${second.content}`);
  });

  test('globs stand for paths from the working directory, several may be given', async () => {
    expect((await data({ pattern: '.', glob: '*.ts, *.js' })).filenames).toEqual([
      'src/a.ts',
      'src/deep/b.js',
    ]);
    const directory = join(context.workspace.root, 'src');
    const workspace = { ...context.workspace, directory };
    expect((await data({ pattern: '.', glob: 'deep/**' }, { workspace })).filenames).toEqual([
      'deep/b.js',
    ]);
    expect((await data({ pattern: '.', glob: '!*.js' }, { workspace })).filenames).toEqual([
      'a.ts',
    ]);
  });

  test('matches over lines only when asked', async () => {
    const input = { pattern: 'two.three', output_mode: 'content' } as const;
    expect((await data(input)).totalFiles).toBe(0);
    expect(await text({ ...input, multiline: true })).toBe(
      'src/a.ts:2:needle two\nsrc/a.ts:3:three',
    );
  });

  test('long lines are cut, CRLF and UTF-16 are read', async () => {
    write('min.js', `needle${'x'.repeat(5000)}\n`);
    write('crlf.txt', 'a needle\r\nb\r\n');
    write('utf16.txt', Buffer.from('\ufeffa needle\n', 'utf16le'));
    const input = {
      pattern: 'needle',
      output_mode: 'content',
      glob: '{min,crlf,utf16}.*',
    } as const;
    const lines = (await text(input)).split('\n');
    expect(lines[0]).toBe('crlf.txt:1:a needle');
    expect(lines[1]).toMatch(/^min\.js:1:needlex+ \[\.\.\. omitted end of long line\]$/);
    expect(lines[2]).toBe('utf16.txt:1:a needle');
    expect((await data({ pattern: 'needle', glob: 'utf16.*' })).filenames).toEqual(['utf16.txt']);
  });

  test('what was not searched is said', async () => {
    write('.gitignore', 'build/\n*.log\n');
    write('build/x.js', 'unique');
    write('a.log', 'unique');
    write('pic.bin', 'unique\0unique');
    symlinkSync('/etc', join(context.workspace.root, 'out'));
    for (const output_mode of ['files_with_matches', 'content', 'count'] as const) {
      const shown = await text({ pattern: 'unique', output_mode });
      expect(shown).toMatch(/^No matches found\./);
      expect(shown).toContain('Matching binary file, not shown: pic.bin.');
      expect(shown).toContain('ignore files: 1 folder (build/) and 1 file');
      expect(shown).toContain('Not followed: 1 link');
    }
    expect((await data({ pattern: 'unique', path: 'build' })).filenames).toEqual(['build/x.js']);
  });

  test('ignore files above the start count, the start itself is searched', async () => {
    write('.gitignore', 'gen\n');
    write('pkg/gen/x.ts', 'needle');
    write('pkg/src/y.ts', 'needle');
    expect((await data({ pattern: 'needle', path: 'pkg' })).filenames).toEqual(['pkg/src/y.ts']);
    expect((await data({ pattern: 'needle', path: 'pkg/gen' })).filenames).toEqual([
      'pkg/gen/x.ts',
    ]);
  });

  test('the data of git is never searched', async () => {
    write('.git/config', 'needle token');
    expect((await data({ pattern: 'needle token' })).totalFiles).toBe(0);
    await expect(data({ pattern: 'token', path: '.git/config' })).rejects.toThrow(ToolRefusal);
  });

  test('files that a rule hides are neither shown nor counted', async () => {
    write('.env', 'needle=secret\n');
    const hides = (path: string) => path.endsWith('.env');
    for (const output_mode of ['files_with_matches', 'content', 'count'] as const) {
      const shown = await text({ pattern: 'needle', output_mode }, { hides });
      expect(shown).not.toMatch(/secret|\.env/);
      expect(shown).toContain('Left out: 1 matching file');
    }
  });

  test.each([
    [{ pattern: '(' }, /regex parse error[\s\S]*unclosed group/],
    [{ pattern: 'x', type: 'nonsense' }, /unrecognized file type: nonsense/],
    [{ pattern: 'x', glob: '{' }, /glob/],
    [{ pattern: 'a\nb' }, /multiline/],
    [{ pattern: 'x', path: 'nowhere' }, /nowhere does not exist/],
  ])('%j is an error, never “no matches”', async (input, message) => {
    const thrown = await data(input).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolRefusal);
    expect(String(thrown)).toMatch(message);
  });

  test('a pattern is a pattern, whatever it looks like', async () => {
    write('odd.txt', '--files\n-x --pre=touch\n');
    const input = { pattern: '--files', output_mode: 'content' } as const;
    expect(await text(input)).toBe('odd.txt:1:--files');
    expect(await text({ ...input, pattern: '-x' })).toBe('odd.txt:2:-x --pre=touch');
  });

  test('a time-out and an abort are errors', async () => {
    await expect(data({ pattern: 'x' }, { limits: { timeoutMs: 0 } })).rejects.toThrow('timed out');
    const abort = new AbortController();
    abort.abort();
    await expect(data({ pattern: 'x' }, { abort })).rejects.toThrow('ended before it was done');
  });

  test('a start that leads elsewhere by now is refused', async () => {
    const subject = grepTool.preparePermissionMatcher({ pattern: 'x', path: 'src' }, context);
    symlinkSync('/etc', join(context.workspace.root, 'swap'));
    await expect(data({ pattern: 'x', path: 'swap' }, { subject })).rejects.toThrow('elsewhere');
  });
});

test('an rg inside the workspace is not used', async () => {
  context = fresh('');
  write('bin/rg', '#!/bin/sh\necho fake\n');
  chmodSync(join(context.workspace.root, 'bin/rg'), 0o755);
  write('a.txt', 'needle\n');
  const environment = { ...context.environment, PATH: `${context.workspace.root}/bin:bin` };
  expect((await data({ pattern: 'needle' }, { environment })).filenames).toEqual(['a.txt']);
});

test('the subject is the place searched', () => {
  context = freshContext();
  const subject = grepTool.preparePermissionMatcher({ pattern: 'x', path: '../y' }, context);
  expect(subject).toMatchObject({ readOnly: true, effects: ['read'], unclear: undefined });
  expect(subject.paths.map(({ path, access }) => [path.path, access])).toEqual([
    [join(dirname(context.workspace.root), 'y'), 'read'],
  ]);
  for (const input of [{}, null, { path: 7 }, { path: 'a\0b' }])
    expect(grepTool.preparePermissionMatcher(input as GrepInput, context).readOnly).toBe(true);
});

test.each(['../**', 'a/../../x', '{..,a}/*', '!../x'])(
  'a glob that climbs (%s) is asked about',
  (glob) => {
    expect(
      grepTool.preparePermissionMatcher({ pattern: 'x', glob }, freshContext()).unclear,
    ).toContain('holds `..`');
  },
);

test.each(['*.ts', '**/..foo/*.ts', 'a..b'])('a glob with harmless dots (%s) is not', (glob) => {
  expect(
    grepTool.preparePermissionMatcher({ pattern: 'x', glob }, freshContext()).unclear,
  ).toBeUndefined();
});
