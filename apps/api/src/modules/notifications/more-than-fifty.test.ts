import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { notifications } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);

beforeEach(() => app.setNow(NOON));

/** A signed-in account with `count` notifications, one per minute, the last one a minute ago. */
async function withBell(count: number, owner?: Awaited<ReturnType<typeof signedIn>>) {
  const person = owner ?? (await signedIn(db));
  await db.insert(notifications).values(
    Array.from({ length: count }, (_, index) => ({
      userId: person.user.id,
      type: 'change' as const,
      title: 'T',
      message: 'M',
      createdAt: minutesAgo(index + 1),
    })),
  );
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    app.inject({
      method,
      url: `/api/notifications/recibidas${path}`,
      headers: person.headers,
      ...(payload && { payload }),
    });
  return { call, unread: async () => (await call('GET', '/sin-leer')).json() };
}

it('all unread ones are counted, and marked up to the newest one shown', async () => {
  const { call, unread } = await withBell(120);
  const other = await withBell(1);
  expect(await unread()).toEqual({ count: 120 });
  expect((await call('GET', '')).json()).toHaveLength(50);
  const seen = { until: minutesAgo(3).toISOString() };
  expect((await call('POST', '/leidas', seen)).statusCode).toBe(204);
  expect([await unread(), await other.unread()]).toEqual([{ count: 2 }, { count: 1 }]);
});

it('notifications no longer in the bell are not counted', async () => {
  const person = await signedIn(db);
  const { unread } = await withBell(2, person);
  const row = { userId: person.user.id, type: 'change', title: 'T', message: 'M' } as const;
  const seen = minutesAgo(24 * 60);
  await db.insert(notifications).values({ ...row, createdAt: seen, deliveredAt: seen });
  expect(await unread()).toEqual({ count: 2 });
});

it('all are cleared up to the newest one shown', async () => {
  const { call } = await withBell(60);
  const other = await withBell(1);
  expect((await call('DELETE', `?until=${minutesAgo(2).toISOString()}`)).statusCode).toBe(204);
  expect((await call('GET', '')).json()).toMatchObject([{ timestamp: minutesAgo(1).toISOString() }]);
  expect(await other.unread()).toEqual({ count: 1 });
});

it('an invalid time is rejected', async () => {
  const { call, unread } = await withBell(1);
  for (const reply of [
    await call('POST', '/leidas', { until: 'ayer' }),
    await call('DELETE', '?until=ayer'),
    await call('DELETE', '?until=0000-01-01T00:00:00Z'),
  ]) {
    expect(errorOf(reply)).toMatchObject({ status: 400, message: ['Indica hasta qué momento'] });
  }
  expect(await unread()).toEqual({ count: 1 });
});

it('the count needs a session', async () => {
  expect((await app.inject({ url: '/api/notifications/recibidas/sin-leer' })).statusCode).toBe(401);
});
