import type { NotificationType } from '@minga/contract/notifications';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { sweepNotifications } from './jobs.ts';
import { insertNotifications } from './repository.ts';
import { notificationPreferences, notifications } from './schema.ts';

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
  app.inject({ method, url: `/api/notifications${path}`, headers, ...(payload && { payload }) });

type Values = Partial<typeof notifications.$inferInsert>;
/** A signed-in account with these notifications, the newest last. */
async function withBell(...rows: Values[]) {
  const person = await signedIn(db);
  const ids: string[] = [];
  for (const values of rows) {
    const row = { type: 'change' as NotificationType, title: 'T', message: 'M', createdAt: NOON, ...values };
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
    // After a month undelivered notifications are deleted.
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
