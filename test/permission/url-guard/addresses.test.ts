import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AllowedUrl,
  checkConnection,
  guardUrl,
} from '../../../src/permission/url-guard/guard-url.ts';
import { judge, PUBLIC, rulesOf } from './guard-scene.ts';

const PRIVATE_NETS: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
const privateIp = fc.constantFrom(...PRIVATE_NETS).chain(([net, bits]) =>
  fc.nat({ max: 2 ** (32 - bits) - 1 }).map((rest) => {
    const value = net.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + rest;
    return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
  }),
);
const number = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const hex = (bytes: readonly number[]) =>
  `${number(bytes.slice(0, 2)).toString(16)}:${number(bytes.slice(2)).toString(16)}`;
const SPELLINGS: readonly ((bytes: readonly number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(number(bytes)),
  (bytes) => `0x${number(bytes).toString(16)}`,
  (bytes) => `0X${number(bytes).toString(16).toUpperCase()}`,
  (bytes) => `0${number(bytes).toString(8)}`,
  (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => bytes.map((byte) => `000${byte.toString(8)}`).join('.'),
  (bytes) => `${bytes[0]}.${number(bytes.slice(1))}`,
  (bytes) => `${bytes[0]}.${bytes[1]}.${number(bytes.slice(2))}`,
  (bytes) => bytes.join('\u3002'),
  (bytes) =>
    [...bytes.join('.')]
      .map((c) => (c === '.' ? c : String.fromCodePoint(0xfee0 + (c.codePointAt(0) ?? 0))))
      .join(''),
  (bytes) => bytes.join('%2e'),
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[::ffff:${hex(bytes)}]`,
  (bytes) => `[0:0:0:0:0:FFFF:${hex(bytes)}]`,
  (bytes) => `[::${bytes.join('.')}]`,
  (bytes) => `[64:ff9b::${bytes.join('.')}]`,
  (bytes) => `[64:ff9b:1::${hex(bytes)}]`,
  (bytes) => `[2002:${hex(bytes)}::1]`,
];

describe('an address as host', () => {
  test('is refused in every spelling when it is not public', async () => {
    await fc.assert(
      fc.asyncProperty(
        privateIp,
        fc.constantFrom(...SPELLINGS),
        fc.constantFrom('http', 'https'),
        async (bytes, spell, scheme) => {
          const verdict = await judge(`${scheme}://${spell(bytes)}/`, { allowHttp: true });
          expect(verdict.behavior).toBe('deny');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([PUBLIC, '8.8.8.8', '[2606:2800:220:1:248:1893:25c8:1946]', '[2606:4700::]'])(
    '%s is public and allowed by *',
    async (host) => {
      const verdict = await judge(`https://${host}/x`, { resolves: { [host]: [] } });
      expect(verdict).toMatchObject({ behavior: 'allow', connectTo: [host.replace(/[[\]]/g, '')] });
    },
  );

  test.each([
    ['1572395042', 'another spelling of a public one, too'],
    ['0x5db8d822', 'as hex'],
    ['93.12114978', 'short'],
    ['0135.0270.0330.042', 'octal'],
    ['[fe80::1%25eth0]', 'a zone'],
    ['[::1', 'no end'],
    ['[]', 'nothing in brackets'],
    ['[2606::1]x', 'more behind'],
    ['[v1.x]', 'another version'],
    ['1.2.3.4.5', 'too long'],
    ['256.1.1.1', 'too large'],
  ])('%s is refused: %s', async (host) => {
    expect((await judge(`https://${host}/`)).behavior).toBe('deny');
  });
});

describe('a name', () => {
  test.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.localhost.',
    'localhost.localdomain',
    'metadata',
    'metadata.google.internal',
    'Metadata.Google.Internal.',
    'metadata.goog',
    'instance-data.ec2.internal',
    'vm.internal',
    'printer.local',
    'router.lan',
    'x.home.arpa',
    'wiki.intranet',
    'kubernetes',
    '1.0.0.127.in-addr.arpa',
    'x.onion',
  ])('%s is refused, whatever it resolves to', async (host) => {
    expect((await judge(`https://${host}/`, { allowed: ['*', host] })).behavior).toBe('deny');
  });

  test.each(['localhost.example.com', 'mylocalhost.example', 'local.example', 'internal.example'])(
    '%s is a public name',
    async (host) => expect((await judge(`https://${host}/`)).behavior).toBe('allow'),
  );

  test('must have only public addresses', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([PUBLIC, '8.8.8.8', '2606:4700::1'], { minLength: 0 }),
        privateIp,
        fc.constantFrom('', '::ffff:', '64:ff9b::'),
        fc.nat(3),
        async (good, bad, prefix, at) => {
          const answers = good.toSpliced(at, 0, prefix + bad.join('.'));
          const verdict = await judge('https://a.example/', { resolves: { 'a.example': answers } });
          expect(verdict.behavior).toBe('deny');
        },
      ),
    );
  });

  test.each([
    [['::1']],
    [['fd00:ec2::254']],
    [['fe80::1%eth0']],
    [['fe80::1']],
    [['168.63.129.16']],
    [['127.1']],
    [['0x7f000001']],
    [['b.example']],
    [['']],
    [[]],
  ])('is refused for the answer %j', async (answers) => {
    const verdict = await judge('https://a.example/', { resolves: { 'a.example': answers } });
    expect(verdict).toMatchObject({
      behavior: 'deny',
      reason: expect.stringContaining('a.example'),
    });
  });

  test('is refused when it can’t be resolved', async () => {
    const verdict = await guardUrl({ url: 'https://a.example/', rules: rulesOf() }, () => {
      throw new Error('ENOTFOUND');
    });
    expect(verdict).toMatchObject({ reason: expect.stringContaining('(ENOTFOUND)') });
  });

  test('that is refused is not even resolved: a question to a name server carries its labels', async () => {
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return [PUBLIC];
    };
    const rules = rulesOf({ allowed: ['a.example'], secrets: ['correct-horse-battery'] });
    for (const url of [
      'https://b.example/',
      'http://a.example/',
      'https://a.example/correct-horse-battery',
      'https://correct-horse-battery.a.example/',
    ]) {
      expect((await guardUrl({ url, rules }, resolve)).behavior).toBe('deny');
    }
    expect(asked).toEqual([]);
    await guardUrl({ url: 'https://A.example./', rules }, resolve);
    expect(asked).toEqual(['a.example']);
  });
});

describe('the connection', () => {
  const allowed: AllowedUrl = {
    behavior: 'allow',
    url: 'https://a.example/',
    host: 'a.example',
    connectTo: [PUBLIC, '2606:4700::1'],
    trail: ['https://a.example/'],
  };

  test.each([PUBLIC, `::ffff:${PUBLIC}`, '2606:4700:0:0::1'])(
    'to %s is the one checked',
    (address) => {
      expect(() => checkConnection(address, allowed)).not.toThrow();
    },
  );

  test.each(['127.0.0.1', '8.8.8.8', '::1', '', undefined])('to %s is another', (address) => {
    expect(() => checkConnection(address, allowed)).toThrow('connect to a checked address');
  });
});
