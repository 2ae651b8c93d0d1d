import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Handle = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void | Promise<void>;

export interface LoopbackServer {
  /** '127.0.0.1:…' */
  readonly host: string;
  /** Does nothing if the server is running. */
  start(): Promise<void>;
  /** Also closes its connections. */
  stop(): Promise<void>;
}

/** Starts an HTTP server on a loopback port. It retains its port across stop() and start(). */
export async function loopbackServer(handle: Handle): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    // A client that is killed leaves half a body.
    const body = await buffer(request).catch(() => null);
    if (body !== null) await handle(request, body, response);
  });
  let port = 0;
  async function start(): Promise<void> {
    if (server.listening) return;
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }
  await start();
  return {
    host: `127.0.0.1:${port}`,
    start,
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
