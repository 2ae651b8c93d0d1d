import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createBodyDeadlines } from './body-deadlines.ts';

let now = 0;
const deadlines = createBodyDeadlines(() => now);
const server = createServer((request, response) => {
  deadlines.watch(request, response);
  server.emit('watched', request, response);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => server.close());

/** Sends the head of a request with a body of 100 KB. Resolves when the server has received it. */
async function startRequest(): Promise<{
  client: Socket;
  request: IncomingMessage;
  response: ServerResponse;
}> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined);
  const watched = once(server, 'watched');
  client.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 102400\r\n\r\n');
  const [request, response] = (await watched) as [IncomingMessage, ServerResponse];
  return { client, request, response };
}

function wait(seconds: number): void {
  now += seconds * 1_000;
  deadlines.check();
}

it('a body that stalls is 408 after 60 s, in Spanish', async () => {
  const { client } = await startRequest();
  wait(59);
  wait(2);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 408 .*"La solicitud tardó demasiado en llegar\./s);
});

it('a body of 8 KB/s arrives, whatever its length; a slower one does not', async () => {
  const { client, request, response } = await startRequest();
  const send = async (bytes: number) => {
    const received = once(request, 'data');
    client.write(Buffer.alloc(bytes));
    await received;
  };
  for (let sent = 0; sent < 9; sent += 1) {
    await send(8_192);
    wait(1);
  }
  wait(59);
  expect(response.headersSent || client.destroyed || request.destroyed).toBe(false);
  await send(1);
  wait(3);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 408 /);
});

it('the rest of a body whose response has been sent is read for 10 s; then the connection ends', async () => {
  const { client, request, response } = await startRequest();
  response.statusCode = 403;
  response.end('No');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 403 .*No/s);
  client.write(Buffer.alloc(50_000));
  wait(9);
  expect(request.socket.destroyed).toBe(false);
  wait(2);
  // The server resets the connection, since it has not read the whole body.
  await new Promise(resolve => client.once('close', resolve));
});

it('a complete body has no deadline', async () => {
  const { client, request, response } = await startRequest();
  client.write(Buffer.alloc(102_400));
  request.resume();
  await once(request, 'end');
  wait(3_600);
  response.end('Sí');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*Sí/s);
});
