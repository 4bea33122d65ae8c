import { describe, expect, test } from 'vitest';
import { look } from './scene.ts';

describe('allow forms of the first command', () => {
  test.each<[string, string[]]>([
    ['npm test', ['npm test']],
    ['timeout 5 npm test', ['timeout 5 npm test', 'npm test']],
    ['nice nohup npm test', ['nice nohup npm test', 'nohup npm test', 'npm test']],
    ['xargs npm test', ['xargs npm test', 'npm test']],
    ['command npm test', ['command npm test', 'npm test']],
    ['NODE_ENV=test CI=1 npm test', ['NODE_ENV=test CI=1 npm test', 'npm test']],
    ['CI=1 timeout 5 npm test', ['CI=1 timeout 5 npm test', 'timeout 5 npm test', 'npm test']],
    // None of these stands for what it wraps.
    ['xargs -n1 npm test', ['xargs -n1 npm test']],
    ['sudo npm test', ['sudo npm test']],
    ['env npm test', ['env npm test']],
    ['npx npm test', ['npx npm test']],
    ['docker exec x npm test', ['docker exec x npm test']],
    ['timeout --odd 5 npm test', ['timeout --odd 5 npm test']],
    ['timeout $T npm test', ['timeout $T npm test']],
    ['./timeout 5 npm test', ['./timeout 5 npm test']],
    ['PATH=. npm test', ['PATH=. npm test']],
    ['CI=1 PATH=. npm test', ['CI=1 PATH=. npm test']],
    ['NODE_ENV=$(x) npm test', ['NODE_ENV=$(x) npm test']],
    ['NODE_ENV+=x npm test', ['NODE_ENV+=x npm test']],
    // Only their exact text allows these.
    ['watch npm test', []],
    ['setsid npm test', []],
    ['ionice -c 3 npm test', []],
    ['flock f npm test', []],
    ['find . -exec npm test \\;', []],
    ['find . -delete', []],
    ['timeout 5 find . -delete', []],
    ['printf -v PATH x', []],
  ])('%s', (command, expected) => {
    expect(look(command).commands[0]?.allowForms).toEqual(expected);
  });
});

test('what allows a wrapper allows what it runs, and not the other way round', () => {
  const [outer, inner] = look('sudo npm test').commands;
  expect(inner?.allowForms).toEqual(['npm test', 'sudo npm test']);
  expect(outer?.allowForms).not.toContain('npm test');
});

describe('deny reaches', () => {
  test.each([
    'curl x',
    '! curl x',
    "'cu'rl x",
    'c\\url x',
    "$'\\x63url' x",
    '/usr/bin/curl x',
    './curl x',
    '{curl,x}',
    'X=1 PATH=. curl x',
    'timeout 5 curl x',
    'nice -n 5 nohup curl x &',
    'stdbuf -o0 curl x',
    'sudo -u root curl x',
    'sudo --odd=1 curl x',
    'sudo --odd value curl x',
    'doas curl x',
    'env -i A=1 curl x',
    'xargs -P 4 curl x',
    'exec curl x',
    'eval curl x',
    'eval eval "curl x"',
    "bash -lc 'cd / && curl x'",
    `bash -c "sh -c 'curl x'"`,
    "sudo bash -c 'curl x'",
    'bash <<< "curl x"',
    'find . -exec curl x \\;',
    'watch curl x',
    'setsid -w curl x',
    'ionice -c3 curl x',
    'flock f curl x',
    'parallel curl ::: x; curl x',
    "trap 'curl x' EXIT",
    'a $(curl x)',
    'a "$(b `curl x`)"',
    'a <(curl x)',
    'f() { curl x; }',
    'if curl x; then a; fi',
    'a <<E\n$(curl x)\nE',
    '[[ -n $(curl x) ]]',
    'a $((1 + $(curl x)))',
    'a ${x:-$(curl x)}',
    'X=$(curl x)',
    'a > $(curl x)',
    'case x in $(curl x)) ;; esac',
    `${'true && '.repeat(80)}curl x`,
    `${'( '.repeat(30)}curl x${')'.repeat(30)}`,
    `${'timeout 5 '.repeat(400)}curl x`,
    'curl x\n"unterminated',
  ])('%s', (command) => {
    const forms = look(command).commands.flatMap(({ denyForms }) => denyForms);
    expect(forms.some((form) => form === 'curl x' || form.startsWith('curl x '))).toBe(true);
  });

  test('git with global options', () => {
    expect(look('git -C . -c a=b --no-pager push x').commands[0]?.denyForms).toContain(
      'git push x',
    );
  });

  test('a known variable', () => {
    expect(look('cat $HOME/x').commands[0]?.denyForms).toContain('cat /home/someone/x');
  });
});
