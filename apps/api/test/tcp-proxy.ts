import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The database's address by way of this line. */
  readonly url: string;
  /** From now on nothing arrives, on connections old and new, and nobody is told. */
  blackhole(): void;
  /** What comes from now on gets through; what was sent meanwhile is lost. */
  resume(): void;
  /** Breaks the connections that are open. */
  reset(): void;
  close(): Promise<void>;
}

/** A line to the database at `url` that can be made to swallow everything, as a stopped server or a bad network does. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let isSilent = false;
  const server = createServer(near => {
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      let isCut = isSilent;
      end.on('data', data => {
        isCut ||= isSilent;
        if (!isCut) other.write(data);
      });
      end.on('close', () => {
        ends.delete(end);
        if (!isSilent) other.destroy();
      });
      end.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  const reset = () => {
    for (const end of ends) end.destroy();
  };
  return {
    url: address.href,
    reset,
    blackhole: () => {
      isSilent = true;
    },
    resume: () => {
      isSilent = false;
    },
    async close() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
