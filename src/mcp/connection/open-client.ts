import { pathToFileURL } from 'node:url';
import { Client, type ClientOptions, type Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../config/server-config.ts';
import { elicitationAnswerer } from './elicitation.ts';
import { type OpenTransport, openTransport } from './open-transport.ts';
import type { ServerPlace } from './server-place.ts';
import { statusOf } from './server-words.ts';
import { until } from './until.ts';

/** How a server is greeted: as until 2025-11-25, or as since 2026-07-28, without a session. */
type Greeting = Pick<ClientOptions, 'versionNegotiation'>;
const USUAL: Greeting = {};
const NEWEST: Greeting = { versionNegotiation: { mode: { pin: '2026-07-28' } } };

interface Opening {
  readonly config: ServerConfig;
  readonly place: ServerPlace;
  readonly signal: AbortSignal;
  /** Told of each way that is tried. */
  readonly onOpen: (opened: OpenTransport) => void;
}

/**
 * Starts a server and greets it. It may ask for the roots, which are the working directory, and for what a user
 * would say, which hooks and the policy answer; it gets no model (`sampling` is not offered).
 * @throws what went wrong; nothing is left running then
 */
export async function openClient(opening: Opening): Promise<Client> {
  const { config, place, signal, onOpen } = opening;
  const opened = await openTransport(config, place);
  onOpen(opened);
  const { transport, fallback } = opened;
  try {
    return await greet(transport, opening, USUAL);
  } catch (error) {
    if (signal.aborted) throw error;
    // Nearly all servers know the old greeting, and some end at the new one: it comes second.
    const newest = isRefusedGreeting(error) ? await greetAnew(opening) : undefined;
    if (newest) return newest;
    onOpen(opened);
    if (fallback === undefined || !isRefusedPost(error)) throw error;
    return greet(fallback(), opening, USUAL);
  }
}

/** `undefined`: it does not know the newest greeting either. */
async function greetAnew(opening: Opening): Promise<Client | undefined> {
  const again = await openTransport(opening.config, opening.place);
  opening.onOpen(again);
  return greet(again.transport, opening, NEWEST).catch(() => undefined);
}

async function greet(
  transport: Transport,
  { config, place, signal }: Opening,
  greeting: Greeting,
): Promise<Client> {
  const client = new Client(
    { name: 'unattended', version: place.version },
    {
      ...greeting,
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

/** A server said that it does not know how it is greeted: in the answer, or in the body of a refusal. */
function isRefusedGreeting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'number') return true;
  if (error.message.startsWith("Server's protocol version is not supported")) return true;
  if (!isRefusedPost(error) || !('data' in error)) return false;
  const { text } = Object(error.data) as { readonly text?: unknown };
  return typeof text === 'string' && /"jsonrpc"\s*:/u.test(text);
}
