import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src/base/address/parse-address.ts';
import { isSameAddress, whyNotPublic } from '../../../src/base/address/public-address.ts';

const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['3ffe::', 16],
  ['4000::', 2],
  ['5f00::', 16],
  ['8000::', 1],
  ['fc00::', 7],
  ['fd00:ec2::', 32],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Node's own range check, as an opinion that isn't ours. */
const closedV4 = new BlockList();
for (const [net, bits] of CLOSED_V4) closedV4.addSubnet(net, bits, 'ipv4');

const dotted = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
const numeric = (text: string) =>
  text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const anyV4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(dotted);
const inV4 = fc
  .constantFrom(...CLOSED_V4)
  .chain(([net, bits]) =>
    fc.integer({ min: 0, max: 2 ** (32 - bits) - 1 }).map((rest) => dotted(numeric(net) + rest)),
  );

const groups = (value: bigint) =>
  Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16));
const big = (text: string) =>
  (parseAddress(text) ?? []).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const inV6 = fc
  .constantFrom(...CLOSED_V6)
  .chain(([net, bits]) =>
    fc
      .bigInt({ min: 0n, max: (1n << BigInt(128 - bits)) - 1n })
      .map((rest) => groups(big(net) | rest).join(':')),
  );

describe('an IPv4 address', () => {
  test('of a closed range is never public', () => {
    fc.assert(fc.property(inV4, (address) => whyNotPublic(address) !== undefined));
  });

  test('is public exactly when it is in no closed range', () => {
    fc.assert(
      fc.property(anyV4, (address) => {
        expect(whyNotPublic(address) !== undefined).toBe(closedV4.check(address, 'ipv4'));
      }),
      { numRuns: 2_000 },
    );
  });

  test('counts the same inside of IPv6, mapped or translated', () => {
    fc.assert(
      fc.property(
        fc.oneof(inV4, anyV4),
        fc.constantFrom('::ffff:', '64:ff9b::', '0:0:0:0:0:FFFF:'),
        (address, prefix) => {
          const hex = groups(BigInt(numeric(address)))
            .slice(6)
            .join(':');
          for (const inside of [address, hex]) {
            expect(whyNotPublic(prefix + inside)).toBe(whyNotPublic(address));
          }
        },
      ),
    );
  });

  test.each(CLOSED_V4)('the edges of %s/%i', (net, bits) => {
    const first = numeric(net);
    const last = first + 2 ** (32 - bits) - 1;
    expect(whyNotPublic(dotted(first))).toBeDefined();
    expect(whyNotPublic(dotted(last))).toBeDefined();
    for (const beside of [first - 1, last + 1].filter((value) => value >= 0 && value < 2 ** 32)) {
      const address = dotted(beside);
      expect(whyNotPublic(address) !== undefined).toBe(closedV4.check(address, 'ipv4'));
    }
  });
});

describe('an IPv6 address', () => {
  test('of a closed range is never public', () => {
    fc.assert(fc.property(inV6, (address) => whyNotPublic(address) !== undefined));
  });

  test.each([
    '2606:2800:220:1:248:1893:25c8:1946',
    '2001:4860:4860::8888',
    '2a00:1450:4001:80b::200e',
    '2620:fe::fe',
    '2400:cb00:2048:1::c629:d7a2',
    '2001:200::1',
    '2003::1',
    '3ff0::1',
    '64:ff9b::808:808',
    '::ffff:93.184.216.34',
  ])('%s is public', (address) => expect(whyNotPublic(address)).toBeUndefined());

  test.each([
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::93.184.216.34',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::808:808',
    '64:ff9b:0:1::808:808',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::1',
    '2002:7f00:1::',
    '2002:5db8:d822::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:127.0.0.1',
    'fec0::1',
    'ff02::1',
  ])('%s is not', (address) => expect(whyNotPublic(address)).toBeDefined());
});

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.256',
  '0x7f.0.0.1',
  '2130706433',
  ' 93.184.216.34',
  '93.184.216.34\n',
  '93.184.216.34:443',
  'example.com',
  ':',
  ':::',
  '2606::1::1',
  '2606:1',
  '2606:1:2:3:4:5:6:7:8',
  '1:2:3:4::5:6:7:8',
  '2606::12345',
  '2606::1%eth0',
  '2606::1.2.3',
  '1.2.3.4::',
  '::1.2.3.4:5',
  '[2606::1]',
  '2606::g',
])('%j is no address, so not public', (text) => {
  expect(parseAddress(text)).toBeUndefined();
  expect(whyNotPublic(text)).toBe('no plain IP address');
});

test('every text is judged, and only what Node calls an address can be public', () => {
  const odd = fc.string({ unit: fc.constantFrom(...'0123456789abf:.%[]x '), maxLength: 45 });
  fc.assert(
    fc.property(odd, (text) => {
      if (whyNotPublic(text) !== undefined) return;
      expect(isIPv4(text) || text.includes(':')).toBe(true);
      expect(
        () => new URL(text.includes(':') ? `http://[${text}]/` : `http://${text}/`),
      ).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['1.2.3.4', '1.2.3.4', true],
  ['::ffff:1.2.3.4', '1.2.3.4', true],
  ['::ffff:102:304', '1.2.3.4', true],
  ['2606::1', '2606:0:0::0001', true],
  ['1.2.3.4', '1.2.3.5', false],
  ['64:ff9b::1.2.3.4', '1.2.3.4', false],
  ['x', 'x', false],
])('%s and %s: one address? %s', (one, other, same) => {
  expect(isSameAddress(one, other)).toBe(same);
});
