/**
 * Stands for undici in the bundle. GitHub's toolkit brings it (410 KB, 10 ms) to reach proxies and to
 * fetch identity tokens; we hand its client our own `fetch`, which heeds the proxies, and fetch none.
 */
export class ProxyAgent {
  constructor() {
    throw new Error('Proxies are the business of our own fetch.');
  }
}

export function fetch() {
  throw new Error('Requests are the business of our own fetch.');
}
