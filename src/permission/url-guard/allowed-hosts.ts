import { parseAddress } from '../../base/address/parse-address.ts';
import { compileDomain } from '../match-domain.ts';

/**
 * May a host (ASCII, lower case) be contacted by a list of domains, written as in
 * `WebFetch(domain:…)`? Addresses are matched as a whole or by `*`: their parts are no labels.
 * @throws RuleError for an entry that is no domain
 */
export function compileAllowedHosts(domains: readonly string[]): (host: string) => boolean {
  const patterns = domains.map((domain) => ({
    matches: compileDomain(domain),
    forAddresses: domain === '*' || !domain.includes('*'),
  }));
  return (host) => {
    const isAddress = parseAddress(host) !== undefined;
    return patterns.some(
      ({ matches, forAddresses }) => (forAddresses || !isAddress) && matches(host),
    );
  };
}
