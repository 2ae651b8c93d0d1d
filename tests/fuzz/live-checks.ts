import { openSocket } from '../../apps/api/test/live-socket.ts';
import { check, type Finding } from './finding.ts';
import type { HttpsClient } from './https-client.ts';

interface Site {
  readonly origin: string;
  readonly client: HttpsClient;
}

const TIMEOUT_MS = 5_000;

/** Checks the live connection by WebSocket, and by polling, which clients fall back to where WebSocket is blocked. */
export async function checkLive(site: Site, cookie: string): Promise<Finding[]> {
  const [bySocket, byPolling] = [await pongBySocket(site, cookie), await pongByPolling(site, cookie)];
  return [
    check('live by WebSocket: ping, pong', bySocket === 'pong', bySocket),
    check('live by polling: ping, pong', byPolling === 'pong', byPolling),
  ];
}

async function pongBySocket({ origin }: Site, cookie: string): Promise<string> {
  // The proxy's certificate is self-signed.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const { promise, resolve } = Promise.withResolvers<string>();
  const client = await openSocket(
    origin,
    { cookie, origin },
    { onMessage: ([event]) => event === 'pong' && resolve(event) },
  );
  const timer = setTimeout(() => resolve('nothing'), TIMEOUT_MS);
  client.send('ping');
  const received = await promise;
  clearTimeout(timer);
  client.close();
  return received;
}

async function pongByPolling({ client, origin }: Site, cookie: string): Promise<string> {
  const headers = { cookie, origin };
  const opened = await client.call('/socket.io/?EIO=4&transport=polling', { headers });
  const sid = /"sid":"([^"]+)"/.exec(opened.body)?.[1];
  if (sid === undefined) return `${opened.status} ${opened.body}`;
  const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  const send = (body: string) => client.call(path, { method: 'POST', headers, body });
  await send('40');
  await client.call(path, { headers });
  await send('42["ping"]');
  let { body } = await client.call(path, { headers });
  // A notification may precede the pong.
  if (!body.includes('["pong"]')) ({ body } = await client.call(path, { headers }));
  await send('1');
  return body.includes('["pong"]') ? 'pong' : body;
}
