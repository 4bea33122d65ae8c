import { domainToUnicode } from 'node:url';
import { parseAddress } from '../../base/address/parse-address.ts';
import { oneLine } from '../../base/text.ts';
import { UrlRefusal } from './url-refusal.ts';

/** An address in which every reader sees the same host. */
export interface StrictUrl {
  /** Normalised: host in lower case and ASCII, without a dot at its end. Its fragment is gone. */
  readonly url: URL;
  /** As in `url`; an IPv6 address without its brackets. */
  readonly host: string;
  /** The host is an IP address. */
  readonly isAddress: boolean;
}

const MAX_LENGTH = 8_192;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const PORTS = new Map([
  ['https', '443'],
  ['http', '80'],
]);

/**
 * Reads an address and refuses all that programs read differently: the guard and whoever connects
 * must not see two hosts in one text.
 * @param base where the text may be relative to: the address whose redirect it is
 * @throws UrlRefusal
 */
export function parseStrictUrl(text: string, base?: URL): StrictUrl {
  if (base === undefined || SCHEME.test(text)) return parseAbsolute(text);
  if (text.startsWith('//')) return parseAbsolute(base.protocol + text);
  return parseAbsolute(parsed(text, base).href);
}

/**
 * Refuses what no address may hold; before anything else looks at it.
 * @throws UrlRefusal
 */
export function checkText(text: string): void {
  if (text.length > MAX_LENGTH) {
    throw new UrlRefusal(
      `The address has ${text.length} characters and may have ${MAX_LENGTH}; use a shorter one.`,
    );
  }
  // Parsers drop line breaks and tabs, turn a backslash into a slash, and people can't see the rest.
  if (/[\p{C}\p{Z}\\]/u.test(text)) {
    throw new UrlRefusal(
      'The address holds a blank, a backslash or a character that can’t be seen; leave it out or write it as a %-escape.',
    );
  }
}

function parseAbsolute(text: string): StrictUrl {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  const port = PORTS.get(scheme ?? '');
  if (scheme === undefined || port === undefined) {
    const given = scheme === undefined ? 'no scheme' : `the scheme “${oneLine(scheme, 20)}”`;
    throw new UrlRefusal(`The address has ${given}; write it in full, as https://host/path.`);
  }
  const [whole, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (whole === undefined || authority === '') {
    throw new UrlRefusal(`The address names no host; write ${scheme}://host/path.`);
  }
  const given = hostOf(authority, port);
  const url = parsed(`${scheme}://${given}${text.slice(whole.length)}`);
  url.hash = '';
  if (given.startsWith('[')) {
    return { url, host: url.hostname.slice(1, -1), isAddress: true };
  }
  checkSpelling(given, url.hostname);
  const isAddress = parseAddress(url.hostname) !== undefined;
  if (!isAddress) checkName(url.hostname);
  return { url, host: url.hostname, isAddress };
}

/** The host of `host[:port]` as written, without the dot at its end. */
function hostOf(authority: string, port: string): string {
  if (authority.includes('@')) {
    throw new UrlRefusal('The address names a user before an @; leave out all up to the @.');
  }
  if (authority.includes('%')) {
    throw new UrlRefusal('The host holds a %-escape or a zone; write its plain name.');
  }
  const [, host, given] = /^(\[[0-9a-f:.]*\]|[^:[\]]*)(?::(.*))?$/i.exec(authority) ?? [];
  if (!host || host === '.') {
    throw new UrlRefusal('The host can’t be read; write it as https://host/path.');
  }
  if (given !== undefined && given !== port) {
    throw new UrlRefusal(
      `The port “${oneLine(given, 20)}” is not open to requests; leave it out, which means ${port}.`,
    );
  }
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

/** What the parser made of the host has to be what was written, but for case and punycode. */
function checkSpelling(given: string, host: string): void {
  const lower = given.toLowerCase();
  if (host === lower) return;
  if (parseAddress(host) !== undefined) {
    throw new UrlRefusal(
      `The host is another writing of the address ${host}; use the name of a public host.`,
    );
  }
  // Wide letters, ligatures, soft hyphens: the name that is meant is not the one that is shown.
  if (domainToUnicode(host) !== lower.normalize('NFC')) {
    throw new UrlRefusal(`The host stands for ${oneLine(host, 100)}; write that instead.`);
  }
}

function checkName(host: string): void {
  const good = host
    .split('.')
    .every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  if (good && host.length <= 253) return;
  throw new UrlRefusal(
    `“${oneLine(host, 100)}” is no name of a host; use letters, digits and hyphens between dots.`,
  );
}

function parsed(text: string, base?: URL): URL {
  try {
    return new URL(text, base);
  } catch (cause) {
    throw new UrlRefusal('The address can’t be read; write it as https://host/path.', { cause });
  }
}
