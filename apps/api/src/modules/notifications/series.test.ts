import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { outcomeOf, seriesCalls } from '../../../test/series-fixture.ts';
import { activities } from '../activities/schema.ts';
import { pollNotifications } from './jobs.ts';
import { activityChanges, notifications, seriesChanges } from './schema.ts';

// Two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const prior = await testApp({ MODERATION: 'prior' }, database);
const { db } = here.platform;
const { send, published, edit, remove } = seriesCalls(here);
const MINUTE_MS = 60_000;
const LATER = new Date(NOON.getTime() + 11 * MINUTE_MS);

const pollAt = async (now: Date, ...apps: (typeof here)[]) => {
  for (const app of apps) app.setNow(now);
  await Promise.all(apps.map(app => pollNotifications(app.platform)));
};
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

beforeEach(() => {
  for (const app of [here, there, prior]) app.setNow(NOON);
});

/** A series that an account attends on all dates, and a visitor on the last two. */
async function attended(fields: object = {}) {
  const series = await published(fields);
  const account = await aUser(db);
  const visitor = { name: 'Visita', email: `visita-${series.seriesId}@example.org` };
  for (const [index, activityId] of series.ids.entries()) {
    await anAttendance(db, { activityId, email: account.email, userId: account.id });
    if (index > 0) await anAttendance(db, { activityId, ...visitor });
  }
  return { ...series, account, visitor };
}

describe('attendees of a series are notified once', () => {
  it('of another time on all dates, whichever process notifies', async () => {
    const { owner, ids, account, visitor } = await attended();
    await edit(ids[0] ?? '', 'all', { date: '2026-12-05T16:00:00.000Z' }, owner);
    await pollAt(LATER, here, there);
    await pollAt(LATER, here, there);
    const [bell, ...others] = await bellOf(account.id);
    expect(others).toEqual([]);
    expect(bell).toMatchObject({
      taskId: ids[0],
      message: expect.stringContaining('Lo mismo vale para otras 2 fechas de esta serie'),
    });
    expect(await subjectsTo(account.email)).toEqual(['Cambió la fecha: Huerta']);
    const [email, ...more] = await emailsTo(db, visitor.email);
    expect(more).toEqual([]);
    expect(email?.text).toContain('Lo mismo vale para otra fecha de esta serie en la que estás.');
    expect(email?.text).toContain('12 de diciembre');
    expect(await db.select().from(seriesChanges)).toEqual([]);
    expect(await db.select().from(activityChanges)).toEqual([]);
  });

  it('of several edits within ten minutes, and not of one that was undone', async () => {
    const { owner, ids, account } = await attended();
    await edit(ids[1] ?? '', 'one', { place: 'Parque' }, owner);
    await edit(ids[0] ?? '', 'all', { date: '2026-12-05T16:00:00.000Z' }, owner);
    await edit(ids[2] ?? '', 'all', { date: '2026-12-19T15:00:00.000Z' }, owner);
    await pollAt(new Date(LATER.getTime() + 10 * MINUTE_MS), here, there);
    expect(await subjectsTo(account.email)).toHaveLength(1 + 1);
    const undone = await attended();
    await edit(undone.ids[0] ?? '', 'all', { place: 'Parque' }, undone.owner);
    await edit(undone.ids[0] ?? '', 'all', { place: 'La Ladera' }, undone.owner);
    await pollAt(LATER, here);
    expect(await subjectsTo(undone.account.email)).toEqual([]);
  });

  it('of the deletion of this and the following', async () => {
    const { owner, ids, account, visitor } = await attended();
    expect(outcomeOf(await remove(ids[1] ?? '', 'following', owner))).toEqual({ deleted: 2, kept: 0 });
    await pollAt(NOON, here, there);
    expect(await subjectsTo(account.email)).toEqual(['Se canceló: Huerta']);
    const [email, ...more] = await emailsTo(db, visitor.email);
    expect([more, email?.text.includes('otra fecha de esta serie')]).toEqual([[], true]);
  });

  it('of one rejection of the whole series, like its organiser', async () => {
    const { user, ids, account } = await attended();
    const admin = await signedIn(db, { role: 'admin' });
    const url = `/admin-panel/activities/${ids[1]}/reject?scope=all`;
    expect((await send('PATCH', url, { reason: 'No' }, admin.headers)).statusCode).toBe(200);
    await pollAt(LATER, here, there);
    // One process may look for recipients before the other stores them.
    await pollAt(LATER, here, there);
    expect(await subjectsTo(account.email)).toEqual(['Se retiró una actividad a la que ibas']);
    expect(await bellOf(user.id)).toMatchObject([
      { type: 'rejection', message: '«Huerta» fue retirada, en sus 3 fechas. Motivo: No' },
    ]);
  });
});

describe('the decision on a series', () => {
  it('approves what is pending, can be undone, and is told once', async () => {
    const { user, ids, seriesId } = await published();
    const admin = await signedIn(db, { role: 'admin' });
    const act = (step: string, id = ids[0], body: object = {}) =>
      send('PATCH', `/admin-panel/activities/${id}/${step}?scope=all`, body, admin.headers);
    const statuses = async () =>
      (await db.select().from(activities).where(eq(activities.seriesId, seriesId))).map(
        ({ status }) => status,
      );
    await send('PATCH', `/admin-panel/activities/${ids[2]}/reject`, { reason: 'No' }, admin.headers);
    expect((await act('approve')).statusCode).toBe(200);
    expect((await statuses()).sort()).toEqual(['approved', 'approved', 'rejected']);
    expect((await act('approve')).statusCode).toBe(409);
    expect((await act('undo-approval', ids[1])).statusCode).toBe(200);
    expect((await statuses()).sort()).toEqual(['pending', 'pending', 'rejected']);
    await act('approve');
    await pollAt(new Date(NOON.getTime() + MINUTE_MS), here, there);
    // One process may look for digests before the other stores the approval.
    await pollAt(new Date(NOON.getTime() + 2 * MINUTE_MS), here, there);
    const approvals = and(eq(notifications.userId, user.id), eq(notifications.type, 'approval'));
    expect(await db.select().from(notifications).where(approvals)).toMatchObject([
      { title: 'Serie aprobada', message: '«Huerta» fue aprobada y ya está publicada, en sus 2 fechas.' },
    ]);
    expect((await subjectsTo(user.email)).sort()).toEqual(['Aprobada: Huerta', 'Retirada: Huerta']);
    expect((await act('undo-approval')).statusCode).toBe(409);
  });

  it('under prior moderation lets the change of a series wait for it', async () => {
    const { owner, ids, account } = await attended();
    const admin = await signedIn(db, { role: 'admin' });
    const calls = seriesCalls(prior);
    await calls.send('PATCH', `/admin-panel/activities/${ids[0]}/approve?scope=all`, {}, admin.headers);
    await calls.edit(ids[0] ?? '', 'all', { place: 'Parque' }, owner);
    await pollAt(LATER, prior);
    expect(await subjectsTo(account.email)).toEqual([]);
    await calls.send('PATCH', `/admin-panel/activities/${ids[0]}/approve?scope=all`, {}, admin.headers);
    await pollAt(LATER, prior);
    await pollAt(LATER, prior);
    expect(await subjectsTo(account.email)).toEqual(['Cambió el lugar: Huerta']);
  });
});
