import { once } from 'node:events';
import { get } from 'node:http';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { deactivate, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { handshake } from '../../../test/live-socket.ts';
import { concurrently } from '../../../test/requests.ts';

// Two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
const addresses = [await listenOnFreePort(here.server), await listenOnFreePort(there.server)];
const [address = ''] = addresses;
await here.startJobs();
await there.startJobs();

const TASK = '01930000-0000-7000-8000-00000000000a';
const notify = (message: object | string) =>
  db.execute(
    sql`select pg_notify('minga_live', ${typeof message === 'string' ? message : JSON.stringify(message)})`,
  );
const listChanged = (user: string) =>
  notify({ user, event: 'asistentes_actualizados', data: { taskId: TASK, email: 'no@example.org' } });

const connectToEach = (headers: Record<string, string>) =>
  Promise.all(addresses.map(place => connectLive(place, headers)));
/** CONTRACT.md section 2. */
const WITHIN = { timeout: 2_000 };

describe('the handshake', () => {
  const attempt = async (headers: Record<string, string>, transport = 'polling') => {
    const reply = await fetch(handshake(address, transport), { headers });
    return [reply.status, (await reply.text()).match(/"message":"(\w+)"/)?.[1]];
  };

  it('is rejected without a valid session', async () => {
    const { headers, user } = await signedIn(db);
    expect(await attempt({})).toEqual([403, 'UNAUTHENTICATED']);
    expect(await attempt({ cookie: `minga_session=${'x'.repeat(43)}` })).toEqual([403, 'UNAUTHENTICATED']);
    expect(await attempt({ cookie: 'minga_session=%E0%A4%A' })).toEqual([403, 'UNAUTHENTICATED']);
    await expect(connectLive(address, {})).rejects.toThrow('closed');
    expect(await attempt(headers)).toEqual([200, undefined]);
    await deactivate(db, user.id);
    expect(await attempt(headers)).toEqual([403, 'UNAUTHENTICATED']);
  });

  it('is rejected for a page of another site, even with the cookie', async () => {
    const { headers } = await signedIn(db);
    const origin = 'https://otro.example';
    expect(await attempt({ ...headers, origin })).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(await attempt({ ...headers, 'sec-fetch-site': 'cross-site' })).toEqual([403, 'FOREIGN_ORIGIN']);
    await expect(connectLive(address, { ...headers, origin })).rejects.toThrow('closed');
    expect((await connectLive(address, { ...headers, origin: 'http://localhost:3000' })).isOpen()).toBe(true);
  });

  it('is rejected for the twenty-first connection of a user', async () => {
    const { headers } = await signedIn(db);
    const clients = await concurrently(20, () => connectLive(address, headers));
    await expect(connectLive(address, headers)).rejects.toThrow('closed');
    expect(await attempt(headers)).toEqual([403, 'RATE_LIMITED']);
    expect(clients.every(client => client.isOpen())).toBe(true);
    clients[0]?.close();
    await expect.poll(() => attempt(headers)).toEqual([200, undefined]);
  });

  it('is rejected for the twenty-first connection that never joins; those in flight count', async () => {
    const { headers } = await signedIn(db);
    const replies = await concurrently(30, () => attempt(headers));
    expect(replies.filter(([status]) => status === 200)).toHaveLength(20);
    expect(replies.filter(([, message]) => message === 'RATE_LIMITED')).toHaveLength(10);
    expect((await connectLive(address, (await signedIn(db)).headers)).isOpen()).toBe(true);
  });

  it('does not affect requests that offer to upgrade to another protocol', async () => {
    const headers = { connection: 'upgrade', upgrade: 'h2c' };
    const [reply] = await once(get(`${address}/healthz`, { headers }), 'response');
    expect(reply.statusCode).toBe(200);
  });
});

describe('a message', () => {
  it('reaches all connections of its user, in every process, and no other user', async () => {
    const owner = await signedIn(db);
    const other = await signedIn(db);
    const own = await connectToEach(owner.headers);
    // The server ignores the user id that a client claims.
    const stranger = await connectLive(address, other.headers, `&userId=${owner.user.id}`);
    stranger.send('auth', owner.user.id);
    stranger.send('ping');
    await expect.poll(() => stranger.received).toEqual([['pong']]);
    await listChanged(owner.user.id);
    for (const client of own)
      await expect.poll(() => client.received).toEqual([['asistentes_actualizados', { taskId: TASK }]]);
    await listChanged(other.user.id);
    await expect.poll(() => stranger.received).toHaveLength(2);
    expect(own.map(({ received }) => received.length)).toEqual([1, 1]);
  });

  it.each([
    'no es JSON',
    { user: 'x' },
    { user: TASK, event: 'otro', data: {} },
    { user: TASK, event: 'asistentes_actualizados' },
  ])('that is invalid is skipped: %j', async message => {
    const { headers, user } = await signedIn(db);
    const client = await connectLive(address, headers);
    await notify(message);
    await listChanged(user.id);
    await expect.poll(() => client.received).toHaveLength(1);
  });
});

describe('the end of a session closes its connections in every process, and no others', () => {
  type Person = Awaited<ReturnType<typeof signedIn>>;
  const causes: [string, (person: Person) => Promise<unknown>][] = [
    ['sign-out', ({ headers }) => there.inject({ method: 'POST', url: '/api/auth/logout', headers })],
    ['deactivation', ({ user }) => deactivate(db, user.id)],
    [
      'a new password',
      ({ user: { id } }) => db.execute(sql`update users set password_hash = 'x' where id = ${id}`),
    ],
    ['another role', ({ user: { id } }) => db.execute(sql`update users set role = 'admin' where id = ${id}`)],
    ['deletion', ({ user: { id } }) => db.execute(sql`delete from users where id = ${id}`)],
  ];

  it.each(causes)('%s', async (_cause, end) => {
    const person = await signedIn(db);
    const clients = await connectToEach(person.headers);
    const bystander = await connectLive(address, (await signedIn(db)).headers);
    await end(person);
    for (const client of clients) await expect.poll(client.isOpen, WITHIN).toBe(false);
    expect(bystander.isOpen()).toBe(true);
  });
});

describe('a packet of a client', () => {
  it.each(['42["ping"', '45-["x"]', '9', '42[1,2]', '42["disconnect"]', '40/admin,'])(
    'does no harm if it is malformed: %.20s',
    async frame => {
      const { headers } = await signedIn(db);
      const malformed = await connectLive(address, headers);
      const client = await connectLive(address, headers);
      malformed.sendRaw(frame);
      client.send('ping', { nested: { deep: [] } }, null);
      await expect.poll(() => client.received).toEqual([['pong']]);
    },
  );

  it('closes its connection if it is larger than 10 kB', async () => {
    const client = await connectLive(address, (await signedIn(db)).headers);
    client.send('ping', 'x'.repeat(11_000));
    await expect.poll(client.isOpen).toBe(false);
  });
});

it('after the LISTEN connection breaks, clients are told to reload and those without a session are disconnected', async () => {
  const stays = await connectLive(address, (await signedIn(db)).headers);
  const leaver = await signedIn(db);
  const leaves = await connectLive(address, leaver.headers);
  await db.transaction(async tx => {
    // Without triggers, as if the notification had been lost.
    await tx.execute(sql`alter table sessions disable trigger user`);
    await tx.execute(sql`delete from sessions where user_id = ${leaver.user.id}`);
    await tx.execute(sql`alter table sessions enable trigger user`);
  });
  expect(leaves.isOpen()).toBe(true);
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'minga-notices' and datname = current_database()`,
  );
  await expect.poll(() => stays.received).toEqual([['puesta_al_dia', {}]]);
  await expect.poll(leaves.isOpen).toBe(false);
  expect(stays.isOpen()).toBe(true);
});
