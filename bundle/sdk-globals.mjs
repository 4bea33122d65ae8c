import { join } from 'node:path';

const headers = join(import.meta.dirname, '../src/model/http-headers.ts');
/** Asked before each request whether its body is one, which loads web streams (2 ms); ours are objects. */
const WEB_STREAM = /globalThis\.ReadableStream/gu;
const named = (name) => new RegExp(`(?<![.\\w$'"\`])${name}\\b`, 'u');

/**
 * Gives the Anthropic SDK, and nothing else in the bundle, small stand-ins for the globals `Headers`
 * and `FormData`: naming either makes Node load its whole fetch implementation, 25 to 35 ms before the
 * first request. The SDK sends through our own `fetch` and uploads no files.
 */
export function sdkGlobals() {
  return {
    name: 'sdk-globals',
    transform: {
      filter: { id: /@anthropic-ai[\\/]sdk[\\/].*\.mjs$/u },
      handler(code) {
        const lines = [];
        if (named('Headers').test(code)) {
          lines.push(`import { HttpHeaders as Headers } from ${JSON.stringify(headers)};`);
        }
        if (named('FormData').test(code)) lines.push('class FormData {}');
        const without = code.replace(WEB_STREAM, 'undefined');
        if (lines.length === 0 && without === code) return null;
        return { code: `${lines.join('\n')}\n${without}`, map: null };
      },
    },
  };
}
