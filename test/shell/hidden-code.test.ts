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
  ['cat f | bash'],
  ['echo "$x" | sh'],
  ['echo -e "rm x" | sh'],
  ['echo ls | sh < evil'],
  ['{ echo ls; } | sh'],
  ['echo() { cat evil; }; echo ls | sh'],
  ["sh <<'EOF'\nread x\necho '\nrm x\n'\nEOF"],
  ['cat f | bash -s -- a'],
  ['echo rm x | xargs env'],
  ['echo rm x | xargs -0 timeout 5'],
  ['echo rm x | xargs sh -c'],
  ["echo rm x | xargs -I{} sh -c '{}'"],
  ["echo rm x | xargs -0I% sh -c '%'"],
  ['echo rm | xargs -I{} {} x'],
  ['echo rm x | xargs sh'],
  ['git --config-env=alias.x=X x'],
  ['git -c alias.x="$Y" x'],
  ['GIT_EDITOR="$X" git commit'],
  ['for x in $(cat f); do echo $((x)); done'],
  ['for x in *; do echo $((x + 1)); done'],
  ['for x; do echo $((x)); done'],
  ['for x in $(cat f); do [[ $x -eq 0 ]]; done'],
  ['for x in $(cat f); do :; done; (( x ))'],
  ["for x in 'a[$(rm x)]'; do echo $((x)); done"],
  ["read x <<< 'a[$(rm x)]'; (( x ))"],
  ["set -- 'a[$(rm x)]'; echo $(( $1 ))"],
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
  ['bash build.sh -s'],
  ['find . | xargs -n 1 bash build.sh'],
  ['ls | xargs -I{} npm test {}'],
  ['git -c user.name=a -c color.ui=false commit -m x'],
  ['git commit -m "a[1]"'],
  ['for i in 1 2 3; do echo $((i * 2)); done'],
  ['for f in $(ls); do n=$((n + 1)); done'],
  ['[[ $x -eq 0 ]]'],
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

test.each([
  ['echo rm x | sh'],
  ["printf 'rm x\\n' | bash -s"],
  ["printf '%s\\n' 'ls' 'rm x' | sh"],
  ["cat <<'EOF' | sudo sh -\nrm x\nEOF"],
  ['bash <<< "rm x"'],
  ['bash -s -- a <<< "rm x"'],
  ['sh /dev/stdin <<< "rm x"'],
  ["ls | xargs -n1 sh -c 'rm x'"],
  ["git -c alias.y='!rm x' y"],
  ["git -c alias.y='!rm' y x"],
  ["git -c core.sshCommand='rm x' fetch"],
  ["git config --global alias.y '!rm x'"],
  ["git rebase -i --exec 'rm x' main"],
  ["git rebase -x'rm x' main"],
  ['git bisect run rm x'],
  ['git submodule --quiet foreach --recursive rm x'],
  ["git filter-branch --tree-filter 'rm x' HEAD"],
  ["git difftool --ext='rm x'"],
  ["git grep -O'rm x' foo"],
  ["git ls-remote --upload-pack 'rm x' ."],
  ["git clone -c core.fsmonitor='rm x' url"],
  ["git fetch 'ext::rm x'"],
  ["GIT_SSH_COMMAND='rm x' git fetch"],
  ["EDITOR='rm x' crontab -e"],
])('literal shell text is listed, so that a rule against it reaches it: %s', (line) => {
  expect(textsOf(line)).toContain('rm x');
  expect(look(line).readOnly).toBe(false);
});
