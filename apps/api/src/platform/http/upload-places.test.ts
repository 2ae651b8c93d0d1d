import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { listenOnFreePort } from '../../../test/live-client.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { plainPng } from '../../../test/pictures.ts';
import { errorOf } from '../../../test/requests.ts';
import { createUploadPlaces } from './upload-places.ts';

const app = await testApp();
const { db } = app.platform;
const { port } = new URL(await listenOnFreePort(app.server));
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Starts an upload that never ends. */
async function stall(headers: Record<string, string>): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST /api/tasks HTTP/1.1\r\nHost: localhost\r\n${fields.join('')}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nxxx`,
  );
  return socket;
}

const statusLine = async (socket: Socket): Promise<string> => {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString().split('\r\n')[0] ?? '';
};

async function publish(headers: Record<string, string>) {
  const fields = { title: 'Minga', date: '2026-12-05T14:00:00.000Z' };
  const form = await multipartOf(fields, { name: 'image', bytes: await plainPng(40, 30) });
  return app.inject({
    method: 'POST',
    url: '/api/tasks',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
}

it('a third upload of one account is 503 before its body is read; another account uploads', async () => {
  const { headers } = await signedIn(db);
  const waiting = await Promise.all([stall(headers), stall(headers), stall(headers)]);
  // Whichever the server receives last.
  expect(await Promise.race(waiting.map(statusLine))).toMatch(/^HTTP\/1.1 503 /);
  const reply = await publish(headers);
  expect(errorOf(reply)).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Ya estás subiendo otras imágenes. Espera a que terminen e intenta de nuevo.',
  });
  expect(reply.headers['retry-after']).toBe('10');
  expect((await publish((await signedIn(db)).headers)).statusCode).toBe(201);
  for (const socket of waiting) socket.destroy();
  await expect.poll(async () => (await publish(headers)).statusCode).toBe(201);
});

it('a caller without a session is rejected without a place', async () => {
  expect(await statusLine(await stall({}))).toMatch(/^HTTP\/1.1 401 /);
});

it('all accounts have 24 places, which are given back', () => {
  const { takeUpload, takeFile } = createUploadPlaces();
  const release = Array.from({ length: 24 }, (_, index) =>
    index < 12 ? takeUpload(`account ${index}`) : takeFile(),
  );
  expect(() => takeUpload('another')).toThrow('Hay muchas personas subiendo imágenes.');
  expect(takeFile).toThrow('Hay muchas personas subiendo imágenes.');
  release[0]?.();
  release[12]?.();
  takeUpload('another')();
  takeUpload('account 0');
  takeFile();
  expect(() => takeUpload('another')).toThrow();
});
