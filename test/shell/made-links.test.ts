import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from './scene.ts';

let root = '';
beforeAll(() => {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'made-'))), 'checkout');
  for (const folder of ['.github/workflows', 'n5/a/b/c/d', 'n1', 'src', 'd']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of ['e.yml', 'src/a.ts', 'd/b', '.env']) writeFileSync(join(root, file), '');
  symlinkSync('.github/workflows', join(root, 'lwf'));
  // Harmless where they lie, but not elsewhere.
  symlinkSync('../../../../../src', join(root, 'n5/a/b/c/d/l'));
  symlinkSync('../.github/workflows', join(root, 'n1/l'));
});
afterAll(() => rmSync(join(root, '..'), { recursive: true }));

const here = (command: string) => look(command, { root, cwd: root, home: '/home/someone' });
const touched = (command: string) =>
  here(command).paths.map(({ access, path }) => `${access} ${relative(root, path.real)}`);
const UP = '../../../../..';

describe('links that a line makes and then uses', () => {
  test.each([
    ['cp -P lwf ll && cp e.yml ll/e1.yml', 'write .github/workflows/e1.yml'],
    ['cp -a lwf ll; cp e.yml ll', 'write .github/workflows/e.yml'],
    ['cp -P lwf lm; rm -rf lm/ci.yml', 'write .github/workflows/ci.yml'],
    ['mv lwf d && touch d/lwf/x', 'write d/.github/workflows/x'],
    ['ln -s .github/workflows q && cp e.yml q/', 'write .github/workflows/e.yml'],
    ['ln -s .github/workflows q && echo x > q/x', 'write .github/workflows/x'],
    ['ln -s .github/workflows q && cd q && touch x', 'write .github/workflows/x'],
    ['ln -s .github/workflows q && touch q/../x', 'write .github/x'],
    ['ln -sr .github/workflows d/q && touch d/q/x', 'write .github/workflows/x'],
    ['ln -s .github q; ln -s q/workflows r; tee r/x', 'write .github/workflows/x'],
    ['ln -s ../.github d/q; mv d n2; tee n2/q/x', 'write .github/x'],
    ['ln -s .github/workflows q; cp -P q r; tee r/x', 'write .github/workflows/x'],
    ['ln lwf q; tee q/x', 'write .github/workflows/x'],
    ['cp -r n1 d3 && cp e.yml d3/l/e2.yml', 'write .github/workflows/e2.yml'],
    ['rsync -a n1/ d3 && cp e.yml d3/l/e2.yml', 'write .github/workflows/e2.yml'],
    ['git mv lwf q && touch q/x', 'write .github/workflows/x'],
    ['git mv .env x && cat x', 'write .env'],
    ['cp -P n5/a/b/c/d/l l && cat l/hostname', `read ${UP}/src/hostname`],
    ['mv n5/a/b/c/d/l w && cp e.yml w/pwned', `write ${UP}/src/pwned`],
    ['mv n5/a/b/c/d w && cp e.yml w/l/pwned', `write ../../../../src/pwned`],
    ['ln -s /etc q && cat q/hostname', 'read ../../../etc/hostname'],
    ['ln -s /etc q && grep -r X q', 'read ../../../etc'],
    ['ln -s /etc src/q && grep -R X src', 'read ../../../etc'],
    ['ln -s /etc src/q && find -L . -name x', 'read ../../../etc'],
    ['bash -c "ln -s /etc q"; cat q/hostname', 'read ../../../etc/hostname'],
    ['for i in 1 2; do cat q/x; ln -s .github q; done', 'read .github/x'],
    ['(sleep 1; cat q/x) & ln -s .github q', 'read .github/x'],
    ['cat q/x | ln -s .github q', 'read .github/x'],
  ])('%s: %s', (command, expected) => {
    const all = touched(command).map((one) => one.replace(/^(\w+) (?:\.\.\/)+(?=\w)/, '$1 UP/'));
    expect(all).toContain(expected.replace(/^(\w+) (?:\.\.\/)+(?=\w)/, '$1 UP/'));
  });

  test.each([
    'tar -xf t.tar && cat t/l/hostname',
    'tar xzf t.tgz; cat src/a.ts',
    'tar -C d -xf t.tar; cat d/b',
    'unzip t.zip && touch l/x',
    'git checkout other && cat l/hostname',
    'git checkout other -- l && cp e.yml l/x',
    'git switch other; echo x > l/x',
    'git restore -s other . && cat l/x',
    'git stash pop && cat l/x',
    'git apply x.patch && cat l/x',
    'git -c a=b reset --hard x && cat l/x',
    'patch -p1 -i x.patch && cat l/x',
    'ln -s /etc d/q && cat d/*',
    'cat l/x & tar -xf t.tar',
  ])('%s is asked about', (command) => {
    expect(here(command).unclear).toBeDefined();
  });

  test('more than can be followed is asked about', () => {
    const links = Array.from({ length: 1_000 }, (_, at) => `ln -s a${at + 1}/x a${at}`).join(';');
    expect(here(`${links}; cat a0/x | cat`).unclear).toBeDefined();
  });

  test.each([
    'cp e.yml x && cat x',
    'cp -r src lib && cat lib/a.ts',
    'mv src lib && cat lib/a.ts',
    'mkdir -p out && cp e.yml out/ && cat out/e.yml',
    'for f in e.yml; do mv "$f" d/; done',
    'ln -s ../x l',
    'cat src/a.ts && git checkout other',
    'git checkout -b topic && cat src/a.ts && git add src/a.ts',
    'git stash list && cat src/a.ts',
    'git checkout other && git diff -- src/a.ts',
    'tar -czf t.tgz src && cat src/a.ts',
    'tar -tf t.tgz && cat src/a.ts',
    'tar -C d -xf t.tar; cat src/a.ts',
    'unzip -l t.zip; cat src/a.ts',
    'curl -o x.json https://example.com/x.json && cat x.json',
  ])('%s is plain', (command) => {
    expect(here(command).unclear).toBeUndefined();
    expect(touched(command).filter((one) => / \.\.\/\.\./.test(one))).toEqual([]);
  });
});
