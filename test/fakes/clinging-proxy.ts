import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Stands before a loopback server and keeps every connection of a client open for ever, whatever the server
 * does with its own: who wants to be rid of one has to close it. Gone with the test.
 */
export async function clingingProxy(url: string): Promise<{
  readonly url: string;
  /** How many connections clients have not closed. */
  readonly open: () => number;
  /** How many there were. */
  readonly taken: () => number;
}> {
  const clients = new Set<Socket>();
  let taken = 0;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    taken += 1;
    clients.add(client);
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => client.write(data));
    const isGone = () => {
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const event of ['end', 'error', 'close']) client.on(event, isGone);
    upstream.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, open: () => clients.size, taken: () => taken };
}
