import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RuleError } from '../../../src/permission/parse-rule.ts';
import { compileAllowedHosts } from '../../../src/permission/url-guard/allowed-hosts.ts';
import { judge, PUBLIC } from './guard-scene.ts';

const allowed = ['docs.example.com'];

test.each([
  ['https://docs.example.com', 'https://docs.example.com/'],
  ['https://docs.example.com/a/../b?c=d#e', 'https://docs.example.com/b?c=d'],
  ['HTTPS://DOCS.Example.COM/X', 'https://docs.example.com/X'],
  ['https://docs.example.com./x', 'https://docs.example.com/x'],
  ['https://docs.example.com:443/x', 'https://docs.example.com/x'],
  ['https://docs.example.com/@scope/pkg?to=a@b', 'https://docs.example.com/@scope/pkg?to=a@b'],
  ['https://docs.example.com?q=1', 'https://docs.example.com/?q=1'],
  ['https://docs.example.com/a%20b/é', 'https://docs.example.com/a%20b/%C3%A9'],
  ['https://docs.example.com//x//y', 'https://docs.example.com//x//y'],
  [
    'https://docs.example.com/https://other.example/',
    'https://docs.example.com/https://other.example/',
  ],
])('%s is requested as %s', async (given, url) => {
  expect(await judge(given, { allowed })).toEqual({
    behavior: 'allow',
    url,
    host: 'docs.example.com',
    connectTo: [PUBLIC],
    trail: [url],
  });
});

describe('what is refused', () => {
  test.each([
    ...[
      '',
      ' ',
      'docs.example.com',
      'docs.example.com/x',
      '/x',
      '//docs.example.com/x',
      '?x',
      '#x',
    ],
    ...['https', 'https:', 'https:/', 'https://', 'https:///', 'https:///docs.example.com/'],
    ...[
      'https:docs.example.com',
      'https:/docs.example.com',
      'https:?x',
      'https://?x',
      'https://#x',
    ],
    ...[
      '://docs.example.com',
      ':https://docs.example.com',
      'https//docs.example.com',
      'ht tps://x.y',
    ],
  ])('without scheme or host: %j', async (url) => {
    expect(await judge(url)).toMatchObject({
      behavior: 'deny',
      reason: expect.stringMatching(/https:\/\/host|blank/),
    });
  });

  test.each([
    ...['http://docs.example.com/', 'HTTP://docs.example.com/', 'ws://docs.example.com/'],
    ...['wss://docs.example.com/', 'ftp://docs.example.com/', 'file:///etc/passwd'],
    ...[
      'file://docs.example.com/x',
      'data:text/plain,x',
      'javascript:alert(1)',
      'blob:https://a.b/c',
    ],
    ...[
      'gopher://docs.example.com/',
      'dict://docs.example.com/',
      'about:blank',
      'mailto:a@b.example',
    ],
    ...[
      'view-source:https://docs.example.com/',
      'git+https://docs.example.com/',
      'https+x://docs.example.com',
    ],
    ...['httpss://docs.example.com/', 'jar:https://docs.example.com/!/', 'unix:/run/docker.sock'],
  ])('another scheme: %s', async (url) => {
    expect((await judge(url, { allowed: ['*'] })).behavior).toBe('deny');
  });

  test.each([
    ...[
      'user@docs.example.com',
      'user:pass@docs.example.com',
      '@docs.example.com',
      ':@docs.example.com',
    ],
    ...[
      'docs.example.com@evil.example',
      'docs.example.com:443@evil.example',
      'docs.example.com%40evil.example',
    ],
    ...[
      'docs.example.com:80',
      'docs.example.com:8443',
      'docs.example.com:22',
      'docs.example.com:0',
    ],
    ...[
      'docs.example.com:',
      'docs.example.com:0443',
      'docs.example.com:443:443',
      'docs.example.com:x',
    ],
    ...['docs.example.com:65979', 'docs.example.com:+443', 'docs.example.com:4４3'],
    ...[
      'docs%2eexample.com',
      '%64ocs.example.com',
      'docs.example.com%00',
      'docs.example.com%2f.evil.example',
    ],
    ...[
      'docs..example.com',
      '.docs.example.com',
      'docs.example.com..',
      '.',
      '..',
      '-',
      '-a.example.com',
    ],
    ...[
      'docs.example.com,evil.example',
      'docs.example.com;x',
      'docs.example.com!',
      '*.example.com',
    ],
    ...[
      "do'cs.example.com",
      'docs.example.com$',
      '(docs).example.com',
      'a&b.example.com',
      'a=b.example',
    ],
    ...[`${'a'.repeat(64)}.example.com`, `${'a.'.repeat(127)}example`, 'xn--zzzzzzzzz99.example'],
    ...[
      '<docs>.example.com',
      'a|b.example',
      'a^b.example',
      '[docs.example.com]',
      'docs.example.com]',
    ],
  ])('the host %s', async (host) => {
    expect((await judge(`https://${host}/`, { allowed: ['*'] })).behavior).toBe('deny');
  });

  test.each([
    ...[' https://docs.example.com/', 'https://docs.example.com/ ', 'https://docs.example.com/a b'],
    ...[
      'https://docs.example.com\\@evil.example/',
      'https:\\\\docs.example.com/',
      'https://docs.example.com/a\\b',
    ],
    ...[
      'https://docs.example.com/\u0000',
      'https://docs.exa\tmple.com/',
      'https://docs.example.com/\u007f',
    ],
    ...[
      'https://docs.example.com\n.evil.example/',
      'java\nscript:x',
      'https://docs.example.com/\r\nX: y',
    ],
    ...[
      'https://docs.example.com/\u00a0',
      'https://docs.example.com/\u200b',
      'https://docs.example.com/\u202e',
    ],
    ...[
      'https://docs.exam\u00adple.com/',
      '\ufeffhttps://docs.example.com/',
      'https://docs.example.com/\u2028',
    ],
    ...[
      'https://docs.example.com/\ud800',
      'https://docs.example.com/\u0085',
      'https://docs\u3000.example.com/',
    ],
  ])('the character in %j', async (url) => {
    expect(await judge(url, { allowed: ['*'] })).toMatchObject({
      behavior: 'deny',
      reason: expect.stringContaining('%-escape'),
    });
  });

  test.each([
    ...[
      'https://ｄｏｃｓ.example.com/',
      'https://docs。example。com/',
      'https://docs．example．com/',
    ],
    ...['https://ⓓocs.example.com/', 'https://docs.example.ﬁ/', 'https://docs.ex℀mple.com/'],
    ...['https://①②⑦.⓪.⓪.①/', 'https://１２７.0.0.1/', 'https://loc\u017fhost.example/'],
  ])('a host in letters that stand for others: %s', async (url) => {
    expect((await judge(url, { allowed: ['*'] })).behavior).toBe('deny');
  });

  test.each([
    ['https://user@docs.example.com/', 'a user'],
    ['https://docs%2eexample.com/', '%-escape'],
    ['https://[fe80::1%25eth0]/', 'a zone'],
    ['https://docs.example.com:8443/', 'port “8443”'],
    ['https://a_-.example.com/', 'no name of a host'],
    ['https://0x7f.1/', 'writing of the address 127.0.0.1'],
    ['http://docs.example.com/', 'https:// instead of http://'],
    ['ftp://docs.example.com/', 'the scheme “ftp”'],
  ])('%s, and why: %s', async (url, words) => {
    expect(await judge(url)).toMatchObject({ reason: expect.stringContaining(words) });
  });

  test('an address of 9,000 characters', async () => {
    const verdict = await judge(`https://docs.example.com/${'a'.repeat(9_000)}`);
    expect(verdict).toMatchObject({ reason: expect.stringContaining('8192') });
  });

  test('reasons are one sentence and hold nothing that breaks a line', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.tuple(fc.string(), fc.string()).map(([host, rest]) => `https://${host}.example/${rest}`),
    );
    await fc.assert(
      fc.asyncProperty(text, async (url) => {
        const verdict = await judge(url, { allowed });
        if (verdict.behavior === 'allow') expect(verdict.host).toBe('docs.example.com');
        else expect(verdict.reason).toMatch(/^\P{Cc}{1,400}; \P{Cc}+\.$/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('domains by rule', () => {
  test.each([
    ['docs.example.com', 'docs.example.com', true],
    ['docs.example.com', 'DOCS.EXAMPLE.COM.', true],
    ['Docs.Example.com', 'docs.example.com', true],
    ['docs.example.com', 'a.docs.example.com', false],
    ['docs.example.com', 'docs.example.com.evil.example', false],
    ['docs.example.com', 'evildocs.example.com', false],
    ['docs.example.com', 'example.com', false],
    ['docs.example.com', 'docs-example.com', false],
    ['*.example.com', 'a.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'evilexample.com', false],
    ['*.example.com', 'a.example.com.evil.example', false],
    ['api-*.example.com', 'api-1.example.com', true],
    ['api-*.example.com', 'api-1.a.example.com', false],
    ['docs.*.com', 'docs.example.com', true],
    ['docs.*.com', 'docs.a.b.com', false],
    ['*', 'any.example', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'bücher.example', true],
    ['xn--bcher-kva.example', 'BÜCHER.example', true],
    ['example.com', 'ex\u0430mple.com', false],
    ['apple.com', '\u0430pple.com', false],
    ['paypal.example', 'paypa\u04cf.example', false],
    [PUBLIC, PUBLIC, true],
    ['*.216.34', PUBLIC, false],
    ['93.184.216.*', PUBLIC, false],
    [PUBLIC, '93.184.216.35', false],
  ])('%s covers %s: %s', async (rule, host, expected) => {
    const verdict = await judge(`https://${host}/`, { allowed: ['other.example', rule] });
    expect(verdict.behavior).toBe(expected ? 'allow' : 'deny');
  });

  test('none allows none', async () => {
    const verdict = await judge('https://docs.example.com/', { allowed: [] });
    expect(verdict).toMatchObject({
      reason: expect.stringContaining('WebFetch(domain:docs.example.com)'),
    });
  });

  test('what is no domain is a mistake', () => {
    expect(() => compileAllowedHosts(['https://docs.example.com'])).toThrow(RuleError);
  });
});

test('plain HTTP, where it is allowed, has its own port', async () => {
  const behaviorOf = async (url: string) => (await judge(url, { allowHttp: true })).behavior;
  expect(await behaviorOf('http://docs.example.com/')).toBe('allow');
  expect(await behaviorOf('http://docs.example.com:80/')).toBe('allow');
  expect(await behaviorOf('http://docs.example.com:443/')).toBe('deny');
  expect(await behaviorOf('https://docs.example.com:80/')).toBe('deny');
  expect(await behaviorOf('ftp://docs.example.com/')).toBe('deny');
});
