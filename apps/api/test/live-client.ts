import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type LiveClient, openSocket } from './live-socket.ts';

/** Listens on a free port and returns the address. */
export const listenOnFreePort = (server: FastifyInstance): Promise<string> =>
  server.listen({ port: 0, host: '127.0.0.1' });

/** Opens a live connection that is closed at the end of the test. */
export async function connectLive(
  address: string,
  headers: Record<string, string>,
  query = '',
): Promise<LiveClient> {
  const client = await openSocket(address, headers, { query });
  onTestFinished(client.close);
  return client;
}
