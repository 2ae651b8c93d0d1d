import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Drops all data on existing and new connections without closing them. */
  blackhole(): void;
  /** Forwards data of new connections again; dropped data stays lost. */
  resume(): void;
  /** Closes the open connections. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy to the database at `url` that can drop all data, like a frozen server or a broken network. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isBlackhole = false;
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      let isDropping = isBlackhole;
      socket.on('data', data => {
        isDropping ||= isBlackhole;
        if (!isDropping) other.write(data);
      });
      socket.on('close', () => {
        sockets.delete(socket);
        if (!isBlackhole) other.destroy();
      });
      socket.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  const reset = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: address.href,
    reset,
    blackhole: () => {
      isBlackhole = true;
    },
    resume: () => {
      isBlackhole = false;
    },
    async close() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
