import type { HttpHook } from '../../policy/hooks/hook-config.ts';
import type { HandlerRun } from './handler-run.ts';

/** A `$NAME` or `${NAME}` in a header. */
const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/gu;

/**
 * Posts the input and gives the answer's body. An empty body is a success that says nothing; a body has
 * to be a JSON object (contracts 2.5).
 * @throws Error for everything else.
 */
export async function postHook(hook: HttpHook, run: HandlerRun): Promise<string> {
  const { place, stdin, signal } = run;
  const allowed = new Set(hook.allowedEnvVars);
  const filled = (text: string) =>
    text.replace(VARIABLE, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      return (allowed.has(name) && place.variable(name)) || '';
    });
  const headers = Object.fromEntries(
    Object.entries(hook.headers).map(([name, value]) => [name.toLowerCase(), filled(value)]),
  );
  const body = await place.post({
    url: hook.url,
    headers: { ...headers, 'content-type': 'application/json' },
    body: stdin,
    signal,
  });
  const text = body.trim();
  if (text !== '' && !isObject(text)) throw new Error('its answer is no JSON object');
  return text;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
