import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, touchesOf } from './scene.ts';

describe('files that commands name', () => {
  test.each<[string, string[]]>([
    ['cat a', ['read /checkout/a']],
    ['head -n1 ./.env', ['read /checkout/.env']],
    [
      'cat $HOME/x ~/y "~/z"',
      ['read /home/someone/x', 'read /home/someone/y', 'read /checkout/~/z'],
    ],
    ['grep x a b', ['read /checkout/a', 'read /checkout/b']],
    ['grep --odd x .env', ['read /checkout/.env']],
    ['sed -n p a', ['read /checkout/a']],
    ['sed -i s/a/b/ a', ['read /checkout/a', 'write /checkout/a']],
    ['cp a b', ['read /checkout/a', 'write /checkout/b', 'write /checkout/b/a']],
    [
      'mv a b',
      ['read /checkout/a', 'write /checkout/b', 'write /checkout/b/a', 'write /checkout/a'],
    ],
    ['cp -t d a', ['read /checkout/a', 'write /checkout/d', 'write /checkout/d/a']],
    ['rm -rf a', ['write /checkout/a']],
    ['a | tee b', ['write /checkout/b']],
    ['touch a; mkdir -p b', ['write /checkout/a', 'write /checkout/b']],
    ['chmod +x a', ['write /checkout/a']],
    ['dd if=a of=b', ['read /checkout/a', 'write /checkout/b']],
    ['sort -o a b', ['read /checkout/a', 'read /checkout/b', 'write /checkout/a']],
    ['curl -o a -d @b https://x.example', ['read /checkout/b', 'write /checkout/a']],
    ['a > b', ['write /checkout/b']],
    ['a >> b 2> c', ['write /checkout/b', 'write /checkout/c']],
    ['a < b', ['read /checkout/b']],
    ['a &> b', ['write /checkout/b']],
    ['a 1<> b', ['write /checkout/b']],
    ['a > /dev/null 2>&1', []],
    ['{ a; } > b', ['write /checkout/b']],
    ['cat $D/.env', ['read /checkout/$D/.env']],
    ['cat {a,b}', ['read /checkout/a', 'read /checkout/b']],
    ['sudo cat a', ['read /checkout/a']],
    ["bash -c 'cat a'", ['read /checkout/a']],
    ['cd d && cat a', ['read /checkout/d', 'read /checkout/d/a']],
    ['cd d; cat a', ['read /checkout/d', 'read /checkout/a', 'read /checkout/d/a']],
    ['(cd d && a > b); a > c', ['read /checkout/d', 'write /checkout/d/b', 'write /checkout/c']],
    ['[[ -f a ]]', ['read /checkout/a']],
    ['git show HEAD:.env', ['read /checkout/.env']],
    ['npm test a', []],
  ])('%s', (command, expected) => {
    expect(touchesOf(command)).toEqual(expected);
  });

  test.each([
    'a > $X',
    'a > *',
    'a > ~x',
    'a > {b,c}',
    'cd $X; cat a',
    'while a; do cd b; done; cat c',
  ])('%s: where it leads is not known', (command) => {
    expect(look(command).unclear).toBeDefined();
  });
});

describe('links and patterns on disk', () => {
  let root = '';
  let top = '';
  beforeAll(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'shell-')));
    root = join(top, 'checkout');
    mkdirSync(join(root, 'plain'), { recursive: true });
    mkdirSync(join(root, 'trap'));
    mkdirSync(join(root, 'dash'));
    mkdirSync(join(top, 'outside/deep'), { recursive: true });
    writeFileSync(join(top, 'outside/secret'), '');
    writeFileSync(join(root, 'plain/a.txt'), '');
    writeFileSync(join(root, 'dash/-rf'), '');
    symlinkSync(join(top, 'outside/secret'), join(root, 'trap/a.txt'));
    symlinkSync(join(top, 'outside/deep'), join(root, 'link'));
  });
  afterAll(() => rmSync(top, { recursive: true }));
  const here = (command: string) => look(command, { root, cwd: root, home: join(top, 'home') });

  test.each(['cat plain/a.txt', 'cat plain/*.txt', 'cat */-none', 'ls *'])(
    'inside: %s',
    (command) => {
      expect(here(command)).toMatchObject({ readOnly: command !== 'ls *' });
    },
  );

  test.each([
    'cat trap/a.txt',
    'cat trap/*',
    'cat t*/?.txt',
    'cat link/x',
    'cat link/../secret',
    'cd link && ls',
    "cat t*/a.txt 't*/a.txt'",
    "cat 't*/a.txt' t*/a.txt 't*/a.txt'",
  ])('through a link: %s', (command) => {
    expect(here(command)).toMatchObject({ readOnly: false });
  });

  test('a link after `..` is followed as the system does', () => {
    expect(here('cat link/../secret').paths[0]?.path.real).toBe(join(top, 'outside/secret'));
  });

  test('a pattern stands for the files that are there', () => {
    const paths = here('cat plain/*').paths.map(({ path }) => path.path);
    expect(paths).toEqual([join(root, 'plain/a.txt')]);
  });

  test('a file named like an option', () => {
    expect(look('cat *', { root, cwd: join(root, 'dash') })).toMatchObject({ readOnly: false });
    expect(look('cat ./*', { root, cwd: join(root, 'dash') })).toMatchObject({ readOnly: true });
  });
});
