import { describe, expect, test } from 'vitest';
import { look } from './scene.ts';

describe('effects', () => {
  test.each<[string, string[]]>([
    ['ls', ['read']],
    ['cat /etc/passwd', ['read']],
    ['foo', ['execute']],
    ['npm test', ['execute']],
    ['npm ci', ['execute', 'network']],
    ['npx x', ['execute', 'network']],
    ['yarn', ['execute', 'network']],
    ['pip install x', ['execute', 'network']],
    ['curl https://x.example', ['execute', 'network']],
    ['rm x', ['destructive', 'write']],
    ['git reset --hard', ['destructive', 'execute', 'write']],
    ['git push', ['execute', 'network', 'write']],
    ['git push --force', ['destructive', 'execute', 'network', 'write']],
    ['git push origin +x', ['destructive', 'execute', 'network', 'write']],
    ['git clean -fd', ['destructive', 'execute', 'write']],
    ['git commit -m x', ['execute', 'write']],
    ['find . -delete', ['destructive', 'read', 'write']],
    ['ls > x', ['read', 'write']],
    ['touch x', ['read', 'write']],
    ['sudo rm x', ['destructive', 'execute', 'write']],
    ['X=1', ['execute']],
    // An answer for `read` must not let these through.
    ["sed 's/a/b/e' f", ['execute', 'read']],
    ['PATH=. ls', ['execute', 'read']],
    ['./ls', ['execute', 'read']],
    ['ls() { foo; }; ls', ['execute', 'read']],
    ['uniq a b', ['execute', 'read', 'write']],
  ])('%s', (command, effects) => {
    expect([...look(command).effects].sort()).toEqual(effects);
  });
});

describe('domains', () => {
  test.each<[string, string[]]>([
    ['curl https://API.example.com/x', ['api.example.com']],
    ['curl -sS -o out.html -H a.b example.com:8080/x', ['example.com']],
    ['wget -q http://a.example http://b.example', ['a.example', 'b.example']],
    ['curl https://user:pw@a.example:443/x', ['a.example']],
    ['curl https://good.example@evil.example', ['evil.example']],
    ['curl "https://$X/y"', ['unknown.invalid']],
    ['curl "https://$X@good.example"', ['unknown.invalid']],
    ['curl $X', ['unknown.invalid']],
    ['curl https://{a,b}.example', ['a.example', 'b.example']],
    ["curl 'https://{a,b}.example'", ['unknown.invalid']],
    ['curl https://a.example/$X', ['a.example']],
    ['curl --config x https://a.example', ['unknown.invalid', 'a.example']],
    ['git clone https://a.example/x.git', ['a.example']],
    ['git clone git@a.example:x/y', ['a.example']],
    ['ssh me@a.example ls', ['a.example']],
    ['a > /dev/tcp/a.example/80', ['a.example']],
    ['sudo curl a.example', ['a.example']],
    ['echo https://a.example', []],
  ])('%s', (command, domains) => {
    expect([...look(command).domains].sort()).toEqual([...domains].sort());
  });
});
