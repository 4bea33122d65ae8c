import { type AddressInfo, createServer } from 'node:net';

/** A server that can't be reached for the whole of a run. */
export interface Outage {
  readonly of: 'api' | 'github';
  /** Where it is looked for instead; ends with the run. */
  readonly stand: () => Promise<{ readonly url: string; readonly close: () => void }>;
}

/** Nobody listens: the system answers at once. */
const refusing: Outage['stand'] = async () => {
  const { url, close } = await silent();
  close();
  return { url, close: () => {} };
};

/** Takes every connection and all that is sent, and says nothing. */
const silent: Outage['stand'] = async () => {
  const server = createServer((socket) => {
    open.add(socket.resume().on('error', () => {}));
  });
  const open = new Set<{ destroy(): void }>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

export const OUTAGES: Readonly<Record<string, Outage>> = {
  'the API refuses connections': { of: 'api', stand: refusing },
  'the API never answers': { of: 'api', stand: silent },
  'GitHub refuses connections': { of: 'github', stand: refusing },
  'GitHub never answers': { of: 'github', stand: silent },
};
