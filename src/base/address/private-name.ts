/** Names that lead to this machine, to its neighbours or to a cloud's metadata, whoever resolves them. */
const PRIVATE: readonly (readonly [suffix: string, kind: string])[] = [
  ['localhost', 'a name of this machine'],
  ['localdomain', 'a name of this machine'],
  ['metadata.google.internal', 'a metadata service'],
  ['metadata.goog', 'a metadata service'],
  ['instance-data.ec2.internal', 'a metadata service'],
  ['internal', 'a name of a private network'],
  ['local', 'a name of a private network'],
  ['lan', 'a name of a private network'],
  ['intranet', 'a name of a private network'],
  ['home.arpa', 'a name of a private network'],
  ['in-addr.arpa', 'no name of a host'],
  ['ip6.arpa', 'no name of a host'],
  ['onion', 'a name that ordinary resolvers must not see'],
];

/**
 * Why a host name (lower case, no dot at its end) must not be contacted, in words that follow “is”;
 * `undefined`: nothing is known against it, its addresses decide.
 */
export function whyNotPublicName(host: string): string | undefined {
  const found = PRIVATE.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`));
  if (found) return found[1];
  // The resolver would add the machine's own search domains to it.
  return host.includes('.') ? undefined : 'a name without a domain, so one of a private network';
}
