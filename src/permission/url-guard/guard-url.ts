import { whyNotPublicName } from '../../base/address/private-name.ts';
import { isSameAddress, whyNotPublic } from '../../base/address/public-address.ts';
import { messageOf } from '../../base/errors.ts';
import { listOf, oneLine } from '../../base/text.ts';
import { checkText, parseStrictUrl, type StrictUrl } from './strict-url.ts';
import { UrlRefusal } from './url-refusal.ts';

/** What requests are held to; the same for all of a tool. */
export interface UrlRules {
  /** Is a host (ASCII, lower case, no dot at its end, IPv6 without brackets) one to contact? */
  readonly allowsHost: (host: string) => boolean;
  /** Plain HTTP is no reason to refuse. Default: only HTTPS. */
  readonly allowHttp?: boolean;
  /**
   * Does an address carry a secret? `shapes`: what only looks like somebody's token counts too.
   * @throws UrlRefusal for what can't be looked through
   */
  readonly carriesSecret: (url: string, options: { readonly shapes: boolean }) => boolean;
}

export interface UrlRequest {
  /** As given; for a redirect its `Location`, which may be relative. */
  readonly url: string;
  readonly rules: UrlRules;
  /** For a redirect: the verdict on the request that was answered with it. */
  readonly after?: AllowedUrl;
}

export interface AllowedUrl {
  readonly behavior: 'allow';
  /** What to request: normalised, without a fragment. */
  readonly url: string;
  readonly host: string;
  /**
   * The addresses that were checked. Connect to one of these and never resolve the name again, or
   * a resolver that answers differently the second time leads inside (DNS rebinding).
   */
  readonly connectTo: readonly string[];
  /** Every address requested so far, this one last. */
  readonly trail: readonly string[];
}

export type UrlVerdict = AllowedUrl | { readonly behavior: 'deny'; readonly reason: string };

/** All addresses of a host name; it may throw. */
export type Resolve = (host: string) => readonly string[] | Promise<readonly string[]>;

const MAX_REDIRECTS = 10;

/**
 * Judges a request before anything of it leaves, its name included: nothing is resolved before the
 * rest has passed. Each redirect has to be judged again, with `after`.
 */
export async function guardUrl(request: UrlRequest, resolve: Resolve): Promise<UrlVerdict> {
  try {
    const target = judgeText(request);
    const trail = [...(request.after?.trail ?? []), target.url.href];
    const { host } = target;
    const connectTo = target.isAddress ? [host] : await resolved(host, resolve);
    return { behavior: 'allow', url: target.url.href, host, connectTo, trail };
  } catch (thrown) {
    if (thrown instanceof UrlRefusal) return { behavior: 'deny', reason: thrown.message };
    throw thrown;
  }
}

/**
 * Refuses a host unless each of its addresses is public: one that isn't is enough to be led inside.
 * @throws UrlRefusal
 */
export function checkAddresses(host: string, addresses: readonly string[]): void {
  if (addresses.length === 0) {
    throw new UrlRefusal(`${shown(host)} has no address; check how the name is written.`);
  }
  for (const address of addresses) {
    const problem = whyNotPublic(address);
    if (problem === undefined) continue;
    const which =
      address === host ? shown(host) : `${shown(host)} leads to ${shown(address)}, which`;
    throw new UrlRefusal(`${which} is ${problem}; use a host on the public internet.`);
  }
}

/**
 * The last look, when a connection stands: did it go to an address that was checked?
 * @param address the socket's `remoteAddress`
 * @throws UrlRefusal if not
 */
export function checkConnection(
  address: string | undefined,
  { host, connectTo }: AllowedUrl,
): void {
  if (address === undefined || !connectTo.some((checked) => isSameAddress(checked, address))) {
    throw new UrlRefusal(
      `The connection to ${shown(host)} went to ${shown(address ?? 'nowhere')} and not to ${listOf(connectTo, 3)}, which had been checked; connect to a checked address.`,
    );
  }
}

function judgeText({ url: text, rules, after }: UrlRequest): StrictUrl {
  checkText(text);
  // First, so that no reason below can show one. A signed redirect is its server's, not stolen.
  checkSecret(text, rules, after);
  const target = parseStrictUrl(text, after && new URL(after.url));
  // Once more as it will be sent: dots in paths and wide letters are gone.
  checkSecret(target.url.href, rules, after);
  if (target.url.protocol === 'http:') checkPlainHttp(rules, after);
  if (target.isAddress) checkAddresses(target.host, [target.host]);
  else checkName(target.host);
  if (!rules.allowsHost(target.host)) throw notAllowed(target);
  if (after) checkTrail(target.url.href, after);
  return target;
}

function checkSecret(text: string, { carriesSecret }: UrlRules, after?: AllowedUrl): void {
  if (!carriesSecret(text, { shapes: after === undefined })) return;
  throw new UrlRefusal(
    'The address carries a secret, plain or encoded; request it without, credentials never belong into an address.',
  );
}

function checkName(host: string): void {
  const problem = whyNotPublicName(host);
  if (problem === undefined) return;
  throw new UrlRefusal(`${shown(host)} is ${problem}; use a host on the public internet.`);
}

function notAllowed({ host, isAddress }: StrictUrl): UrlRefusal {
  const remedy = isAddress
    ? 'use the name of an allowed host'
    : `allow it by WebFetch(domain:${shown(host)})`;
  return new UrlRefusal(`${shown(host)} is not among the allowed domains; ${remedy}.`);
}

function checkPlainHttp({ allowHttp }: UrlRules, after?: AllowedUrl): void {
  if (after?.url.startsWith('https:')) {
    throw new UrlRefusal(
      'The redirect leads from HTTPS to plain HTTP; request its https:// address instead.',
    );
  }
  if (allowHttp) return;
  throw new UrlRefusal('Plain HTTP is not allowed; write https:// instead of http://.');
}

function checkTrail(url: string, { trail }: AllowedUrl): void {
  if (trail.includes(url)) {
    throw new UrlRefusal('The redirects go in a circle; request another address.');
  }
  if (trail.length > MAX_REDIRECTS) {
    throw new UrlRefusal(
      `There were more than ${MAX_REDIRECTS} redirects; request the address they end at.`,
    );
  }
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (thrown) {
    throw new UrlRefusal(
      `${shown(host)} can’t be resolved (${oneLine(messageOf(thrown), 100)}); check how the name is written.`,
      { cause: thrown },
    );
  }
  checkAddresses(host, addresses);
  return addresses;
}

function shown(host: string): string {
  return oneLine(host, 100);
}
