import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fakes/repository.ts';
import { look, touchesOf } from './scene.ts';

test.each([
  'for f in a b; do cat $f; done',
  'for f in a b; do cat "$f" "${f}.bak" x/$f; done',
  'for f in src/*.ts; do echo "== $f"; head -n 5 "$f"; done',
  'for f in $(git ls-files); do echo "$f"; done',
  'for d in src test; do find $d -name "*.ts" | wc -l; done',
  'for i in {1..3}; do sed -n "${i}p" a; done',
  'for f in a; do for g in b c; do diff $f $g; done; done',
  'for c in HEAD main; do git show --stat $c; done',
  'for f in a; do (cat $f); done',
  'for f in a b; do uniq $f; done',
  'for f in a b; do [ -f $f ] && wc -l < $f; done',
])('a loop over what is known only reads: %s', (line) => {
  expect(look(line)).toMatchObject({ readOnly: true, unclear: undefined });
});

test.each([
  'for f in src/*.ts; do cat $f; done',
  'for f in src/*.ts; do cat "$f.bak" "x/$f"; done',
  'for f in a /etc/passwd; do cat "$f"; done',
  'for f in a; do f=/etc/passwd; cat "$f"; done',
  'for f in a; do read f < x; cat "$f"; done',
  'for f in a; do printf -v f x; cat "$f"; done',
  'for f in a; do for f in b; do :; done; cat "$f"; done',
  'for f in a; do while read f; do cat $f; done < x; done',
  'for f in a; do cat "${f/a//etc/passwd}"; done',
  'for f in "a b"; do cat $f; done',
  "for f in '*'; do cat $f; done",
  'for f in a; do :; done; cat $f',
  'for f in -delete; do find . $f; done',
  'for f in .git/config; do cat $f; done',
  'for f in $(cat x); do cat "$f"; done',
  'for f in $X; do echo "$f"; done',
  'for f in a; do sh -c "cat $f"; done',
  'for c in ls; do $c; done',
  "for f in -e s/a/b/; do sed $f 'w out'; done",
  'for f in p wx; do sed -n $f a; done',
  'for f in a -o; do sort $f x; done',
  'for f in a b; do uniq $f $f; done',
  'for f in *.txt; do uniq "$f"; done',
  'for x in {1..65}; do cat $x; done',
  'for a in {1..9}; do for b in {1..9}; do cat $a$b; done; done',
  'for PATH in a; do ls; done',
  'for f; do cat "$f"; done',
])('another does not: %s', (line) => {
  expect(look(line).readOnly).toBe(false);
});

test('what a loop names is reached by rules for paths, whatever else the line does', () => {
  const line = 'for f in .env b; do cat "$f"; done';
  expect(touchesOf(line)).toContain('read /checkout/.env');
  expect(touchesOf(`${line}; npm test`)).toContain('read /checkout/.env');
});

test('comparing folders only reads where no link, secret or repository lies in them', () => {
  const root = temporaryFolder();
  for (const name of ['a', 'b/deep', 'c', 'd', 'e/.git', 'f']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  writeFileSync(join(root, 'a/x'), '');
  symlinkSync('/etc', join(root, 'c/etc'));
  writeFileSync(join(root, 'd/.env'), '');
  for (let at = 0; at < 2001; at += 1) writeFileSync(join(root, 'f', String(at)), '');
  const isReading = (line: string) => look(line, { root, cwd: root }).readOnly;
  expect(['diff -r a b', 'diff a b', 'diff -rq a b/deep'].map(isReading)).toEqual([
    true,
    true,
    true,
  ]);
  const others = [
    'diff -r a c',
    'diff -r d a',
    'diff -r . a',
    'diff -r a e',
    'diff -r a f',
    'diff -r a /etc',
  ];
  expect(others.filter(isReading)).toEqual([]);
});
