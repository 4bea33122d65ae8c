import { isIP } from 'node:net';
import { whyNotPublicName } from '../../base/address/private-name.ts';
import { whyNotPublic } from '../../base/address/public-address.ts';
import { oneLine } from '../../base/text.ts';
import { checkText } from '../../permission/url-guard/strict-url.ts';
import { UrlRefusal } from '../../permission/url-guard/url-refusal.ts';

/** Where requests of a server may go: the origins that were configured, and hosts that the policy opens. */
export interface AddressRules {
  /** Its own, and that of its token endpoint. */
  readonly configured: readonly URL[];
  /** By `network.allow`: over HTTPS, its usual port. */
  readonly allowsHost: (host: string) => boolean;
}

/** What is wrong with a configured address, as the end of a sentence; `undefined`: nothing. */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text))
    return `its address ${oneLine(text, 80)} can’t be read: write it as https://host/path`;
  try {
    checkText(text);
    checkAddress(new URL(text), { configured: [new URL(text)], allowsHost: () => false });
    return undefined;
  } catch (error) {
    if (error instanceof UrlRefusal) return error.message.replace(/\.$/u, '');
    throw error;
  }
}

/**
 * Judges an address before anything of a request leaves, its name included. Redirects and the addresses that a
 * server's own words name come here too.
 * @throws UrlRefusal
 */
export function checkAddress(url: URL, { configured, allowsHost }: AddressRules): void {
  const shown = oneLine(`${url.protocol}//${url.host}`, 100);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new UrlRefusal(`${shown} is neither http nor https.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UrlRefusal('The address holds a user or a password: put them into a header.');
  }
  const host = hostOf(url);
  // A server on this machine can reach whatever else is here by itself.
  if (isLoopback(host) && configured.some((one) => isLoopback(hostOf(one)))) return;
  const isConfigured = configured.some(({ origin }) => origin === url.origin);
  if (!isConfigured && !(url.protocol === 'https:' && url.port === '' && allowsHost(host))) {
    throw new UrlRefusal(
      `${shown} is not the server’s own address; add its host to the policy’s \`network.allow\` if it is meant.`,
    );
  }
  if (url.protocol === 'http:') throw new UrlRefusal(`${shown} is plain HTTP; use https.`);
  const problem = isIP(host) === 0 ? whyNotPublicName(host) : whyNotPublic(host);
  if (problem !== undefined) throw new UrlRefusal(`${shown} is ${problem}.`);
}

/**
 * Judges what the name of a checked address led to: a name of this machine must stay on it, any other must be public.
 * @throws UrlRefusal
 */
export function checkResolved(host: string, addresses: readonly string[]): void {
  if (addresses.length === 0) throw new UrlRefusal(`${oneLine(host, 100)} has no address.`);
  const local = isLoopback(host);
  for (const address of addresses) {
    const problem = whyNotPublic(address);
    if (local ? problem === 'a loopback address' : problem === undefined) continue;
    throw new UrlRefusal(
      `${oneLine(host, 100)} leads to ${address}, which is ${problem ?? 'not on this machine'}.`,
    );
  }
}

/** Without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}

/** Names and addresses that are written as this machine: only who means it writes so. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || whyNotPublic(host) === 'a loopback address';
}
