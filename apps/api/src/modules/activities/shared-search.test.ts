import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { activities } from './schema.ts';

// Accounts that organise nothing share one cached response; those who organise get their own.

const app = await testApp();
// Starts the listener, without which nothing is cached.
await app.startJobs();
const { db } = app.platform;
const inDays = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
type Headers = Record<string, string>;

const search = async (headers: Headers, query: Record<string, string> = {}) =>
  (await app.inject({ url: '/api/tasks/search', query, headers })).json();

const other = await anActivity(db, { title: 'Siembra', date: inDays(1) });

/** Without the notification that clears the cache. */
const rename = (title: string) =>
  db.transaction(async tx => {
    await tx.execute(sql`alter table ${activities} disable trigger activities_public_change`);
    await tx.update(activities).set({ title }).where(eq(activities.id, other.id));
    await tx.execute(sql`alter table ${activities} enable trigger activities_public_change`);
  });

it('is read once for all accounts that organise nothing, and apart from that of visitors', async () => {
  const [one, two] = [await signedIn(db), await signedIn(db)];
  const isShared = async () => {
    const [first] = await search(one.headers);
    expect(first).toMatchObject({ _id: other.id, isOwner: false, user: { email: expect.any(String) } });
    await rename(`${first.title}.`);
    const [second] = await search(two.headers);
    return second.title === first.title;
  };
  // Notifications of the rows above may still arrive.
  await expect.poll(isShared).toBe(true);
  const [visited] = await search({});
  expect(visited.user).not.toHaveProperty('email');
});

it('is an organiser’s own, with the first activity and the first role', async () => {
  const { user, headers } = await signedIn(db);
  expect(await search(headers, { q: 'taller' })).toEqual([]);
  await anActivity(db, {
    title: 'Taller',
    date: inDays(2),
    ownerId: user.id,
    status: 'rejected',
    rejectionReason: 'No',
  });
  expect(await search(headers, { q: 'taller' })).toMatchObject([{ title: 'Taller', isOwner: true }]);
  expect(await search((await signedIn(db)).headers, { q: 'taller' })).toEqual([]);

  const member = await signedIn(db);
  const { id: collectiveId } = await aCollective(db);
  await anActivity(db, { title: 'Ronda', date: inDays(3), collectiveId });
  expect(await search(member.headers, { q: 'ronda' })).toMatchObject([{ canManage: false }]);
  await aMember(db, { teamId: collectiveId, userId: member.user.id, role: 'organizer' });
  expect(await search(member.headers, { q: 'ronda' })).toMatchObject([{ canManage: true }]);
});
