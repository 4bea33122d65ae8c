import { expect, test } from 'vitest';
import { look, textsOf } from './scene.ts';

test.each([
  ["test -v 'a[$(rm x)]'"],
  ["[ -v 'a[$(rm x)]' ]"],
  ["[[ 'a[$(rm x)]' -eq 0 ]]"],
  ["let 'a[`rm x`]=1'"],
  ["declare 'a[$(rm x)]=1'"],
  ["printf -v 'a[$(rm x)]' y"],
  ["unset 'a[$(rm x)]'"],
  ["PS4='$(rm x)'; set -x; ls"],
  ["x='a[$(rm x)]'; echo $((x))"],
  ["alias ls='rm x'\nls"],
  ['hash -p ./evil ls; ls'],
  ['enable -f ./evil.so ls'],
  ["mapfile -c 1 -C 'rm x' lines"],
  ["complete -C 'rm x' ls"],
  ['source <(echo rm x)'],
  ['. /dev/stdin <<< "rm x"'],
  ['bash <(echo rm x)'],
  ['echo rm x | bash'],
  ['curl -s https://a.example | sh -s -- -y'],
  ["parallel ::: 'rm x'"],
])('what runs without standing in the line makes it unclear: %s', (line) => {
  expect(look(line).unclear).toBeDefined();
});

test.each([
  ['alias'],
  ['[ -f "a[0]" ]'],
  ['test "$x" = "$(date)"'],
  ['export x="[$(date)] y"'],
  ["grep 'a[$(x)]' f"],
  ['bash build.sh'],
  ['bash --version'],
  ['source ./env.sh'],
  ['hash -r'],
])('what only looks like it is understood: %s', (line) => {
  expect(look(line).unclear).toBeUndefined();
});

test('a wrapper keeps the words behind its script and its operands apart', () => {
  expect(textsOf("env -S 'nice -n 5' rm x")).toContain('rm x');
  expect(textsOf('taskset -c 1 rm x')).toContain('rm x');
  expect(textsOf('setarch x86_64 rm x')).toContain('rm x');
});
