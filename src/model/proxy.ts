type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that stands between us and `url`, as `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and
 * `NO_PROXY` say (lower case wins, as in curl); `undefined`: go straight there.
 * @throws TypeError for a proxy address that is no URL.
 */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const address = read(environment, name) ?? read(environment, 'all_proxy');
  if (!address || isExcluded(url, read(environment, 'no_proxy') ?? '')) return undefined;
  return new URL(address.includes('://') ? address : `http://${address}`);
}

/** The value of `Proxy-Authorization`; `undefined` when the address holds no user. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (!proxy.username) return undefined;
  const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(user).toString('base64')}`;
}

function read(environment: Environment, name: string): string | undefined {
  return environment[name] || environment[name.toUpperCase()] || undefined;
}

function isExcluded(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/u)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const withPort = /^(\[[^\]]+\]|[^:]+):(\d+)$/u.exec(entry);
      if (withPort && withPort[2] !== port) return false;
      const name = withPort?.[1] ?? entry;
      const domain = bare(name).replace(/^\*?\./u, '');
      return host === domain || host.endsWith(`.${domain}`);
    });
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^\[|\]$/gu, '');
}
