import { describe, expect, test } from 'vitest';
import { follow, PUBLIC, TOKEN } from './guard-scene.ts';

const START = 'https://docs.example.com/a/b?c=d';
const scene = {
  allowed: ['docs.example.com', 'cdn.example.com', 'inner.example'],
  resolves: { 'inner.example': ['10.0.0.1'], 'gone.example': [] },
};

test.each([
  ['https://docs.example.com/x', 'https://docs.example.com/x'],
  ['https://cdn.example.com/x', 'https://cdn.example.com/x'],
  ['/x', 'https://docs.example.com/x'],
  ['x', 'https://docs.example.com/a/x'],
  ['../x', 'https://docs.example.com/x'],
  ['?e=f', 'https://docs.example.com/a/b?e=f'],
  ['//cdn.example.com/x', 'https://cdn.example.com/x'],
  ['//CDN.example.com.:443/x', 'https://cdn.example.com/x'],
  ['.//evil.example/x', 'https://docs.example.com/a//evil.example/x'],
])('a redirect to %s requests %s', async (location, url) => {
  const verdict = await follow([START, location], scene);
  expect(verdict).toMatchObject({
    behavior: 'allow',
    url,
    trail: [START, url],
    connectTo: [PUBLIC],
  });
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  'https:evil.example',
  'https:/x',
  'https:x',
  'http://docs.example.com/x',
  'HTTP://docs.example.com/x',
  'http:x',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:alert(1)',
  'foo:bar',
  '//docs.example.com@evil.example/',
  '//user@docs.example.com/',
  '//docs.example.com:8443/',
  '//[::1]/',
  '//127.0.0.1/',
  '//2130706433/',
  'https://169.254.169.254/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://localhost/',
  'https://inner.example/',
  'https://gone.example/',
  '//',
  '',
  '#x',
  ' /x',
  '/x y',
  '/x\r\nSet-Cookie: a=b',
  START,
  '?c=d',
])('a redirect to %j is refused', async (location) => {
  expect((await follow([START, location], scene)).behavior).toBe('deny');
});

test('a step down to plain HTTP is refused even where plain HTTP is allowed', async () => {
  const http = { allowHttp: true };
  expect((await follow([START, 'http://docs.example.com/'], http)).behavior).toBe('deny');
  const up = ['http://docs.example.com/', 'http://docs.example.com/x', 'https://docs.example.com/'];
  expect((await follow(up, http)).behavior).toBe('allow');
  expect((await follow([...up, '//docs.example.com/y'], http)).behavior).toBe('allow');
  expect((await follow([...up, 'http://docs.example.com/y'], http)).behavior).toBe('deny');
});

describe('many redirects', () => {
  const hops = (count: number) =>
    Array.from({ length: count + 1 }, (_, at) => `https://docs.example.com/${at}`);

  test('ten pass, eleven do not', async () => {
    expect((await follow(hops(10))).behavior).toBe('allow');
    expect(await follow(hops(11))).toMatchObject({
      reason: expect.stringContaining('10 redirects'),
    });
  });

  test('circles are found at once, whatever the fragment or the case of the host', async () => {
    for (const back of ['/0', '/0#again', 'https://DOCS.example.com./0', '/x/../0']) {
      expect(await follow([...hops(2), back])).toMatchObject({
        reason: expect.stringContaining('circle'),
      });
    }
  });

  test('the last is judged like the first', async () => {
    expect((await follow([...hops(3), 'https://127.0.0.1/'])).behavior).toBe('deny');
  });
});

test('a redirect may be signed by its server, but not carry a secret of ours', async () => {
  const signed = '?X-Amz-Credential=AKIAIOSFODNN7EXAMPLE&jwt=eyJhbGciOi.eyJpc3MiOi.c2ln';
  const secrets = [TOKEN];
  expect((await follow([START, signed], { secrets })).behavior).toBe('allow');
  expect((await follow([START + signed], { secrets })).behavior).toBe('deny');
  expect((await follow([START, `?x=${TOKEN}`], { secrets })).behavior).toBe('deny');
});
