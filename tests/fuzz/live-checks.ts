import { openSocket } from '../../apps/api/test/live-socket.ts';
import { check, type Finding } from './finding.ts';
import type { Caller } from './https-caller.ts';

interface Site {
  readonly origin: string;
  readonly near: Caller;
}

const PATIENCE_MS = 5_000;

/** The live connection carries both ways: by WebSocket, and by polling where something keeps that from people. */
export async function checkLive(site: Site, cookie: string): Promise<Finding[]> {
  const [socket, polled] = [await answerBySocket(site, cookie), await answerByPolling(site, cookie)];
  return [
    check('live by WebSocket: ping, pong', socket === 'pong', socket),
    check('live by polling: ping, pong', polled === 'pong', polled),
  ];
}

async function answerBySocket({ origin }: Site, cookie: string): Promise<string> {
  // The proxy has signed its certificate itself.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const { promise, resolve } = Promise.withResolvers<string>();
  const client = await openSocket(
    origin,
    { cookie, origin },
    { onMessage: ([event]) => event === 'pong' && resolve(event) },
  );
  const timer = setTimeout(() => resolve('nothing'), PATIENCE_MS);
  client.send('ping');
  const answer = await promise;
  clearTimeout(timer);
  client.close();
  return answer;
}

async function answerByPolling({ near, origin }: Site, cookie: string): Promise<string> {
  const headers = { cookie, origin };
  const opened = await near.call('/socket.io/?EIO=4&transport=polling', { headers });
  const sid = /"sid":"([^"]+)"/.exec(opened.body)?.[1];
  if (sid === undefined) return `${opened.status} ${opened.body}`;
  const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  const send = (body: string) => near.call(path, { method: 'POST', headers, body });
  await send('40');
  await near.call(path, { headers });
  await send('42["ping"]');
  let { body } = await near.call(path, { headers });
  // A notification may come before.
  if (!body.includes('["pong"]')) ({ body } = await near.call(path, { headers }));
  await send('1');
  return body.includes('["pong"]') ? 'pong' : body;
}
