import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { deactivate, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { handshake } from '../../../test/live-socket.ts';
import { concurrently } from '../../../test/requests.ts';

describe('live', async () => {
  // Two apps on one database represent two processes.
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
  /** The time within which sessions end on all connections (docs/rules.md R2.3). */
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
      expect((await connectLive(address, { ...headers, origin: 'http://localhost:3000' })).isOpen()).toBe(
        true,
      );
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

    it('ends the connection of such a request, on which Node sends no response to an unreadable one', async () => {
      const { hostname, port } = new URL(address);
      const client = connect(Number(port), hostname);
      onTestFinished(() => void client.destroy());
      client.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n');
      const [head] = await once(client, 'data');
      expect(String(head)).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
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
      [
        'another role',
        ({ user: { id } }) => db.execute(sql`update users set role = 'admin' where id = ${id}`),
      ],
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
      // The session is deleted without triggers, as if the notification had been lost.
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
});

describe('live limits', async () => {
  const DAY_MS = 86_400_000;

  // Two apps on one database represent two processes. Their listeners are not started, and tests control the interval timers.
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
    // This client completes the upgrade and does not respond to later messages.
    await once(get(handshake(place, 'websocket'), { headers: { ...headers, ...upgrade } }), 'upgrade');
    // Without the timeout of the close it would stay for the heartbeat's 45 s.
    const before = performance.now();
    await leaving.server.close();
    expect(performance.now() - before).toBeLessThan(15_000);
    expect([client.isOpen(), (await waiting).status]).toEqual([false, 200]);
  });
});
