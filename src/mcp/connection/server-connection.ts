import type { Client } from '@modelcontextprotocol/client';
import { ToolRefusal } from '../../tool/refusal.ts';
import type { ServerConfig } from '../config/server-config.ts';
import { cleanDescription } from '../tool-description.ts';
import { openClient } from './open-client.ts';
import type { OpenTransport } from './open-transport.ts';
import type { ServerPlace } from './server-place.ts';
import { failureWords, statusOf } from './server-words.ts';
import { type Listed, listTools, type ToolListing } from './tool-listing.ts';
import { ToolPins } from './tool-pins.ts';

export type ServerStatus = 'pending' | 'connected' | 'failed' | 'needs-auth';

export interface ConnectionOptions {
  readonly config: ServerConfig;
  readonly place: ServerPlace;
  /** Tells whoever reads the run. Must not throw. */
  readonly warn: (text: string) => void;
}

/** A server may end and be started again so often in a run. */
const MAX_RESTARTS = 1;

/** One MCP server through a run: started once, once more when it ends, gone with the run. */
export class ServerConnection {
  readonly config: ServerConfig;
  status: ServerStatus = 'pending';
  /** Why it is not there; `undefined` while it is. */
  problem: string | undefined;
  readonly #options: ConnectionOptions;
  readonly #ended = new AbortController();
  readonly #pins: ToolPins;
  #listed: readonly ToolListing[] = [];
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #restarts = 0;
  #opened: OpenTransport | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.config = options.config;
    this.#pins = new ToolPins(options.config, options.warn);
  }

  /** What the server can do; `undefined`: it is not there. */
  get capabilities() {
    return this.#client?.getServerCapabilities();
  }

  /** What the server says of its tools as a whole, as the model may read it; `undefined`: nothing, or it is not there. */
  get instructions(): string | undefined {
    return cleanDescription(this.#client?.getInstructions() ?? '').text || undefined;
  }

  /** Starts it. Never rejects: `status` and `problem` say how it went. */
  async start(): Promise<Listed> {
    const limit = this.#limit();
    try {
      const client = await this.#connect(limit);
      const listed = await listTools(client, limit);
      this.#pins.pin(listed);
      this.#listed = listed.tools;
      return listed;
    } catch (error) {
      this.#failed(error);
      return { tools: [], isCut: false };
    }
  }

  /**
   * Does something with the server, started anew where it has ended. What ran when it ended is not repeated.
   * @throws ToolRefusal when it is gone for good; what `work` throws
   */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client ?? (await this.#again());
    try {
      return await work(client);
    } catch (error) {
      // The session is not known any more (MCP, “Session Management”).
      if (statusOf(error) === 404) this.#lost(client);
      throw error;
    }
  }

  /** Makes a new token, where it has credentials for one; a server that was not reached for want of it is tried anew. */
  async signIn(): Promise<void> {
    await this.#opened?.signIn?.();
    if (this.#client === undefined) this.#restarts = 0;
  }

  /** The tool as the server defined it at the start; `undefined`: it has none of the name. */
  listingOf(tool: string): ToolListing | undefined {
    return this.#listed.find(({ name }) => name === tool);
  }

  /** Whether the server defines a tool otherwise than it did at the start, and may not. */
  hasChanged(tool: string): Promise<boolean> {
    return this.#pins.hasChanged(tool);
  }

  /** What went wrong, in words, with what the server itself said. */
  explain(error: unknown): string {
    const { endedFor, complaints } = this.#opened ?? {};
    return failureWords(endedFor?.() ?? error, complaints?.() ?? '');
  }

  /** Ends it with all it started. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#connecting?.catch(() => {});
    const client = this.#client;
    this.#client = undefined;
    await client?.close().catch(() => {});
  }

  async #again(): Promise<Client> {
    const { name } = this.config;
    if (this.#ended.signal.aborted) throw new ToolRefusal('The run is ending.');
    if (this.#connecting !== undefined) return this.#connecting;
    if (this.#restarts >= MAX_RESTARTS) {
      throw new ToolRefusal(
        `The MCP server ${name} is gone: it ended again after it had been started anew. ${this.problem ?? ''} Go on without it.`,
      );
    }
    this.#restarts += 1;
    const limit = this.#limit();
    try {
      const client = await this.#connect(limit);
      this.#pins.compare(await listTools(client, limit));
      return client;
    } catch (error) {
      this.#failed(error);
      throw new ToolRefusal(
        `The MCP server ${name} ended and could not be started again: ${this.problem}`,
        { cause: error },
      );
    }
  }

  #connect(limit: Limit): Promise<Client> {
    this.#connecting = this.#open(limit).finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open(limit: Limit): Promise<Client> {
    const { signal } = limit;
    const { config, place } = this.#options;
    const onOpen = (opened: OpenTransport) => {
      this.#opened = opened;
    };
    const client = await openClient({ config, place, signal, onOpen });
    client.onclose = () => this.#lost(client);
    client.setNotificationHandler('notifications/tools/list_changed', async () => {
      const isOver = () => this.#client !== client || this.#ended.signal.aborted;
      await this.#pins.recheck(() => listTools(client, this.#limit()), isOver);
    });
    await subscribe(client, limit);
    this.#client = client;
    this.status = 'connected';
    this.problem = undefined;
    return client;
  }

  #lost(client: Client): void {
    if (this.#client !== client || this.#ended.signal.aborted) return;
    this.#client = undefined;
    this.#failed(new Error('it ended'));
    void client.close().catch(() => {});
  }

  #failed(error: unknown): void {
    this.status = statusOf(error) === 401 || isUnauthorized(error) ? 'needs-auth' : 'failed';
    this.problem = this.explain(error);
  }

  /** For all that comes next together, however many questions it takes. */
  #limit(): Limit {
    const timeout = this.config.startupMs;
    return { signal: AbortSignal.any([AbortSignal.timeout(timeout), this.#ended.signal]), timeout };
  }
}

/** Since 2026-07-28 a server tells of changes only to who asked to be told. One that does not is no worse than before. */
async function subscribe(client: Client, limit: Limit): Promise<void> {
  const tells = client.getServerCapabilities()?.tools?.listChanged === true;
  if (!tells || client.getProtocolEra() !== 'modern') return;
  await client.listen({ toolsListChanged: true }, limit).catch(() => {});
}

interface Limit {
  readonly signal: AbortSignal;
  /** ms */
  readonly timeout: number;
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnauthorizedError';
}
