/**
 * The address of the next page in a `Link` header (RFC 8288).
 * @throws TypeError for one of another host: the token would go there.
 */
export function nextPage(link: string | null, api: URL): string | undefined {
  const found = /<([^<>]+)>\s*;[^,<]*\brel="?next"?/.exec(link ?? '')?.[1];
  if (found === undefined) return undefined;
  const next = new URL(found, api);
  if (next.origin !== api.origin) throw new TypeError(`The next page lies on ${next.host}.`);
  return next.href;
}
