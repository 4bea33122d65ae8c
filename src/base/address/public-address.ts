import { parseAddress } from './parse-address.ts';

/**
 * Why an address must not be connected to, in words that follow “is” (`a loopback address`).
 * `undefined`: it is public. What can't be read is not public. From the special-purpose registries
 * of IANA (RFC 6890 and its updates), which also say which of their ranges are reachable globally.
 */
export function whyNotPublic(address: string): string | undefined {
  const bytes = parseAddress(address);
  return bytes ? problemOf(bytes) : 'no plain IP address';
}

/** Are they one address? `::ffff:192.0.2.1`, which sockets of both families show, is `192.0.2.1`. */
export function isSameAddress(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => {
    const bytes = parseAddress(text);
    return bytes && (within(MAPPED, bytes) ? bytes.slice(12) : bytes).join('.');
  });
  return first !== undefined && first === second;
}

interface Range {
  readonly prefix: readonly number[];
  readonly bits: number;
  readonly kind: string;
}

const IPV4 = [
  range('0.0.0.0/8', 'an address of “this network”, which leads to this machine'),
  range('10.0.0.0/8', 'a private address'),
  range('100.64.0.0/10', 'an address shared behind a carrier'),
  range('127.0.0.0/8', 'a loopback address'),
  // The agent of Azure's hosts, where hosted runners live: it hands out configuration and keys.
  range('168.63.129.16/32', 'a metadata address'),
  range('169.254.169.254/32', 'a metadata address'),
  range('169.254.0.0/16', 'a link-local address'),
  range('172.16.0.0/12', 'a private address'),
  range('192.0.0.0/24', 'a reserved address'),
  range('192.0.2.0/24', 'an address for documentation'),
  range('192.88.99.0/24', 'a reserved address'),
  range('192.168.0.0/16', 'a private address'),
  range('198.18.0.0/15', 'an address for benchmarks'),
  range('198.51.100.0/24', 'an address for documentation'),
  range('203.0.113.0/24', 'an address for documentation'),
  range('224.0.0.0/4', 'a multicast address'),
  range('255.255.255.255/32', 'the broadcast address'),
  range('240.0.0.0/4', 'a reserved address'),
];

/** The only part of IPv6 that is handed out to the world. */
const GLOBAL = range('2000::/3', '');

const IPV6 = [
  range('::/128', 'the unspecified address, which leads to this machine'),
  range('::1/128', 'a loopback address'),
  range('64:ff9b:1::/48', 'an address of a local translator'),
  range('fd00:ec2::254/128', 'a metadata address'),
  range('fc00::/7', 'a private address'),
  range('fe80::/10', 'a link-local address'),
  range('fec0::/10', 'a site-local address'),
  range('ff00::/8', 'a multicast address'),
  range('2001:db8::/32', 'an address for documentation'),
  range('3fff::/20', 'an address for documentation'),
  // Tunnels carry an IPv4 address inside, private ones too, and no public service lives there.
  range('2001::/32', 'a Teredo address'),
  range('2002::/16', 'a 6to4 address'),
  range('2001::/23', 'a reserved address'),
  range('3ffe::/16', 'a reserved address'),
];

const MAPPED = range('::ffff:0:0/96', '');
/** What a resolver of an IPv6-only network makes of a public IPv4 address. */
const TRANSLATED = range('64:ff9b::/96', '');

function problemOf(bytes: readonly number[]): string | undefined {
  if (bytes.length === 4) return IPV4.find((candidate) => within(candidate, bytes))?.kind;
  if (within(MAPPED, bytes) || within(TRANSLATED, bytes)) return problemOf(bytes.slice(12));
  const special = IPV6.find((candidate) => within(candidate, bytes));
  if (special) return special.kind;
  if (isIsatap(bytes)) return 'an ISATAP address';
  return within(GLOBAL, bytes) ? undefined : 'an address that is not public';
}

/** RFC 5214: the interface part `[02]00:5efe` and an IPv4 address, which the machine unwraps itself. */
function isIsatap(bytes: readonly number[]): boolean {
  return ((bytes[8] ?? 0) & ~2) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

function within({ prefix, bits }: Range, bytes: readonly number[]): boolean {
  if (prefix.length !== bytes.length) return false;
  const whole = bits >> 3;
  for (let at = 0; at < whole; at++) if (prefix[at] !== bytes[at]) return false;
  const mask = 0xff & ~(0xff >> (bits & 7));
  return ((prefix[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}

function range(text: string, kind: string): Range {
  const [address = '', bits] = text.split('/');
  return { prefix: parseAddress(address) ?? [], bits: Number(bits), kind };
}
