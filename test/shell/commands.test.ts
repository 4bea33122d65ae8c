import { describe, expect, test } from 'vitest';
import { look, textsOf } from './scene.ts';

describe('every simple command is listed', () => {
  test.each<[string, string[]]>([
    ['a; b && c || d | e & f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['npm run build;', ['npm run build']],
    ['a $(b) `c` <(d)', ['a $(b) `c` <(d)', 'b', 'c', 'd']],
    ['a "x $(b "$(c)")"', ['a x $(b "$(c)")', 'b $(c)', 'c']],
    ['(a; { b; })', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['for f in $(a); do b; done', ['a', 'b']],
    ['case $(a) in $(b)) c;; esac', ['a', 'b', 'c']],
    ['f() { a; }; f', ['f()', 'a', 'f']],
    ['[[ $(a) = b ]] && c', ['[[ $(a) = b ]]', 'a', 'c']],
    ['(( $(a) ))', ['(( $(a) ))', 'a']],
    ['a <<E\n$(b)\nE', ['a', 'b']],
    ["a <<'E'\n$(b)\nE", ['a']],
    ['a <<< "$(b)"', ['a', 'b']],
    ['X=$(a) b', ['X=$(a) b', 'a']],
    ['X=$(a)', ['X=$(a)', 'a']],
    ['a > "$(b)"', ['a', 'b']],
    ['a ${x:-$(b)}', ['a ${x:-$(b)}', 'b']],
    ['coproc a', ['a']],
    ['! a', ['a']],
    ['time -p a', ['a']],
    ['> a', ['> a']],
    ['# a', []],
    ['', []],
  ])('%s', (command, expected) => {
    expect(textsOf(command)).toEqual(expected);
  });
});

describe('what a wrapper runs is listed too', () => {
  test.each<[string, string[]]>([
    ['timeout -k 5 10 a b', ['timeout -k 5 10 a b', 'a b']],
    ['sudo -u x a', ['sudo -u x a', 'a']],
    ['env -u X Y=1 a', ['env -u X Y=1 a', 'a']],
    ['nice -5 nohup a', ['nice -5 nohup a', 'nohup a', 'a']],
    ['xargs -n 1 a', ['xargs -n 1 a', 'a']],
    ["bash -c 'a; b | c'", ['bash -c a; b | c', 'a', 'b', 'c']],
    ['sh -ec "a $(b)"', ['sh -ec a $(b)', 'b']],
    ['bash <<< "a; b"', ['bash', 'a', 'b']],
    ["sh <<'E'\na\nE", ['sh', 'a']],
    ['eval a "b; c"', ['eval a b; c', 'a b', 'c']],
    ["trap 'a' EXIT", ['trap a EXIT', 'a']],
    ['find . -exec a {} \\; -exec b {} +', ['find . -exec a {} ; -exec b {} +', 'a {}', 'b {}']],
    ["watch -n 1 'a | b'", ['watch -n 1 a | b', 'a', 'b']],
    ['flock -n f a', ['flock -n f a', 'a']],
    ["flock f -c 'a'", ['flock f -c a', 'a']],
    ['parallel a ::: 1 2', ['parallel a ::: 1 2', 'a']],
    ['command -p a', ['command -p a', 'a']],
    ['command -v a', ['command -v a']],
    ['exec a', ['exec a', 'a']],
    ["env -S 'a b'", ['env -S a b', 'a b']],
    ["su x -c 'a'", ['su x -c a', 'a']],
    ["sudo sh -c 'a'", ['sudo sh -c a', 'sh -c a', 'a']],
  ])('%s', (command, expected) => {
    expect(textsOf(command)).toEqual(expected);
  });

  test.each(['bash -c "$X"', 'eval $X', 'watch $X', 'sh $X'])('%s is not understood', (command) => {
    expect(look(command).unclear).toBeDefined();
  });
});

describe('text', () => {
  test.each([
    ["npm test -- 'cost $(id)'", 'npm test -- cost $(id)'],
    ['git commit -m "one\ntwo"', 'git commit -m one\ntwo'],
    ['n"p"m $\'te\\x73t\'', 'npm test'],
    ['npm  \t test \\\n x', 'npm test x'],
    ['npm test > out 2>&1 < in', 'npm test'],
    ['npm test "$X" $Y ${Z} *.ts {a,b} ~/x', 'npm test $X $Y ${Z} *.ts {a,b} ~/x'],
  ])('%j', (command, text) => {
    expect(textsOf(command)[0]).toBe(text);
  });
});

test('spans point into the line', () => {
  const command = 'a b; timeout 5 c d | e "$(f g)"';
  const parts = look(command).commands.map(({ span }) => command.slice(...span));
  expect(parts).toEqual(['a b', 'timeout 5 c d', 'c d', 'e "$(f g)"', 'f g']);
});

test('commands of a nested text stand where that text is given', () => {
  const command = "x; bash -c 'a; b'";
  const spans = look(command).commands.map(({ span }) => command.slice(...span));
  expect(spans).toEqual(['x', "bash -c 'a; b'", "bash -c 'a; b'", "bash -c 'a; b'"]);
});

test.each([
  ['cd src', true, '/checkout/src'],
  ['cd src && cd ../test', true, '/checkout/test'],
  ['cd', true, '/home/someone'],
  ['cd $X', true, undefined],
  ['cd -', true, undefined],
  ['builtin cd /x', true, '/x'],
  ['source x', true, undefined],
  ['(cd src)', false, undefined],
  ['cd src | cat', false, undefined],
  ['echo $(cd src)', false, undefined],
  ['X=1', false, undefined],
  ['ls', false, undefined],
])('%s moves the shell: %s, %s', (command, changesDirectory, movesTo) => {
  expect(look(command)).toMatchObject({ changesDirectory, movesTo });
});
