import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { grepTool } from '../../../src/tools/grep/grep.ts';
import { freshContext } from '../bash/bash-context.ts';

let context: ToolUseContext;
const runDirectory = realpathSync(mkdtempSync(join(tmpdir(), 'grep-run-')));
afterAll(() => rmSync(runDirectory, { recursive: true }));

function write(path: string, text: string) {
  const file = join(context.workspace.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('against ripgrep itself', () => {
  const name = fc.constantFrom('a.ts', 'b.js', 'c.txt', '.env', 'd e.md', 'é.py');
  const folder = fc.constantFrom('', 'src/', 'lib/x/', '.hid/', 'node_modules/m/', 'out/');
  const line = fc.constantFrom('foo', 'bar', 'foobar baz', '', 'Foo(1)', 'x'.repeat(20));
  const tree = fc.dictionary(
    fc.tuple(folder, name).map(([where, file]) => where + file),
    fc.array(line, { maxLength: 6 }).map((lines) => `${lines.join('\n')}\n`),
    { minKeys: 1, maxKeys: 12 },
  );
  const ignored = fc.subarray(['node_modules/', '*.txt', '/out', '!c.txt', 'src/*.js']);
  const asked = fc.record(
    {
      pattern: fc.constantFrom('foo', '^bar', 'o+b', '\\w\\(', '^$', 'ba[rz]'),
      '-i': fc.boolean(),
      type: fc.constantFrom('ts', 'js', 'py'),
      glob: fc.constantFrom('*.ts', '!*.js', 'src/**', '**/x/*'),
      path: fc.constantFrom('.', 'src'),
    },
    { requiredKeys: ['pattern'] },
  );

  test('both builds find what it finds', async () => {
    await fc.assert(
      fc.asyncProperty(tree, ignored, asked, async (files, ignore, input) => {
        const made = freshContext();
        context = { ...made, workspace: { ...made.workspace, runDirectory } };
        write('src/.keep', '');
        write('.gitignore', `${ignore.join('\n')}\n`);
        for (const [path, content] of Object.entries(files)) write(path, content);
        const args = ['--hidden', '--no-require-git', '--sort=path', '-n', '--no-heading', '-H'];
        if (input['-i']) args.push('-i');
        if (input.type) args.push('-t', input.type);
        if (input.glob) args.push('-g', input.glob);
        const expected = reference([...args, '-e', input.pattern, input.path ?? './']);
        for (const path of [dirname(rgPath), '/usr/bin']) {
          const environment = { ...context.environment, PATH: path };
          const { data } = await grepTool.call(
            { ...input, output_mode: 'content' },
            { ...context, environment },
            () => {},
          );
          expect(data.content).toBe(expected);
        }
      }),
      { numRuns: 12 },
    );
  });

  function reference(args: string[]): string {
    try {
      const options = { cwd: context.workspace.root, encoding: 'utf8' } as const;
      const out = execFileSync(rgPath, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
      return out.replace(/^\.\//gm, '').replace(/\n$/, '');
    } catch {
      return '';
    }
  }
});
