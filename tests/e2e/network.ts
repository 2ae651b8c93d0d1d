import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { BrowserContext } from '@playwright/test';

/** The browser's console message on each request, and each handshake of a live connection, that fails without a network. */
export const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_(PROXY|SOCKS)_CONNECTION_FAILED|ERR_CONNECTION_(CLOSED|RESET)|ERR_EMPTY_RESPONSE|closed before receiving a handshake/;

/** The network of a browser context. Its requests through `page.request` pass through it too. */
export interface Network {
  /** The context's option. */
  readonly proxy: { server: string };
  /** Breaks every connection and accepts no other, and tells the context's pages so (`navigator.onLine`). */
  lose(context: BrowserContext): Promise<void>;
  restore(context: BrowserContext): Promise<void>;
  stop(): Promise<void>;
}

// Replies of a SOCKS 5 server to the greeting and to the request of a connection.
const NO_AUTHENTICATION = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/**
 * Starts a SOCKS proxy to the servers of this machine. Chromium's emulation of a lost network alone lets requests pass that a
 * service worker makes as it starts.
 */
export async function startNetwork(): Promise<Network> {
  const clients = new Set<Socket>();
  let isLost = false;
  // Without a delay: a page makes hundreds of small requests.
  const server = createServer({ noDelay: true }, client => {
    client.on('error', () => client.destroy());
    if (isLost) return void client.destroy();
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.once('data', () => {
      client.write(NO_AUTHENTICATION);
      client.once('data', request => join(client, request.readUInt16BE(request.length - 2)));
    });
  });
  const breakAll = () => {
    for (const client of clients) client.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    proxy: { server: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async lose(context) {
      isLost = true;
      breakAll();
      await context.setOffline(true);
    },
    async restore(context) {
      isLost = false;
      await context.setOffline(false);
    },
    async stop() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Connects the client to a port of this machine; the end of either connection ends the other. */
function join(client: Socket, port: number): void {
  const upstream = connect({ port, host: 'localhost', noDelay: true }, () => {
    client.write(CONNECTED);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy());
  upstream.on('close', () => client.destroy());
  client.on('close', () => upstream.destroy());
}
