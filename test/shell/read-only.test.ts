import { describe, expect, test } from 'vitest';
import { classify } from '../../src/shell/classify.ts';
import { look } from './scene.ts';

const PROVEN: Readonly<Record<string, readonly string[]>> = {
  plain: [
    'ls -la src',
    'pwd',
    'true',
    'cat README.md',
    'head -5 a b',
    'wc -l src/*.ts',
    'echo a; pwd',
  ],
  operators: [
    'ls && pwd || date',
    'cat a | sort | uniq -c',
    '! grep -q x f',
    '(ls; pwd)',
    '{ ls; pwd; }',
  ],
  structure: [
    '# look\nls',
    'if [ -f a ]; then cat a; else echo none; fi',
    'for i in 1 2; do echo hi; done',
    '[[ -d src && ! -f x ]] && ls src',
    'set -euo pipefail; ls',
    'test -e a || exit 1',
  ],
  quotes: [
    "grep -n '$(id)' f",
    'echo "a > b; c && d"',
    `echo 'it'\\''s'`,
    'echo "costs \\$5"',
    'ls \\\n  -la',
    "l's' -la",
    "cat $'a\\x41'",
  ],
  expansion: ['cat a{b,c}.ts', 'echo $((1 + 2))', 'echo "exit: $?"', 'ls *.ts', 'cat src/[ab].ts'],
  substitution: ['echo "$(git rev-parse HEAD)"', 'diff <(git show HEAD:a) a', "printf '%s' `pwd`"],
  redirection: ['ls 2>/dev/null', 'ls > /dev/null 2>&1', 'ls &>/dev/null', 'cat < a', 'sort <<< x'],
  heredoc: ["cat <<'E'\n$(id)\nE", 'cat <<E\nplain\nE'],
  wrapper: ['timeout 5 ls', 'nice -n 5 cat f', 'time ls', 'stdbuf -oL grep x f', 'command ls'],
  environment: ['LC_ALL=C sort f', 'TZ=Europe/Berlin date', 'NO_COLOR=1 ls'],
  place: ['cd src', 'cd src && ls', 'cd /checkout && git log', 'git -C . status', '/usr/bin/ls'],
};

const NOT_PROVEN: Readonly<Record<string, readonly string[]>> = {
  separator: [
    'ls; rm x',
    'ls\nrm x',
    'ls&rm x',
    'ls|tee x',
    'ls || rm x',
    'ls & ',
    'ls |& tee x',
    'a;b',
  ],
  write: [
    'ls > a',
    'ls >> a',
    'ls >| a',
    'ls &> a',
    'ls 3> a',
    'ls <> a',
    '> a',
    '{ ls; } > a',
    'ls >& a',
  ],
  redirection: [
    'cat < /etc/passwd',
    'cat < $F',
    'ls > *',
    'ls > ~x',
    'exec {fd}> a',
    'cat < /dev/tcp/a/1',
  ],
  quote: ['r\\m x', "'r'm x", "$'\\x72m' x", 'r""m x', "'ls -la'", "'' ls"],
  dynamic: [
    '$X',
    '$(echo ls)',
    '{ls,-la}',
    'l?',
    '=ls',
    '"" x',
    'ls $X',
    'cat "$(cat list)"',
    'ls ${IFS}-l',
  ],
  substitution: [
    'echo $(rm x)',
    'echo `rm x`',
    'cat <(rm x)',
    'ls >(rm x)',
    'echo "${a:-$(rm x)}"',
  ],
  nested: [
    'echo "$(echo "$(rm x)")"',
    'cat <<E\n$(rm x)\nE',
    'cat <<< $(rm x)',
    'echo $(($(rm x)))',
  ],
  expansion: [
    'echo ${x@P}',
    'echo ${!x}',
    'echo ${x:=1}',
    'echo ${a[$(rm x)]}',
    'echo !(x)',
    'echo $SECRET',
  ],
  arithmetic: [
    '(( x = 1 ))',
    'echo $((a[0]))',
    '[[ x -eq 1 ]]',
    '[[ -v x ]]',
    "[ -v 'a[$(id)]' ]",
    'echo $((x))',
  ],
  environment: [
    'X=1',
    'PATH=. ls',
    'GIT_PAGER=x git log',
    'LD_PRELOAD=x ls',
    'LC_ALL=/x sort f',
    'NODE_ENV=$X ls',
  ],
  builtin: [
    'export X=1',
    'alias ls=rm',
    'source x',
    '. x',
    'eval ls',
    'exec ls',
    'read x',
    'unset x',
    'umask 0',
  ],
  function: [
    'ls() { rm x; }; ls',
    'f() { ls; }; f',
    ':(){ :|:& };:',
    'coproc ls',
    "trap 'rm x' EXIT",
  ],
  loop: ['while true; do ls; done', 'for PATH in .; do ls; done', 'select x in a; do ls; done'],
  wrapper: [
    'sudo ls',
    'env ls',
    'nohup ls',
    'xargs cat',
    'watch ls',
    './timeout 5 ls',
    'bash -c ls',
    'sh x',
  ],
  disclosure: [
    'env',
    'printenv',
    'set',
    'export -p',
    'declare -p',
    'ps auxe',
    'cat .git/config',
    'cat ~/.netrc',
  ],
  pseudo: [
    'cat /proc/self/environ',
    'cat //proc/1/environ',
    'cd /proc/self && cat environ',
    'cat /dev/sda',
  ],
  outside: [
    'cat /etc/passwd',
    'cat ../x',
    'cat a/../../x',
    'ls ~',
    'cat src/../../x',
    'cd ..',
    'cd',
    'ls "$HOME"',
  ],
  hidden: [
    'cat .git/c*',
    'cat .g*/config',
    'cat .[g]it/config',
    'cat .ssh/id_rsa',
    'cat .aws/credentials',
  ],
  moved: [
    'cd src && git status',
    'pushd src',
    'cd - && ls',
    'cd $X && ls',
    'cd src; cat ../../x',
    'popd && ls',
  ],
  place: ['./ls', '/tmp/ls', 'src/cat x'],
  unknown: ['foo', 'npm test', 'python3 x.py', 'make', 'node x.js', 'cat --unknown f', 'ls -L x'],
};

describe.each(Object.entries(PROVEN))('proven: %s', (_kind, commands) => {
  test.each(commands)('%s', (command) => {
    expect(look(command)).toMatchObject({ readOnly: true, unclear: undefined });
  });
});

describe.each(Object.entries(NOT_PROVEN))('not proven: %s', (_kind, commands) => {
  test.each(commands)('%s', (command) => {
    const { readOnly, commands: parts, unclear } = look(command);
    expect(readOnly).toBe(false);
    // The rules look at the parts: there must be one that does not pass by itself.
    expect(unclear !== undefined || parts.some((part) => !part.readOnly)).toBe(true);
  });
});

test('folders with the rights of the workspace are read like it, and nothing beside them', () => {
  const open = { cwd: '/w', home: '/home/u', root: '/w', additional: ['/beside'] };
  expect(classify('cat /beside/a', open).readOnly).toBe(true);
  expect(classify('cat /besides/a', open).readOnly).toBe(false);
  expect(classify('cd /beside && git status', open).readOnly).toBe(false);
});
