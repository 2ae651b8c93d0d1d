import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { concurrently } from '../../../test/requests.ts';
import { users } from '../accounts/schema.ts';
import { activities } from './schema.ts';

// Two processes with listeners on one database, and one without.
const database = await testDatabase();
const first = await testApp({}, database);
const second = await testApp({}, database);
const withoutListener = await testApp({}, database);
const { db } = first.platform;
await first.startJobs();
await second.startJobs();

const list = async (app = first, headers: Record<string, string> = {}) =>
  app.inject({ url: '/api/tasks/others', headers });
const titles = async (app = first) => (await list(app)).json().map((row: { title: string }) => row.title);

describe('a public response', () => {
  it('is cached, and dropped in every process when public data changes', async () => {
    const { id, ownerId } = await anActivity(db, { title: 'Siembra' });
    for (const app of [first, second]) await expect.poll(() => titles(app)).toEqual(['Siembra']);
    const added = await anActivity(db, { title: 'Olla' });
    for (const app of [first, second]) await expect.poll(() => titles(app)).toEqual(['Siembra', 'Olla']);
    await db.delete(activities).where(eq(activities.id, added.id));
    for (const app of [first, second]) await expect.poll(() => titles(app)).toEqual(['Siembra']);
    await db.update(users).set({ username: 'Otro nombre' }).where(eq(users.id, ownerId));
    const organiser = async () => (await first.inject(`/api/tasks/${id}`)).json().user.username;
    await expect.poll(organiser).toBe('Otro nombre');
  });

  it('is cached without further queries', async () => {
    let replies: Awaited<ReturnType<typeof list>>[] = [];
    const queriesOfTwenty = async () => {
      let queries = 0;
      const count = () => (queries += 1);
      database.connection.pool.on('acquire', count);
      replies = await concurrently(20, () => list());
      database.connection.pool.off('acquire', count);
      return queries;
    };
    // Notifications of the previous test may still arrive, and jobs run queries.
    await expect.poll(queriesOfTwenty).toBe(0);
    expect(new Set(replies.map(reply => reply.body)).size).toBe(1);
    expect(replies[0]?.headers).toMatchObject({
      'x-total-count': '1',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('returns 304 for its ETag', async () => {
    const { headers } = await list();
    const again = await list(first, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('is not sent to a session', async () => {
    const { headers, user } = await signedIn(db);
    const [activity] = (await list(first, headers)).json();
    expect(activity.user.email).toContain('@');
    expect((await list()).json()[0].user.email).toBeUndefined();
    expect((await list(first, headers)).headers['cache-control']).toBe('no-store');
    await anActivity(db, { ownerId: user.id, title: 'Mía', status: 'rejected', rejectionReason: 'No' });
    expect((await first.inject({ url: '/api/tasks/search?q=mia', headers })).json()).toHaveLength(1);
    expect((await first.inject('/api/tasks/search?q=mia')).json()).toEqual([]);
  });

  it('expires, so that past activities disappear', async () => {
    const date = new Date(NOON.getTime() + 1000);
    const { id } = await anActivity(db, { title: 'Ya casi', date });
    await expect.poll(() => titles()).toContain('Ya casi');
    first.setNow(new Date(NOON.getTime() + 6000));
    expect(await titles()).not.toContain('Ya casi');
    first.setNow(NOON);
    await db.delete(activities).where(eq(activities.id, id));
    await expect.poll(() => titles()).not.toContain('Ya casi');
  });

  it('is not cached by a process without a listener', async () => {
    const before = (await titles(withoutListener)).length;
    await anActivity(db, { title: 'Recién' });
    expect(await titles(withoutListener)).toHaveLength(before + 1);
  });

  it('is not cached while the listener connection is broken, and cached after it reconnects', async () => {
    await list();
    await db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'minga-notices' and datname = current_database()`,
    );
    await anActivity(db, { title: 'Sin aviso' });
    await expect.poll(() => titles()).toContain('Sin aviso');
    await anActivity(db, { title: 'De nuevo' });
    await expect.poll(() => titles()).toContain('De nuevo');
  });
});
