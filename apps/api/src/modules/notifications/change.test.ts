import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aUser, deactivate, signedIn } from '../../../test/factories.ts';
import { concurrently } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { mails } from '../../platform/mail/schema.ts';
import { hashToken } from '../../platform/tokens.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { closeChanges } from './change-service.ts';
import { pollNotifications, sweepNotifications } from './jobs.ts';
import { hasWork } from './news-repository.ts';
import { noteChanges } from './news-service.ts';
import {
  activityChanges,
  mailRefusals,
  news,
  newsRecipients,
  notificationPreferences,
  notifications,
} from './schema.ts';

// Two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const prior = await testApp({ MODERATION: 'prior' }, database);
const { db } = here.platform;

const MINUTE_MS = 60_000;
const after = (minutes: number, ms = 0) => new Date(NOON.getTime() + minutes * MINUTE_MS + ms);
const roundAt = (now: Date, app = here) => {
  app.setNow(now);
  return pollNotifications(app.platform);
};
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));

/** An organiser, an activity, and three who attend: an account, a visitor, an account that confirmed as a visitor. */
async function organised() {
  const owner = await signedIn(db);
  const activity = await anActivity(db, { ownerId: owner.user.id });
  const user = await aUser(db);
  const quiet = await aUser(db);
  await anAttendance(db, { activityId: activity.id, userId: user.id, email: user.email });
  const visitor = await anAttendance(db, { activityId: activity.id });
  await anAttendance(db, { activityId: activity.id, email: quiet.email });
  const { title, description, responsible } = activity;
  const edit = (fields: { place?: string; date?: string; title?: string }, minutes = 0, app = here) => {
    app.setNow(after(minutes));
    const date = activity.date.toISOString();
    const payload = { title, description, place: activity.place, date, responsible, ...fields };
    const url = `/api/tasks/${activity.id}`;
    return app.inject({ method: 'PUT', url, headers: owner.headers, payload });
  };
  const remove = (app = here) =>
    app.inject({ method: 'DELETE', url: `/api/tasks/${activity.id}`, headers: owner.headers });
  /** Letters and notifications of each. */
  const told = async () => ({
    user: [(await emailsTo(db, user.email)).length, (await bellOf(user.id)).length],
    visitor: [(await emailsTo(db, visitor.email ?? '')).length],
    quiet: [(await emailsTo(db, quiet.email)).length, (await bellOf(quiet.id)).length],
  });
  return { owner, activity, user, visitor, quiet, edit, remove, told };
}

const NOBODY = { user: [0, 0], visitor: [0], quiet: [0, 0] };
const EACH_ONCE = { user: [1, 1], visitor: [1], quiet: [1, 1] };

beforeEach(async () => {
  for (const app of [here, there, prior]) app.setNow(NOON);
  for (const table of [newsRecipients, news, activityChanges]) await db.delete(table);
});

describe('another date or place', () => {
  it('is told ten minutes after the first edit, several edits as one', async () => {
    const { edit, told, user, visitor, activity, owner } = await organised();
    expect((await edit({ place: 'Plaza' })).statusCode).toBe(200);
    await edit({ place: 'Casa', date: '2026-12-06T15:00:00.000Z' }, 5);
    await edit({ place: 'Casa Rosada', date: '2026-12-06T15:00:00.000Z' }, 9);
    await roundAt(after(10, -1));
    expect(await told()).toEqual(NOBODY);
    await roundAt(after(10));
    await roundAt(after(30));
    expect(await told()).toEqual(EACH_ONCE);
    expect(await bellOf(user.id)).toMatchObject([
      { type: 'change', taskId: activity.id, title: 'Cambió una actividad a la que asistes' },
    ]);
    expect((await bellOf(user.id))[0]?.message).toMatch(/6 de diciembre.*, en Casa Rosada\.$/);
    const [letter] = await emailsTo(db, visitor.email ?? '');
    expect(letter?.subject).toBe(`Cambió la fecha: ${activity.title}`);
    for (const part of ['Casa Rosada', 'Parque Caldas', '6 de diciembre', '5 de diciembre']) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.text).not.toContain('Plaza');
    expect(letter?.unsubscribeUrl).toMatch(/\/dejar-correos\?token=/);
    expect(await bellOf(owner.user.id)).toEqual([]);
  });

  it('after those ten minutes is another change, from what was told', async () => {
    const { edit, told, visitor } = await organised();
    await edit({ place: 'Plaza' });
    await roundAt(after(10));
    await edit({ place: 'Casa' }, 11);
    await roundAt(after(20));
    expect(await told()).toEqual(EACH_ONCE);
    await roundAt(after(21));
    expect((await told()).visitor).toEqual([2]);
    const letters = await emailsTo(db, visitor.email ?? '');
    expect(letters[1]?.text).toMatch(/Casa[\s\S]*Plaza/);
    expect(letters[1]?.subject).toMatch(/^Cambió el lugar/);
  });

  it('that is taken back, or of another title alone, is told to nobody', async () => {
    const { edit, told } = await organised();
    await edit({ place: 'Plaza' });
    await edit({}, 5);
    const other = await organised();
    await other.edit({ title: 'Otro título' });
    await roundAt(after(10));
    expect([await told(), await other.told()]).toEqual([NOBODY, NOBODY]);
    expect(await db.$count(activityChanges)).toBe(0);
  });

  it('of what is rejected waits, and is told once it is public again; deleted meanwhile, only that is told', async () => {
    const { activity, edit, told } = await organised();
    await edit({ place: 'Plaza' });
    const reject = { status: 'rejected', rejectionReason: 'r' } as const;
    await db.update(activities).set(reject).where(eq(activities.id, activity.id));
    await roundAt(after(10));
    expect(await told()).toEqual(NOBODY);
    expect(await hasWork(db, ['pending', 'approved'], after(0), after(10))).toBe(false);
    await edit({ place: 'Plaza' }, 20);
    await roundAt(after(20));
    expect(await told()).toEqual(EACH_ONCE);
  });

  it('where nothing is public unseen waits for the approval', async () => {
    const { activity, edit, told } = await organised();
    await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activity.id));
    await edit({ place: 'Plaza' }, 0, prior);
    await roundAt(after(10), prior);
    expect(await told()).toEqual(NOBODY);
    await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activity.id));
    await roundAt(after(15), prior);
    expect(await told()).toEqual(EACH_ONCE);
  });

  it('is told as each wants it, and to nobody whose account is deactivated', async () => {
    const { edit, user, visitor, quiet, told } = await organised();
    await db
      .insert(notificationPreferences)
      .values({ userId: user.id, kind: 'change', byEmail: false, isLive: true });
    await db.insert(mailRefusals).values({ emailHash: hashToken(visitor.email ?? ''), kind: 'change' });
    await deactivate(db, quiet.id);
    await edit({ place: 'Plaza' });
    await roundAt(after(10));
    expect(await told()).toEqual({ user: [0, 1], visitor: [0], quiet: [0, 0] });
  });
});

describe('the deletion', () => {
  it('is told to all who attend, once, in place of any change', async () => {
    const { edit, remove, told, user, visitor, activity } = await organised();
    await edit({ place: 'Plaza' });
    expect((await remove()).statusCode).toBe(204);
    await roundAt(after(1));
    await roundAt(after(10));
    expect(await told()).toEqual(EACH_ONCE);
    expect(await bellOf(user.id)).toMatchObject([{ type: 'deletion', taskId: activity.id }]);
    const [letter] = await emailsTo(db, visitor.email ?? '');
    expect(letter?.subject).toBe(`Se canceló: ${activity.title}`);
    expect(letter?.text).toMatch(/5 de diciembre[\s\S]*Plaza/);
    expect(await db.$count(attendances, eq(attendances.activityId, activity.id))).toBe(0);
    await sweepNotifications(here.platform);
    expect(await db.$count(news)).toBe(0);
  });

  it.each<[string, 'pending' | 'rejected', () => typeof here]>([
    ['is rejected', 'rejected', () => here],
    ['waits for its approval', 'pending', () => prior],
  ])('of what %s is told to nobody', async (_case, status, app) => {
    const { activity, remove, told } = await organised();
    const rejectionReason = status === 'rejected' ? 'r' : null;
    await db.update(activities).set({ status, rejectionReason }).where(eq(activities.id, activity.id));
    expect((await remove(app())).statusCode).toBe(204);
    await roundAt(after(1));
    expect(await told()).toEqual(NOBODY);
    expect(await db.$count(news)).toBe(0);
  });

  it('of what is over, or that is refused, is told to nobody', async () => {
    const { activity, remove, told } = await organised();
    const stranger = await signedIn(db);
    const url = `/api/tasks/${activity.id}`;
    const refused = await here.inject({ method: 'DELETE', url, headers: stranger.headers });
    expect(refused.statusCode).toBe(403);
    await db
      .update(activities)
      .set({ date: after(-1) })
      .where(eq(activities.id, activity.id));
    await remove();
    await roundAt(after(1));
    expect(await told()).toEqual(NOBODY);
    expect(await db.$count(newsRecipients)).toBe(0);
  });
});

describe('with several processes', () => {
  it('two hundred who attend are told once each, by rounds at the same time', async () => {
    const { activity, edit } = await organised();
    const more = Array.from({ length: 197 }, (_, index) => ({
      activityId: activity.id,
      name: 'Luz',
      email: `todos${index}@example.org`,
      createdAt: NOON,
    }));
    await db.insert(attendances).values(more);
    await edit({ place: 'Plaza' });
    await db.delete(mails);
    for (const app of [here, there]) app.setNow(after(10));
    const everybodyOnce = async () => {
      await concurrently(6, index => pollNotifications([here, there][index % 2]?.platform ?? here.platform));
      return db.$count(newsRecipients);
    };
    await expect.poll(everybodyOnce, { timeout: 20_000 }).toBe(0);
    const letters = await db.select({ to: mails.recipient }).from(mails);
    expect(letters).toHaveLength(200);
    expect(new Set(letters.map(({ to }) => to)).size).toBe(200);
  });

  it('an edit that is not yet to be seen is not left out, nor waited for', async () => {
    const { activity, edit, told, visitor } = await organised();
    await edit({ place: 'Plaza' });
    for (const app of [here, there]) app.setNow(after(10));
    await db.transaction(async tx => {
      // What an edit does, up to its commit.
      await tx.update(activities).set({ place: 'Casa' }).where(eq(activities.id, activity.id));
      const { date } = activity;
      await noteChanges(here.platform, tx, [
        { activityId: activity.id, before: { date, place: 'Plaza' }, after: { date, place: 'Casa' } },
      ]);
      await closeChanges(there.platform);
    });
    await roundAt(after(10));
    expect(await told()).toEqual(EACH_ONCE);
    expect((await emailsTo(db, visitor.email ?? ''))[0]?.text).toMatch(/Casa[\s\S]*Parque Caldas/);
  });
});
