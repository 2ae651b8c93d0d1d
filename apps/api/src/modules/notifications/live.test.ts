import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aReminder, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import type { LiveClient } from '../../../test/live-socket.ts';
import { concurrently } from '../../../test/requests.ts';
import { pollReminders } from '../reminders/jobs.ts';
import { insertNotifications } from './repository.ts';
import { notifications } from './schema.ts';

// Two processes on one database, and a third that hears no notices.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const deaf = await testApp({}, database);
const { db } = here.platform;
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
/** Stored without NOTIFY, as if no screen had been connected. */
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
  // Afterwards it has claimed what it missed.
  await expect.poll(() => titles(client)).toEqual(['antes']);
  await write(user.id, 'uno');
  // The listening processes have no connection of this account.
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
