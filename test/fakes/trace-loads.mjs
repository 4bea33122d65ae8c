// Preloaded (`--import …/trace-loads.mjs?file=…`): writes down each file that the main thread loads, and each
// request it makes, in their order. The file's name stands in the address, as the action keeps no variables.

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const file = new URL(import.meta.url).searchParams.get('file');
const note = (kind, what) => appendFileSync(file, `${kind} ${what}\n`);

if (isMainThread && file) {
  registerHooks({
    load(url, context, nextLoad) {
      if (url.startsWith('file:')) note('load', url);
      return nextLoad(url, context);
    },
  });
  subscribe('http.client.request.start', ({ request }) => {
    note('request', `${request.method} ${request.path}`);
  });
}
