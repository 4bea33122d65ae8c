import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryIn, type TestRepository } from '../fakes/repository.ts';
import { look } from './scene.ts';

let repository: TestRepository;
beforeAll(() => {
  repository = repositoryIn(realpathSync(mkdtempSync(join(tmpdir(), 'listed-'))), {
    'src/a.ts': 'public\n',
    'src/deep/b.ts': 'public\n',
    'secret/x.md': 'PRIVATE\n',
    'docs/a.md': 'public\n',
    'odd/a b.txt': 'public\n',
    'dash/-x.txt': 'public\n',
    'key/id_rsa': 'PRIVATE\n',
    '-n.js': 'public\n',
    'plain.css': 'public\n',
  });
  symlinkSync('/etc/hostname', join(repository.root, 'docs/away.md'));
  symlinkSync('secret', join(repository.root, 'linked'));
  rmSync(join(repository.root, 'plain.css'));
  symlinkSync('/etc/passwd', join(repository.root, 'plain.css'));
  mkdirSync(join(repository.root, 'gap'));
  writeFileSync(join(repository.root, 'gap/a\n.ts'), '');
});
afterAll(() => rmSync(repository.root, { recursive: true }));

const here = (command: string) => {
  const { root } = repository;
  const isRefused = (path: string) => path.startsWith(join(root, 'secret/'));
  return look(command, { root, cwd: root, home: '/nonexistent', isRefused });
};

describe('lines that are names of files', () => {
  test.each([
    "find src -name '*.ts' | xargs wc -l",
    "find src -name '*.ts' -print0 | xargs -0 grep -n x",
    "find odd -name '*.txt' -print0 | xargs -0 cat",
    "find src -name '*.ts' 2>/dev/null | sort | head -3 | xargs cat",
    "find src -name '*.ts' | grep -v deep | xargs -n1 -P2 head -5",
    "find src -name '*.ts' | xargs sed -n 1,5p",
    "find src -name '*.ts' | xargs -I{} sed -n 1,5p {}",
    "find src -name '*.ts' | xargs -r -d '\\n' awk '{print $1}'",
    "git ls-files 'src/*.ts' | xargs wc -l",
    'git ls-files -z src | xargs -0 grep x',
    'git ls-files src | xargs sed -n 1p --',
    'git diff --name-only -- src | xargs cat',
    'grep -rl public src | xargs cat',
    "grep -rln --include='*.ts' public src | xargs sed -n 1p",
    'rg -l public src | xargs sed -n 1,5p',
    'rg --files src | xargs wc -l',
    'for f in $(git ls-files \'src/*.ts\'); do wc -l "$f"; done',
    'for f in $(find src -name \'*.ts\'); do echo "$f"; grep -n x "$f"; done',
    'find src -name \'*.ts\' | while read -r f; do wc -l "$f"; done',
    "find src -name '*.ts' -print0 | while IFS= read -r -d '' f; do head -1 \"$f\"; done",
    'while read -r f; do cat "$f"; done < <(git ls-files src)',
    'cat src/a.ts | xargs echo',
    'ls | xargs -n1 basename',
  ])('are read by readers: %s', (command) => {
    expect(here(command)).toMatchObject({ readOnly: true, unclear: undefined });
  });

  test.each([
    // Secrets, files refused by a rule, links, what lies behind links.
    'find . -type f | xargs cat',
    "find secret -name '*.md' | xargs cat",
    "find docs -name '*.md' | xargs cat",
    'find linked/ -name x.md | xargs cat',
    'find key -type f | xargs cat',
    'git ls-files | xargs cat',
    'git ls-files secret | xargs wc -l',
    'git ls-files key | xargs wc -l',
    "git ls-files '*.css' | xargs cat",
    'grep -rl PRIVATE secret | xargs cat',
    'grep -rl PRIVATE linked/ | xargs cat',
    'grep -rl --exclude-dir=id_rsa PRIVATE key | xargs cat',
    'grep -rl public .git | xargs cat',
    'grep -rl x . | xargs cat',
    'find .git -name config | xargs cat',
    "find src -name '.env*' | xargs cat",
    // Names that become several, options, or other names.
    "find odd -name '*.txt' | xargs cat",
    'for f in $(find odd -name \'*.txt\'); do cat "$f"; done',
    "find odd -name '*.txt' -print0 | xargs cat",
    "find src -name '*.ts' | xargs -0 cat",
    "find src -name '*.ts' -print0 | xargs -n10 cat",
    'find src -name \'*.ts\' -print0 | while read -r f; do cat "$f"; done',
    "find gap -name '*.ts' | xargs cat",
    "git ls-files '*.js' | xargs cat",
    'cd dash && git ls-files | xargs cat',
    'git ls-files src | xargs sed -n 1p',
    'git ls-files src | xargs sort',
    'rg -l public | xargs sed -n 1p',
    "find src -name '*.ts' -printf '%p /etc/passwd' | xargs cat",
    "find src -name '*.ts' -ls | xargs cat",
    // Something else comes through.
    'cat list | xargs cat',
    'ls | xargs cat',
    'echo .env | xargs cat',
    'git ls-files -o src | xargs cat',
    'git ls-files -s src | xargs cat',
    'git ls-files src --with-tree=HEAD~1 | xargs cat',
    'git diff --name-only HEAD~1 | xargs cat',
    'git diff --name-only HEAD~1 -- src | xargs cat',
    'grep -rc x src | xargs cat',
    'grep -r x src | xargs cat',
    "find src -name '*.ts' 2>&1 | xargs cat",
    "find src -name '*.ts' |& xargs cat",
    "find src -name '*.ts' | sed s/src/.git/ | xargs cat",
    "find src -name '*.ts' | cut -c3- | xargs cat",
    "find src -name '*.ts' | head -c 9 | xargs cat",
    "find src -name '*.ts' | grep -o '[a-z]*' | xargs cat",
    "find src -name '*.ts' | grep x a | xargs cat",
    "find src -name '*.ts' | sort - /etc/passwd | xargs cat",
    "find src -name '*.ts' | head <<< /etc/passwd | xargs cat",
    "(echo /etc/passwd; find src -name '*.ts') | xargs cat",
    'for f in $(find src -name \'*.ts\'; echo /etc/passwd); do cat "$f"; done',
    'for f in $(find src -name \'*.ts\') /etc/passwd; do cat "$f"; done',
    'for f in "$(find src -name \'*.ts\')"; do cat "$f"; done',
    // It does more than read, or reads more than is named.
    "find src -name '*.ts' | xargs rm",
    "find src -name '*.ts' | xargs sed -i s/a/b/",
    "find src -name '*.ts' | xargs sort -o",
    "find src -name '*.ts' | xargs uniq",
    "find src -name '*.ts' | xargs tee",
    "find src -name '*.ts' | xargs awk",
    "find src -name '*.ts' | xargs sh",
    "find src -name '*.ts' | xargs -I{} {}",
    "find src -name '*.ts' | xargs -I{} sh -c 'cat {}'",
    "find src -name '*.ts' | xargs -I{} cat x{}",
    "find src -name '*.ts' | xargs -I{} cat {} {}.key",
    "find src -name '*.ts' | xargs grep -r x",
    'find src | xargs rg x',
    "find src -name '*.ts' | xargs git log",
    "find src -name '*.ts' | xargs -a .env cat",
    "find src -name '*.ts' | xargs -o cat",
    "find src -name '*.ts' | xargs ./cat",
    "find src -name '*.ts' | xargs env cat",
    "find src -name '*.ts' | xargs xargs cat",
    'cat() { rm "$@"; }; find src -name \'*.ts\' | xargs cat',
    "for f in $(find src -name '*.ts'); do cat $f; done",
    'for f in $(find src -name \'*.ts\'); do cat "$f.key"; done',
    'for f in $(find src -name \'*.ts\'); do (cd docs && cat "$f"); done',
    'cd docs; for f in $(find src -name \'*.ts\'); do cat "$f"; done',
    'for f in $(find src -name \'*.ts\'); do eval "cat $f"; done',
    'for f in $(find src -name \'*.ts\'); do f=/etc/passwd; cat "$f"; done',
    'IFS=/; for f in $(find src -name \'*.ts\'); do cat "$f"; done',
    'find src -name \'*.ts\' | while IFS=/ read -r f; do cat "$f"; done',
    'find src -name \'*.ts\' | while read -r f g; do cat "$g"; done',
    "ln -s /etc src/x; find src -name '*.ts' | xargs cat",
    'ls | xargs -a /proc/self/environ echo',
    'xargs -0 echo < /proc/self/environ',
  ])('may be, or do, something else: %s', (command) => {
    expect(here(command).readOnly).toBe(false);
  });

  test('a line that does more elsewhere is judged as if nothing were known of them', () => {
    const { readOnly, unclear } = here("find src -name '*.ts' | xargs grep -l x; npm test");
    expect({ readOnly, unclear }).toEqual({
      readOnly: false,
      unclear: 'What … is for grep, is not known beforehand.',
    });
  });
});
