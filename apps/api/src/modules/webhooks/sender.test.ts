import { createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { webhookReceiver } from '../../../test/webhook-receiver.ts';
import { type Resolve, SENDING, sendMessage } from './sender.ts';

const receiver = await webhookReceiver();
afterAll(receiver.stop);
const port = receiver.host.split(':')[1];
const LOOPBACK = { address: '127.0.0.1', family: 4 };
const PUBLIC = { address: '8.8.8.8', family: 4 };

const send = (url: string, trusted: string[], resolve: Resolve = SENDING.resolve, timeoutMs = 5_000) =>
  sendMessage({ url, headers: { 'x-a': 'b' }, body: '{"a":"ñ"}' }, trusted, { resolve, timeoutMs });

it('posts to a host of the settings, over plain HTTP', async () => {
  expect(await send(receiver.url, [receiver.host])).toEqual({ status: 204, failure: null });
  expect(receiver.received.at(-1)).toMatchObject({ headers: { 'x-a': 'b' }, body: '{"a":"ñ"}' });
});

it.each([
  ['only a private address', [LOOPBACK]],
  ['a public and a private address', [PUBLIC, LOOPBACK]],
  ['a private IPv6 address', [{ address: '::1', family: 6 }]],
  ['an IPv4-mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['no address', []],
])('connects with no name that has %s', async (_what, addresses) => {
  const before = receiver.received.length;
  const outcome = await send(`https://recibe.example.org:${port}/`, [], async () => addresses);
  expect(outcome).toEqual({ status: null, failure: 'private' });
  expect(receiver.received).toHaveLength(before);
});

it('connects to the address that it checked, although the name changes right after', async () => {
  let lookups = 0;
  const rebinding: Resolve = async () => {
    lookups += 1;
    return lookups === 1 ? [PUBLIC] : [LOOPBACK];
  };
  const before = receiver.received.length;
  const outcome = await send(`https://recibe.example.org:${port}/`, [], rebinding, 300);
  expect(outcome.failure).toMatch(/^(timeout|connection)$/);
  expect([lookups, receiver.received.length]).toEqual([1, before]);
});

it('connects with no private address of a stored webhook, once the settings do not name it any more', async () => {
  expect(await send(receiver.url, [])).toEqual({ status: null, failure: 'private' });
  expect(await send('https://127.0.0.1:4000/', [])).toEqual({ status: null, failure: 'private' });
});

it('uses the resolved address of a host of the settings', async () => {
  const url = `http://pruebas.example:${port}/minga`;
  expect(await send(url, ['pruebas.example'], async () => [LOOPBACK])).toMatchObject({ status: 204 });
  expect(receiver.received.at(-1)?.headers.host).toBe(`pruebas.example:${port}`);
});

it.each([
  [200, null],
  [299, null],
  [301, 'redirect'],
  [307, 'redirect'],
  [404, 'status'],
  [500, 'status'],
])('%i: %s', async (status, failure) => {
  const before = receiver.received.length;
  receiver.respond(response => response.writeHead(status, { location: receiver.url }).end());
  expect(await send(receiver.url, [receiver.host])).toEqual({ status, failure });
  // No redirect is followed.
  expect(receiver.received).toHaveLength(before + 1);
});

it('a server that does not respond in time has failed', async () => {
  receiver.respond(() => undefined);
  expect(await send(receiver.url, [receiver.host], undefined, 200)).toEqual({
    ...{ status: null, failure: 'timeout' },
  });
});

it('reads 4 kB of an endless body', async () => {
  let sent = 0;
  const closed = new Promise<void>(resolve => {
    receiver.respond(response => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1024))) sent += 1024;
      };
      response.on('drain', write).on('close', resolve);
      write();
    });
  });
  expect(await send(receiver.url, [receiver.host])).toEqual({ status: 200, failure: null });
  await closed;
  expect(sent).toBeLessThan(20_000_000);
});

it('a body that does not end is cut off with the time', async () => {
  receiver.respond(response => void response.writeHead(200).write('x'));
  expect(await send(receiver.url, [receiver.host], undefined, 200)).toEqual({ status: 200, failure: null });
});

it('says why there is no connection', async () => {
  const unknown: Resolve = async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  };
  expect((await send('https://nadie.example.org/', [], unknown)).failure).toBe('name');
  const closed = createServer();
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
  const address = closed.address();
  await new Promise(resolve => closed.close(resolve));
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  expect((await send(`http://${host}/`, [host])).failure).toBe('connection');
});
