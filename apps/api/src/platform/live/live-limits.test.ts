import { once } from 'node:events';
import { get } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { handshake } from '../../../test/live-socket.ts';

const DAY_MS = 86_400_000;

// Two processes on one database, whose listeners are not started. Tests control the interval timers.
vi.useFakeTimers({ toFake: ['setInterval'] });
afterAll(() => void vi.useRealTimers());
const database = await testDatabase();
const limited = { RATE_LIMIT_FACTOR: '1' };
const here = await testApp(limited, database);
const there = await testApp(limited, database);
const leaving = await testApp({}, database);
const { db } = here.platform;
const address = await listenOnFreePort(here.server);
const otherAddress = await listenOnFreePort(there.server);

it('connections of an expired session close within a minute; an open connection does not extend its session', async () => {
  onTestFinished(() => here.setNow(NOON));
  const idle = await signedIn(db);
  const used = await signedIn(db);
  here.setNow(new Date(NOON.getTime() + 6 * DAY_MS));
  const expired = await connectLive(address, idle.headers);
  const active = await connectLive(address, used.headers);
  await db.execute(
    sql`update sessions set last_seen_at = last_seen_at + '5 days'::interval where user_id = ${used.user.id}`,
  );
  here.setNow(new Date(NOON.getTime() + 7 * DAY_MS + 1));
  vi.advanceTimersByTime(60_000);
  await expect.poll(expired.isOpen).toBe(false);
  expect(active.isOpen()).toBe(true);
});

it('a session that ends while its connection opens closes it', async () => {
  const { headers, user } = await signedIn(db);
  const polling = handshake(address, 'polling');
  const { sid } = JSON.parse((await (await fetch(polling, { headers })).text()).slice(1));
  await db.execute(sql`delete from sessions where user_id = ${user.id}`);
  await fetch(`${polling}&sid=${sid}`, { method: 'POST', body: '40' });
  await expect.poll(async () => (await fetch(`${polling}&sid=${sid}`)).status).toBe(400);
});

it('a test notification reaches only the requesting connection, at most five times a minute over all processes', async () => {
  const { headers, user } = await signedIn(db);
  const other = await connectLive(address, (await signedIn(db)).headers);
  const client = await connectLive(address, headers);
  const elsewhere = await connectLive(otherAddress, headers);
  const request = { message: 'Hola', userId: user.id };
  for (let sent = 0; sent < 3; sent++) client.emitWithAck('test-notification', request);
  for (let sent = 0; sent < 2; sent++) elsewhere.emitWithAck('test-notification', request);
  await expect
    .poll(() => [client.acknowledgements.length, elsewhere.acknowledgements.length])
    .toEqual([3, 2]);
  elsewhere.emitWithAck('test-notification', request);
  await expect.poll(() => elsewhere.acknowledgements.at(-1)).toMatchObject([{ code: 'RATE_LIMITED' }]);
  expect(client.received).toHaveLength(3);
  expect(elsewhere.received).toEqual(
    Array(2).fill([
      'nueva_notificacion',
      {
        title: 'Aviso de prueba',
        message: 'Hola',
        type: 'test',
        taskId: null,
        timestamp: NOON.toISOString(),
      },
    ]),
  );
  expect(other.received).toEqual([]);
});

it.each([
  [undefined, 'El mensaje es requerido'],
  [null, 'El mensaje es requerido'],
  ['Hola', 'El mensaje es requerido'],
  [['Hola'], 'El mensaje es requerido'],
  [{}, 'El mensaje es requerido'],
  [{ message: null }, 'El mensaje es requerido'],
  [{ message: 7 }, 'El mensaje es requerido'],
  [{ message: 'x'.repeat(201) }, 'El mensaje debe tener como máximo 200 caracteres'],
])('an invalid test notification is rejected: %.30j', async (payload, sentence) => {
  const { headers } = await signedIn(db);
  const client = await connectLive(address, headers);
  client.send('test-notification', payload);
  client.emitWithAck('test-notification', payload);
  await expect.poll(() => client.acknowledgements).toEqual([[{ code: 'VALIDATION', message: [sentence] }]]);
  client.emitWithAck('test-notification', { message: 'x'.repeat(200) });
  await expect.poll(() => client.received).toHaveLength(1);
});

it('a connection that sends more than 60 packets of any kind in 10 s is closed, and no other', async () => {
  const { headers } = await signedIn(db);
  const bystander = await connectLive(address, headers);
  const flooding = await connectLive(address, headers);
  const malformed = await connectLive(address, headers);
  for (let sent = 0; sent < 1_000; sent++) flooding.send('ping');
  for (let sent = 0; sent < 1_000; sent++) malformed.sendRaw('40/admin,');
  await expect.poll(flooding.isOpen).toBe(false);
  await expect.poll(malformed.isOpen).toBe(false);
  expect(flooding.received.length).toBeLessThanOrEqual(60);
  bystander.send('ping');
  await expect.poll(() => bystander.received).toEqual([['pong']]);
});

it('a connection may send fewer packets indefinitely', async () => {
  const client = await connectLive(address, (await signedIn(db)).headers);
  for (let round = 1; round <= 3; round++) {
    vi.advanceTimersByTime(10_000);
    for (let sent = 0; sent < 50; sent++) client.send('ping');
    await expect.poll(() => client.received).toHaveLength(round * 50);
  }
  expect(client.isOpen()).toBe(true);
});

it('the server closes within 3 s despite open connections, even if a client does not respond', async () => {
  const { headers } = await signedIn(db);
  const place = await listenOnFreePort(leaving.server);
  const client = await connectLive(place, headers);
  const polling = handshake(place, 'polling');
  const { sid } = JSON.parse((await (await fetch(polling, { headers })).text()).slice(1));
  const waiting = fetch(`${polling}&sid=${sid}`, { headers });
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  // This client completes the upgrade and does not respond to anything after it.
  await once(get(handshake(place, 'websocket'), { headers: { ...headers, ...upgrade } }), 'upgrade');
  const before = performance.now();
  await leaving.server.close();
  expect(performance.now() - before).toBeLessThan(3_000);
  expect([client.isOpen(), (await waiting).status]).toEqual([false, 200]);
});
