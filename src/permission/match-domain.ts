import { domainToASCII } from 'node:url';
import { matchesPieces } from './match-text.ts';
import { RuleError } from './parse-rule.ts';

/** A compiled `domain:` specifier. */
export type DomainPattern = (host: string) => boolean;

const PREFIX = 'domain:';

/** The pattern in `domain:host`; `undefined` for other specifiers. */
export function domainOf(specifier: string): string | undefined {
  return specifier.startsWith(PREFIX) ? specifier.slice(PREFIX.length) : undefined;
}

/**
 * Compiles a host pattern: `*` is every host, `*.example.com` any subdomain but not the apex, another
 * `*` any characters within one label. Case does not count.
 * @throws RuleError for what is no host name (a scheme, a port, a path).
 */
export function compileDomain(pattern: string): DomainPattern {
  checkDomain(pattern);
  const host = normalizeHost(pattern);
  if (host === '*') return () => true;
  const anySubdomain = host.startsWith('*.');
  const labels = (anySubdomain ? host.slice(2) : host).split('.').map((label) => label.split('*'));
  return (candidate) => {
    const given = normalizeHost(candidate).split('.');
    const extra = given.length - labels.length;
    if (anySubdomain ? extra < 1 : extra !== 0) return false;
    return labels.every((label, index) => matchesPieces(label, given[index + extra] ?? ''));
  };
}

/** Refuses what can never be a host, and names the part that would do. */
function checkDomain(pattern: string): void {
  const bare = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?([^/:?#]*)/iu.exec(pattern)?.[1] ?? '';
  if (bare === pattern && bare !== '' && !/[\s,]|\.\./u.test(bare) && normalizeHost(bare) !== '')
    return;
  const remedy =
    bare === '' || bare === pattern ? 'write it as domain:example.com' : `write domain:${bare}`;
  throw new RuleError(`"${pattern}" is no host name; ${remedy}.`);
}

/** As hosts are compared: lower case, ASCII, without the dot of the root. */
export function normalizeHost(host: string): string {
  const plain = host.toLowerCase().replace(/\.$/u, '');
  return /^[\u0000-\u007f]*$/u.test(plain) ? plain : domainToASCII(plain);
}
