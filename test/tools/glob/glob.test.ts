import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ToolRefusal } from '../../../src/tool/refusal.ts';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { globTool } from '../../../src/tools/glob/glob.ts';
import type { GlobInput } from '../../../src/tools/glob/glob-schema.ts';
import { freshContext } from '../bash/bash-context.ts';

let context: ToolUseContext;
let time = 1_700_000_000;

/** Later written, later changed. */
function write(path: string, text = '') {
  const file = join(context.workspace.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  time += 1;
  utimesSync(file, time, time);
}

async function find(input: GlobInput, more: Partial<ToolUseContext> = {}) {
  await globTool.validateInput(input, context);
  return (await globTool.call(input, { ...context, ...more }, () => {})).data;
}

const names = async (pattern: string, path?: string) =>
  [...(await find({ pattern, ...(path && { path }) })).filenames].sort();

const text = async (input: GlobInput) =>
  String(globTool.mapToolResultToToolResultBlockParam(await find(input), 'id').content);

beforeEach(() => {
  context = freshContext();
});

describe('what is found', () => {
  beforeEach(() => {
    for (const path of ['a.ts', 'src/b.ts', 'src/deep/c.tsx', '.github/ci.yml', 'src/[id].ts'])
      write(path);
  });

  test.each<[string, string[]]>([
    ['*.ts', ['a.ts']],
    ['**/*.ts', ['a.ts', 'src/[id].ts', 'src/b.ts']],
    ['**/*.{ts,tsx}', ['a.ts', 'src/[id].ts', 'src/b.ts', 'src/deep/c.tsx']],
    ['src/**', ['src/[id].ts', 'src/b.ts', 'src/deep/c.tsx']],
    ['./src/*', ['src/[id].ts', 'src/b.ts']],
    ['src/*/*', ['src/deep/c.tsx']],
    ['**/*.yml', ['.github/ci.yml']],
    ['*/ci.yml', ['.github/ci.yml']],
    ['a.ts', ['a.ts']],
    ['src/\\[id\\].ts', ['src/[id].ts']],
    ['s[pqr]c/?.ts', ['src/b.ts']],
    ['nowhere/**', []],
  ])('%s', async (pattern, expected) => {
    expect(await names(pattern)).toEqual(expected);
  });

  test('an absolute pattern and a path mean the same', async () => {
    expect(await names(`${context.workspace.root}/src/*.ts`)).toEqual(await names('*.ts', 'src'));
  });

  test('newest first, 100 at most, and the rest is counted', async () => {
    for (let index = 0; index < 130; index += 1) write(`many/${index}.md`);
    const output = await find({ pattern: '**/*.md' });
    expect(output.filenames).toEqual(
      Array.from({ length: 100 }, (_, index) => `many/${129 - index}.md`),
    );
    expect(output).toMatchObject({ numFiles: 100, totalMatches: 130, truncated: true });
    expect(await text({ pattern: '**/*.md' })).toContain('30 more files');
  });

  test('nothing found says where it looked', async () => {
    expect(await text({ pattern: '*.tsx' })).toBe(
      'No files found.\nOnly the folder itself was looked at; `**/*.tsx` looks deeper.',
    );
    expect(await text({ pattern: 'nowhere/**' })).toContain('nowhere does not exist');
  });
});

describe('ignore files', () => {
  beforeEach(() => {
    write('.gitignore', 'node_modules/\n*.log\n/gen\n');
    write('.git/HEAD');
    for (const path of ['node_modules/m/x.js', 'pkg/node_modules/n/x.js', 'src/x.js', 'a.log'])
      write(path);
    write('pkg/.gitignore', '!kept.log\nown\n');
    for (const path of ['pkg/kept.log', 'pkg/own/x.js', 'pkg/gen/x.js', 'gen/x.js']) write(path);
    write('.ignore', 'quiet\n');
    write('quiet/x.js');
  });

  test('hide folders and files, and how many is said', async () => {
    expect(await names('**/*.js')).toEqual(['pkg/gen/x.js', 'src/x.js']);
    expect(await names('**/*.log')).toEqual(['pkg/kept.log']);
    expect(await text({ pattern: '**/*.js' })).toContain(
      'Skipped because of ignore files: 5 folders (gen/, node_modules/, pkg/node_modules/, pkg/own/ and quiet/) and 1 file.',
    );
  });

  test.each<[string, string | undefined, string[]]>([
    ['node_modules/**', undefined, ['node_modules/m/x.js']],
    ['**/node_modules/**', undefined, ['node_modules/m/x.js', 'pkg/node_modules/n/x.js']],
    ['**/*.js', 'node_modules', ['node_modules/m/x.js']],
    ['*.js', 'node_modules/m', ['node_modules/m/x.js']],
    ['a.log', undefined, ['a.log']],
  ])('%s in %s names what is ignored, so it is found', async (pattern, path, expected) => {
    expect(await names(pattern, path)).toEqual(expected);
  });

  test('the data of git is left out', async () => {
    expect(await names('**/HEAD')).toEqual([]);
  });
});

describe('borders', () => {
  test('links are followed inside the workspace only, and never in a circle', async () => {
    write('real/x.ts');
    const root = context.workspace.root;
    symlinkSync('real', join(root, 'inner'));
    symlinkSync('/etc', join(root, 'outer'));
    symlinkSync('..', join(root, 'real/circle'));
    symlinkSync('/etc/passwd', join(root, 'passwd.ts'));
    const output = await find({ pattern: '**/*.ts' });
    expect([...output.filenames].sort()).toEqual(['inner/x.ts', 'real/x.ts']);
    expect(output.notes).toContainEqual(expect.stringContaining('Not followed: 4 links'));
    expect(await names('**/passwd')).toEqual([]);
  });

  test('files that a rule hides are left out and counted', async () => {
    write('.env');
    write('.env.example');
    const output = await find({ pattern: '.env*' }, { hides: (path) => path.endsWith('.env') });
    expect(output).toMatchObject({ filenames: ['.env.example'], totalMatches: 1 });
    expect(output.notes).toContainEqual(expect.stringContaining('Left out: 1 file'));
  });

  test.each([
    '',
    '  ',
    '!x',
    '../*',
    'a/../../x',
    '{..,a}/x',
    'a\0b',
    'a\nb',
    '[ab',
    '{a,b',
    'x/(y',
  ])('pattern %j is an error, never “no files”', async (pattern) => {
    await expect(find({ pattern })).rejects.toThrow(ToolRefusal);
  });

  test('a path that is none is an error', async () => {
    write('a.ts');
    await expect(find({ pattern: '*', path: 'nowhere' })).rejects.toThrow('does not exist');
    await expect(find({ pattern: '*', path: 'a.ts' })).rejects.toThrow('is a file');
  });

  test('a time-out and an abort are errors', async () => {
    // So deep that it is read in hundreds of steps.
    write(`${'d/'.repeat(600)}a.ts`);
    const input = { pattern: '**' };
    await expect(find(input, { limits: { timeoutMs: 1 } })).rejects.toThrow('timed out');
    const abort = new AbortController();
    abort.abort();
    await expect(find(input, { abort })).rejects.toThrow('ended before');
  });

  test('the subject is the folder that the pattern starts in', () => {
    const { root } = context.workspace;
    const subject = (input: unknown) =>
      globTool.preparePermissionMatcher(input as GlobInput, context);
    const start = (input: unknown) => subject(input).paths[0]?.path.path;
    expect(start({ pattern: '**/*.ts' })).toBe(root);
    expect(start({ pattern: '/etc/*.conf' })).toBe('/etc');
    expect(start({ pattern: 'b/*.ts', path: '../a' })).toBe(join(dirname(root), 'a/b'));
    expect(subject({ pattern: '*/../../x' }).unclear).toContain('..');
    for (const input of [{}, null, { pattern: 7 }, { pattern: 'x', path: 7 }])
      expect(() => subject(input)).not.toThrow();
  });
});
