import { pathToFileURL } from 'node:url';
import { Client, type Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../config/server-config.ts';
import { elicitationAnswerer } from './elicitation.ts';
import { type OpenTransport, openTransport } from './open-transport.ts';
import type { ServerPlace } from './server-place.ts';
import { statusOf } from './server-words.ts';
import { until } from './until.ts';

/**
 * Starts a server and greets it. It may ask for the roots, which are the working directory, and for what a user
 * would say, which hooks and the policy answer; it gets no model (`sampling` is not offered).
 * @throws what went wrong; nothing is left running then
 */
export async function openClient(
  config: ServerConfig,
  place: ServerPlace,
  signal: AbortSignal,
  onOpen: (opened: OpenTransport) => void,
): Promise<Client> {
  const opened = await openTransport(config, place);
  onOpen(opened);
  const { transport, fallback } = opened;
  try {
    return await greet(transport, config, place, signal);
  } catch (error) {
    if (fallback === undefined || signal.aborted || !isRefusedPost(error)) throw error;
    return greet(fallback(), config, place, signal);
  }
}

async function greet(
  transport: Transport,
  config: ServerConfig,
  place: ServerPlace,
  signal: AbortSignal,
): Promise<Client> {
  const client = new Client(
    { name: 'unattended', version: place.version },
    {
      capabilities: { roots: {}, elicitation: { form: { applyDefaults: true } } },
      // What a server says of its own results is checked nowhere here; a schema of its own would be compiled.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({
          valid: true,
          data: input as never,
          errorMessage: undefined,
        }),
      },
    },
  );
  client.setRequestHandler('roots/list', () => ({
    roots: [{ uri: pathToFileURL(place.root).href, name: 'workspace' }],
  }));
  const answerFor = elicitationAnswerer(config, place.askHooks);
  client.setRequestHandler('elicitation/create', ({ params }) => answerFor(params));
  const { startupMs: timeout } = config;
  try {
    // The SDK bounds the greeting alone, and not what it sends after it.
    await until(client.connect(transport, { signal, timeout }), signal);
    return client;
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw error;
  }
}

/** A server from before streamable HTTP answers the first POST with 400, 404 or 405 (MCP 2025-03-26, backwards compatibility). */
function isRefusedPost(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 403;
}
