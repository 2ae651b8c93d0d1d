import type { NotificationType } from '@minga/contract/notifications';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp, testApps } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aReminder, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import type { LiveClient } from '../../../test/live-socket.ts';
import { pollReminders } from '../../../test/reminder-fixture.ts';
import { concurrently, errorOf, senderTo } from '../../../test/requests.ts';
import { sweepNotifications } from './jobs.ts';
import { insertNotifications } from './repository.ts';
import { notificationPreferences, notifications } from './schema.ts';

describe('routes', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  const { db } = app.platform;
  type Headers = Record<string, string>;
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: { user: string; event: string; data: object }[] = [];
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
  await listener.query('listen minga_live');
  afterAll(() => listener.end());

  const UNKNOWN = '01930000-0000-7000-8000-00000000000a';
  const HOUR_MS = 3_600_000;
  const ago = (hours: number, ms = 0) => new Date(NOON.getTime() - hours * HOUR_MS + ms);
  const call = (method: Method, path: string, headers: Headers, payload?: object) =>
    senderTo(app)(method, `/notifications${path}`, payload, headers);

  type Values = Partial<typeof notifications.$inferInsert>;
  /** Creates a signed-in account with these notifications, the newest last. */
  async function withBell(...rows: Values[]) {
    const person = await signedIn(db);
    const ids: string[] = [];
    for (const values of rows) {
      const row = {
        type: 'change' as NotificationType,
        title: 'T',
        message: 'M',
        createdAt: NOON,
        ...values,
      };
      const [written] = await db
        .insert(notifications)
        .values({ ...row, userId: person.user.id })
        .returning();
      ids.push(written?.id ?? '');
    }
    const idsInBell = async () =>
      (await call('GET', '/recibidas', person.headers)).json().map(({ id }: { id: string }) => id);
    return { ...person, ids, idsInBell };
  }

  /** The events sent to the account's screens; NOTIFY delivers them in commit order. */
  async function eventsOf(userId: string): Promise<string[]> {
    const mark = `end-${userId}`;
    await db.execute(`select pg_notify('minga_live', '{"user":"${mark}"}')`);
    await expect.poll(() => heard.some(({ user }) => user === mark)).toBe(true);
    return heard.filter(({ user }) => user === userId).map(({ event }) => event);
  }

  beforeEach(() => {
    app.setNow(NOON);
    heard.length = 0;
  });

  describe('GET /notifications/recibidas', () => {
    it('lists the notifications in the bell, the newest first', async () => {
      const { headers, ids } = await withBell(
        { createdAt: ago(2), taskId: UNKNOWN, type: 'reminder', title: 'Uno', message: 'Dos' },
        { createdAt: ago(1), readAt: NOON },
      );
      await withBell({});
      const reply = await call('GET', '/recibidas', headers);
      expect(reply.headers['x-total-count']).toBe('2');
      expect(reply.json()).toEqual([
        {
          id: ids[1],
          title: 'T',
          message: 'M',
          type: 'change',
          taskId: null,
          timestamp: ago(1).toISOString(),
          read: true,
        },
        {
          id: ids[0],
          title: 'Uno',
          message: 'Dos',
          type: 'reminder',
          taskId: UNKNOWN,
          timestamp: ago(2).toISOString(),
          read: false,
        },
      ]);
    });

    it('omits notifications delivered more than 24 hours ago, and lists undelivered ones', async () => {
      const { ids, idsInBell } = await withBell(
        { createdAt: ago(100) },
        { createdAt: ago(90), deliveredAt: ago(24) },
        { createdAt: ago(80), deliveredAt: ago(24, 1) },
      );
      expect(await idsInBell()).toEqual([ids[2], ids[0]]);
      await sweepNotifications(app.platform);
      expect(await db.$count(notifications, eq(notifications.id, ids[1] ?? ''))).toBe(1);
      app.setNow(ago(0, 1));
      await sweepNotifications(app.platform);
      expect(await db.$count(notifications, eq(notifications.id, ids[1] ?? ''))).toBe(0);
      expect(await db.$count(notifications, eq(notifications.id, ids[0] ?? ''))).toBe(1);
      // Undelivered notifications are deleted after a month.
      app.setNow(ago(100 - 30 * 24, 1));
      await sweepNotifications(app.platform);
      expect(await db.$count(notifications, eq(notifications.id, ids[0] ?? ''))).toBe(0);
    });

    it('holds at most fifty, a page at a time', async () => {
      const rows = Array.from({ length: 53 }, (_, index) => ({ createdAt: ago(100 - index) }));
      const { headers, ids, idsInBell } = await withBell(...rows);
      expect(await idsInBell()).toEqual(ids.slice(3).reverse());
      const page = await call('GET', '/recibidas?limit=2&offset=48', headers);
      expect(page.json().map(({ id }: { id: string }) => id)).toEqual([ids[4], ids[3]]);
      expect(page.headers['x-total-count']).toBe('50');
      expect((await call('GET', '/recibidas?offset=-1', headers)).statusCode).toBe(400);
    });
  });

  describe('reading', () => {
    const isRead = async (headers: Headers) =>
      (await call('GET', '/recibidas', headers)).json().map(({ read }: { read: boolean }) => read);

    it('marks the given ones, then all, and notifies the other screens of a change', async () => {
      const { headers, ids, user } = await withBell({ createdAt: ago(3) }, { createdAt: ago(2) }, {});
      const reply = await call('POST', '/recibidas/leidas', headers, { ids: [ids[0], UNKNOWN] });
      expect(reply.statusCode).toBe(204);
      expect(await isRead(headers)).toEqual([false, false, true]);
      expect(await eventsOf(user.id)).toEqual(['notificaciones_cambiaron']);
      heard.length = 0;
      expect((await call('POST', '/recibidas/leidas', headers)).statusCode).toBe(204);
      expect(await eventsOf(user.id)).toEqual(['notificaciones_cambiaron']);
      expect(await isRead(headers)).toEqual([true, true, true]);
      heard.length = 0;
      await call('POST', '/recibidas/leidas', headers, {});
      await call('POST', '/recibidas/leidas', headers, { ids: [] });
      expect(await eventsOf(user.id)).toEqual([]);
    });

    it("does not change another account's", async () => {
      const { ids, headers } = await withBell({});
      const other = await signedIn(db);
      for (const payload of [{ ids }, {}]) await call('POST', '/recibidas/leidas', other.headers, payload);
      expect(await isRead(headers)).toEqual([false]);
    });

    it.each([{ ids: 'x' }, { ids: ['x'] }, { ids: [7] }, { ids: Array(51).fill(UNKNOWN) }, 'x', []])(
      'rejects %.40j',
      async payload => {
        const { headers } = await signedIn(db);
        const url = '/api/notifications/recibidas/leidas';
        const json = { ...headers, 'content-type': 'application/json' };
        const reply = await app.inject({
          method: 'POST',
          url,
          headers: json,
          payload: JSON.stringify(payload),
        });
        expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
      },
    );
  });

  describe('removing', () => {
    it('removes one, or all, and notifies the other screens', async () => {
      const { headers, ids, user, idsInBell } = await withBell(
        { createdAt: ago(3) },
        { createdAt: ago(2) },
        {},
      );
      const untouched = await withBell({});
      expect((await call('DELETE', `/recibidas/${ids[1]}`, headers)).statusCode).toBe(204);
      expect(await idsInBell()).toEqual([ids[2], ids[0]]);
      expect((await call('DELETE', '/recibidas', headers)).statusCode).toBe(204);
      expect(await idsInBell()).toEqual([]);
      expect((await call('DELETE', '/recibidas', headers)).statusCode).toBe(204);
      expect(await eventsOf(user.id)).toEqual(Array(2).fill('notificaciones_cambiaron'));
      expect(await untouched.idsInBell()).toHaveLength(1);
    });

    it("rejects an unknown one, another account's, a removed one and an invalid id", async () => {
      const { ids } = await withBell({});
      const { headers } = await signedIn(db);
      for (const id of [UNKNOWN, ids[0]]) {
        expect(errorOf(await call('DELETE', `/recibidas/${id}`, headers))).toEqual({
          status: 404,
          code: 'NOT_FOUND',
          message: 'Aviso no encontrado',
        });
      }
      expect((await call('DELETE', '/recibidas/x', headers)).statusCode).toBe(400);
      expect(await db.$count(notifications, eq(notifications.id, ids[0] ?? ''))).toBe(1);
    });
  });

  describe('preferences', () => {
    const both = { email: true, live: true };
    const earlier = { reminder: both, attendance: both, change: both, moderation: both };
    const all = { ...earlier, follow: both, messages: both };

    it('are all on by default, and are stored', async () => {
      const { headers, user } = await signedIn(db);
      const other = await signedIn(db);
      expect((await call('GET', '/preferencias', headers)).json()).toEqual(all);
      const chosen = { ...all, change: { email: false, live: true }, reminder: { email: true, live: false } };
      for (const payload of [all, { ...chosen, role: 'admin' }]) {
        expect((await call('PUT', '/preferencias', headers, payload)).statusCode).toBe(200);
      }
      expect((await call('GET', '/preferencias', headers)).json()).toEqual(chosen);
      expect((await call('GET', '/preferencias', other.headers)).json()).toEqual(all);
      expect(await db.$count(notificationPreferences, eq(notificationPreferences.userId, user.id))).toBe(6);
    });

    it('of clients that do not know a kind leave it as it is', async () => {
      const { headers } = await signedIn(db);
      const off = { email: false, live: false };
      await call('PUT', '/preferencias', headers, { ...all, follow: off, messages: off });
      const reply = await call('PUT', '/preferencias', headers, earlier);
      expect([reply.statusCode, reply.json()]).toEqual([200, { ...all, follow: off, messages: off }]);
    });

    it.each([
      {},
      { ...all, change: undefined },
      { ...all, change: { email: true } },
      { ...all, change: { email: 'no', live: true } },
      { ...all, change: null },
    ])('rejects %j', async payload => {
      const { headers } = await signedIn(db);
      const error = errorOf(await call('PUT', '/preferencias', headers, payload));
      expect(error).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect([error.message].flat()).toContain('Indica sí o no para cada aviso');
    });
  });

  it.each([
    ['GET', '/recibidas'],
    ['POST', '/recibidas/leidas'],
    ['DELETE', '/recibidas'],
    ['DELETE', `/recibidas/${UNKNOWN}`],
    ['GET', '/preferencias'],
    ['PUT', '/preferencias'],
  ] as const)('%s /notifications%s needs a session', async (method, path) => {
    expect((await call(method, path, {}, method === 'GET' ? undefined : {})).statusCode).toBe(401);
  });

  it('NOTIFY carries only the id of a notification of any length', async () => {
    const { user } = await signedIn(db);
    const row = { userId: user.id, type: 'change', title: 'T', createdAt: NOON } as const;
    await insertNotifications(db, [{ ...row, message: 'x'.repeat(20_000) }]);
    expect(await eventsOf(user.id)).toEqual(['nueva_notificacion']);
    expect(heard.find(({ event }) => event === 'nueva_notificacion')?.data).toEqual({
      notificationId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });
});

describe('live', async () => {
  // Two app processes share one database with a third, whose listener does not work.
  const {
    apps: [here, there, deaf],
    db,
  } = await testApps({}, {}, {});
  const addresses = [await listenOnFreePort(here.server), await listenOnFreePort(there.server)] as const;
  const deafAddress = await listenOnFreePort(deaf.server);
  await here.startJobs();
  await there.startJobs();

  const TASK = '01930000-0000-7000-8000-00000000000a';
  const rowsOf = (userId: string, titles: string[]) =>
    titles.map((title, index) => ({
      userId,
      type: 'change' as const,
      title,
      message: 'M',
      taskId: TASK,
      createdAt: new Date(NOON.getTime() + index),
    }));
  const write = (userId: string, ...titles: string[]) => insertNotifications(db, rowsOf(userId, titles));
  /** Stores notifications without NOTIFY, as if no screen had been connected. */
  const missed = (userId: string, ...titles: string[]) =>
    db.insert(notifications).values(rowsOf(userId, titles));
  const bellEvents = (client: LiveClient) =>
    client.received.filter(([event]) => event === 'nueva_notificacion').map(([, payload]) => payload);
  const titles = (client: LiveClient) =>
    bellEvents(client).map(payload => (payload as { title: string }).title);
  const listEvents = (client: LiveClient) =>
    client.received.filter(([event]) => event === 'notificaciones_cambiaron').length;
  const undelivered = (userId: string) =>
    db.$count(notifications, sql`user_id = ${userId} and delivered_at is null`);

  it('a reminder reaches each open screen of its account once, in every process, and no other account', async () => {
    const { user, headers } = await signedIn(db);
    const other = await connectLive(addresses[0], (await signedIn(db)).headers);
    const clients = await Promise.all([...addresses, addresses[0]].map(place => connectLive(place, headers)));
    const activity = await anActivity(db, { ownerId: user.id });
    await aReminder(db, { userId: user.id, activityId: activity.id, daysBefore: 30 });
    await Promise.all([here, there].map(({ platform }) => pollReminders(platform)));
    await expect.poll(() => clients.map(client => bellEvents(client).length)).toEqual([1, 1, 1]);
    const [{ id, message } = { id: '', message: '' }] = await db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, user.id));
    for (const client of clients) {
      expect(bellEvents(client)).toEqual([
        {
          id,
          title: 'Recordatorio de actividad',
          message,
          type: 'reminder',
          taskId: activity.id,
          timestamp: NOON.toISOString(),
        },
      ]);
    }
    expect(other.received.filter(([event]) => event !== 'puesta_al_dia')).toEqual([]);
    expect(await undelivered(user.id)).toBe(0);
  });

  it('missed notifications arrive at the next connection, the oldest first, and once', async () => {
    const { user, headers } = await signedIn(db);
    await missed(user.id, 'uno', 'dos', 'tres');
    const first = await connectLive(addresses[0], headers);
    await expect.poll(() => titles(first)).toEqual(['uno', 'dos', 'tres']);
    expect(await undelivered(user.id)).toBe(0);
    const second = await connectLive(addresses[1], headers);
    await write(user.id, 'cuatro');
    await expect.poll(() => titles(second)).toEqual(['cuatro']);
    await expect.poll(() => titles(first)).toEqual(['uno', 'dos', 'tres', 'cuatro']);
  });

  it('one of many concurrent connections receives a missed notification, and the others refetch their list', async () => {
    const { user, headers } = await signedIn(db);
    await missed(user.id, 'uno');
    const clients = await concurrently(10, index => connectLive(addresses[index % 2 === 0 ? 0 : 1], headers));
    await expect.poll(() => clients.flatMap(titles)).toEqual(['uno']);
    const late = await connectLive(addresses[0], headers);
    await write(user.id, 'dos');
    await expect.poll(() => titles(late)).toEqual(['dos']);
    expect(clients.flatMap(titles).filter(title => title === 'uno')).toEqual(['uno']);
  });

  it('the newest fifty of many missed notifications arrive', async () => {
    const { user, headers } = await signedIn(db);
    await missed(user.id, ...Array.from({ length: 53 }, (_, index) => `n${index}`));
    const client = await connectLive(addresses[0], headers);
    await expect.poll(() => titles(client).length).toBe(50);
    expect([titles(client)[0], titles(client).at(-1)]).toEqual(['n3', 'n52']);
    expect(await undelivered(user.id)).toBe(0);
  });

  it('a notification that a process without NOTIFY misses arrives at the next connection to any process', async () => {
    const { user, headers } = await signedIn(db);
    await missed(user.id, 'antes');
    const client = await connectLive(deafAddress, headers);
    // From now on the connection has claimed the missed notification.
    await expect.poll(() => titles(client)).toEqual(['antes']);
    await write(user.id, 'uno');
    // The two listening processes have no connection of this account.
    expect(await undelivered(user.id)).toBe(1);
    const again = await connectLive(addresses[0], headers);
    await expect.poll(() => titles(again)).toEqual(['uno']);
    expect(titles(client)).toEqual(['antes']);
  });

  it('notifications lost with the listener connection arrive after it reconnects', async () => {
    const { user, headers } = await signedIn(db);
    const client = await connectLive(addresses[0], headers);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'minga-notices' and datname = current_database()`,
    );
    await write(user.id, 'uno');
    await expect.poll(() => titles(client)).toEqual(['uno']);
  });

  it('other tabs refetch their list after one marks as read, removes or clears', async () => {
    const { user, headers } = await signedIn(db);
    await missed(user.id, 'uno', 'dos');
    const reader = await connectLive(addresses[0], headers);
    await expect.poll(() => titles(reader)).toEqual(['uno', 'dos']);
    const clients = [reader, await connectLive(addresses[1], headers)];
    const calls = [
      ['POST', '/leidas'],
      ['DELETE', `/${(bellEvents(reader)[0] as { id: string }).id}`],
      ['DELETE', ''],
    ] as const;
    for (const [method, path] of calls) {
      const before = clients.map(listEvents);
      const url = `/api/notifications/recibidas${path}`;
      expect((await here.inject({ method, url, headers })).statusCode).toBe(204);
      await expect
        .poll(() => clients.map((client, index) => listEvents(client) - (before[index] ?? 0)))
        .toEqual([1, 1]);
    }
  });

  it('a notification removed before delivery is not delivered', async () => {
    const { user, headers } = await signedIn(db);
    await write(user.id, 'uno');
    await here.inject({ method: 'DELETE', url: '/api/notifications/recibidas', headers });
    const client = await connectLive(addresses[0], headers);
    await write(user.id, 'dos');
    await expect.poll(() => titles(client)).toEqual(['dos']);
  });
});
