import type { PostHook } from '../hooks/handlers/hook-place.ts';
import { once } from './once.ts';

/** The longest answer that is read, bytes. */
const LONGEST = 1_048_576;

/** Sends http hooks, over the proxy where there is one. Loaded with the first of them. */
export function sendHooks(environment: Readonly<Record<string, string>>): PostHook {
  // One for all of them: it keeps its connections.
  const opened = once(async () => {
    const { createHttpFetch } = await import('../model/http-fetch.ts');
    return createHttpFetch({ environment, stallMs: 600_000 });
  });
  return async ({ url, headers, body, signal }) => {
    const send = await opened();
    const response = await send(url, { method: 'POST', headers, body, signal });
    const text = await response.text();
    if (response.status < 200 || response.status > 299) {
      throw new Error(`its address answered with status ${response.status}`);
    }
    if (text.length > LONGEST) throw new Error('its address answered with more than 1 MiB');
    return text;
  };
}
