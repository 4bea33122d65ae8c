/** True for an `https` address on one of the hosts, exactly or (`*.host`) below one, without a user in it. */
export function isListedUrl(url: string, hosts: readonly string[]): boolean {
  // What browsers and Markdown readers may read differently is on no list.
  if (!/^https:\/\/[\w.-]+(?::[0-9]{1,5})?(?:[/?#][\w./?#=&%+~:,;-]*)?$/i.test(url)) return false;
  const { hostname, username, password } = parse(url);
  if (hostname === '' || username !== '' || password !== '') return false;
  return hosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}

/** True for an address that a reader could copy: the rest (`javascript:`, `data:`) is not even shown. */
export function isWebUrl(url: string): boolean {
  return /^(?:https?:\/\/|www\.)/i.test(url);
}

function parse(url: string): { hostname: string; username: string; password: string } {
  try {
    return new URL(url);
  } catch {
    return { hostname: '', username: '', password: '' };
  }
}
