import type { ClientRequestArgs, OutgoingHttpHeaders } from 'node:http';
import { Agent, type AgentOptions, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { nodeHttp } from './node-http.ts';
import { proxyAuthorization } from './proxy.ts';

type Created = (error: Error | null, socket: Duplex) => void;

/** Keeps TLS connections through one proxy open: each is a `CONNECT` tunnel. */
export class ProxyTunnel extends Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: ClientRequestArgs, created: Created): undefined {
    const target = `${options.host}:${options.port}`;
    const authorization = proxyAuthorization(this.#proxy);
    const headers: OutgoingHttpHeaders = { host: target };
    if (authorization) headers['proxy-authorization'] = authorization;
    const open = this.#proxy.protocol === 'https:' ? requestHttps : nodeHttp.request;
    const tunnel = open(this.#proxy, { method: 'CONNECT', path: target, headers, agent: false });
    const fail = (error: Error) => created(error, undefined as unknown as Duplex);
    tunnel.on('error', fail);
    tunnel.on('connect', (response, socket) => {
      tunnel.off('error', fail);
      if (response.statusCode !== 200) {
        socket.destroy();
        fail(
          new Error(`The proxy ${this.#proxy.host} answered CONNECT with ${response.statusCode}.`),
        );
        return;
      }
      created(
        null,
        connect({ ...(options as ConnectionOptions), socket, servername: nameOf(options) }),
      );
    });
    tunnel.end();
  }
}

/** An address is no server name: TLS forbids it there. */
function nameOf(options: ClientRequestArgs & { servername?: string }): string {
  return options.servername ?? (/^[\d.]+$|:/u.test(options.host ?? '') ? '' : (options.host ?? ''));
}
