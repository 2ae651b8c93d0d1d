import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApps } from '../../../../test/app.ts';
import { bellOf } from '../../../../test/bell.ts';
import { anActivity, anAttendance, aUser, deactivate, signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { concurrently, senderTo } from '../../../../test/requests.ts';
import { emailsTo, FROM, subjectsTo, WHEN } from '../../../../test/sent-emails.ts';
import { outcomeOf, seriesCalls } from '../../../../test/series-fixture.ts';
import { setTrust } from '../../../../test/trust.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { activities } from '../../activities/schema.ts';
import { attendances } from '../../attendance/schema.ts';
import { sweepNotifications } from '../jobs.ts';
import {
  announcementRecipients,
  announcements,
  mailUnsubscriptions,
  notificationPreferences,
  notifications,
} from '../schema.ts';
import { CHANGES, hasWork, isAnnounceable } from './repository.ts';
import { recordChanges } from './service.ts';

// The first two app processes share one database with one under prior moderation.
const {
  apps: [here, there, prior],
  db,
  setNow,
} = await testApps({}, {}, { MODERATION: 'prior' });
const MINUTE_MS = 60_000;

beforeEach(() => setNow(NOON));

describe('change', () => {
  const DAY_MINUTES = 24 * 60;
  const after = (minutes: number, ms = 0) => new Date(NOON.getTime() + minutes * MINUTE_MS + ms);
  const pollAt = (now: Date, app = here) => {
    app.setNow(now);
    return pollNotifications(app.platform);
  };

  /** Creates an organiser, an activity and three attendees: an account, a visitor, and an account that confirmed as a visitor. */
  async function organised() {
    const owner = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id });
    const user = await aUser(db);
    const signedOut = await aUser(db);
    await anAttendance(db, { activityId: activity.id, userId: user.id, email: user.email });
    const visitor = await anAttendance(db, { activityId: activity.id });
    await anAttendance(db, { activityId: activity.id, email: signedOut.email });
    const { title, description, responsible } = activity;
    const edit = (
      fields: { place?: string; date?: string; endDate?: string; title?: string },
      minutes = 0,
      app = here,
    ) => {
      app.setNow(after(minutes));
      const date = activity.date.toISOString();
      const payload = { title, description, place: activity.place, date, responsible, ...fields };
      return senderTo(app)('PUT', `/tasks/${activity.id}`, payload, owner.headers);
    };
    const remove = (app = here) => senderTo(app)('DELETE', `/tasks/${activity.id}`, undefined, owner.headers);
    /** The numbers of e-mails and notifications of each attendee. */
    const counts = async () => ({
      user: [(await emailsTo(db, user.email)).length, (await bellOf(db, user.id)).length],
      visitor: [(await emailsTo(db, visitor.email ?? '')).length],
      signedOut: [(await emailsTo(db, signedOut.email)).length, (await bellOf(db, signedOut.id)).length],
    });
    return { owner, activity, user, visitor, signedOut, edit, remove, counts };
  }

  const NONE = { user: [0, 0], visitor: [0], signedOut: [0, 0] };

  it.each([0, 11])(
    'to a text that is held is told to nobody, nor when the activity is deleted after %i minutes',
    async minutes => {
      await setTrust(db, { heldWords: ['casino'] });
      const { user, visitor, edit, remove } = await organised();
      expect((await edit({ title: 'Casino en la plaza' })).statusCode).toBe(200);
      await pollAt(after(minutes));
      expect((await remove()).statusCode).toBe(204);
      await pollAt(after(30));
      const told = [
        ...(await emailsTo(db, user.email)),
        ...(await emailsTo(db, visitor.email ?? '')),
        ...(await bellOf(db, user.id)),
      ];
      expect(told).toHaveLength(3);
      expect(JSON.stringify(told)).not.toMatch(/casino/i);
      await setTrust(db, { heldWords: [] });
    },
  );
  const EACH_ONCE = { user: [1, 1], visitor: [1], signedOut: [1, 1] };

  beforeEach(async () => {
    for (const table of [announcementRecipients, announcements, dueWork]) await db.delete(table);
  });

  describe('another date or place', () => {
    it('is announced ten minutes after the first edit, several edits at once', async () => {
      const { edit, counts, user, visitor, activity, owner } = await organised();
      expect((await edit({ place: 'Plaza' })).statusCode).toBe(200);
      await edit({ place: 'Casa', date: '2026-12-06T15:00:00.000Z' }, 5);
      await edit({ place: 'Casa Rosada', date: '2026-12-06T15:00:00.000Z' }, 9);
      await pollAt(after(10, -1));
      expect(await counts()).toEqual(NONE);
      await pollAt(after(10));
      await pollAt(after(30));
      expect(await counts()).toEqual(EACH_ONCE);
      expect(await bellOf(db, user.id)).toMatchObject([
        { type: 'change', taskId: activity.id, title: 'Cambió una actividad a la que asistes' },
      ]);
      expect((await bellOf(db, user.id))[0]?.message).toMatch(/6 de diciembre.*, en Casa Rosada\.$/);
      const [mail] = await emailsTo(db, visitor.email ?? '');
      expect(mail?.subject).toBe(
        'Cambiaron la fecha y el lugar de una actividad a la que vas · dom 6 dic, 10:00 a. m.',
      );
      for (const part of ['Casa Rosada', 'Parque Caldas', '6 de diciembre', '5 de diciembre']) {
        expect(mail?.text).toContain(part);
      }
      expect(mail?.text).not.toContain('Plaza');
      expect(mail?.unsubscribeUrl).toMatch(/\/dejar-correos\?token=/);
      expect(await bellOf(db, owner.user.id)).toEqual([]);
    });

    it('after those ten minutes is announced again, to visitors a day later, compared with the announced one', async () => {
      const { edit, counts, visitor } = await organised();
      await edit({ place: 'Plaza' });
      await pollAt(after(10));
      await edit({ place: 'Casa' }, 11);
      await pollAt(after(20));
      expect(await counts()).toEqual(EACH_ONCE);
      await pollAt(after(21));
      expect(await counts()).toEqual({ user: [2, 2], visitor: [1], signedOut: [2, 2] });
      // A third edit joins the pending second one, and the visitor's e-mail contains the latest place.
      await edit({ place: 'Salón' }, 60);
      await pollAt(after(70));
      await pollAt(after(DAY_MINUTES + 9));
      expect((await counts()).visitor).toEqual([1]);
      await pollAt(after(DAY_MINUTES + 10));
      expect(await counts()).toEqual({ user: [3, 3], visitor: [2], signedOut: [3, 3] });
      const received = await emailsTo(db, visitor.email ?? '');
      expect(received[1]?.text).toMatch(/Salón[\s\S]*Plaza/);
      expect(received[1]?.subject).toMatch(/^Cambió el lugar/);
    });

    it('of an activity within two days is announced to visitors at once, also a change that was waiting', async () => {
      const { edit, counts } = await organised();
      const soon = (hours: number) => new Date(NOON.getTime() + hours * 60 * MINUTE_MS).toISOString();
      await edit({ place: 'Plaza' });
      await pollAt(after(10));
      await edit({ place: 'Casa' }, 20);
      await pollAt(after(30));
      expect((await counts()).visitor).toEqual([1]);
      await edit({ place: 'Casa', date: soon(47) }, 40);
      await pollAt(after(50));
      expect((await counts()).visitor).toEqual([2]);
      await edit({ place: 'Salón', date: soon(47) }, 60);
      await pollAt(after(70));
      expect((await counts()).visitor).toEqual([3]);
    });

    it('that is reverted while a visitor waits for it is not announced to the visitor', async () => {
      const { edit, counts, activity } = await organised();
      await edit({ place: 'Plaza' });
      await pollAt(after(10));
      await edit({ place: 'Casa' }, 20);
      await pollAt(after(30));
      await edit({ place: 'Plaza' }, 40);
      await pollAt(after(50));
      await pollAt(after(2 * DAY_MINUTES));
      expect((await counts()).visitor).toEqual([1]);
      expect(await db.$count(announcementRecipients)).toBe(0);
      expect(activity.place).not.toBe('Plaza');
    });

    it('is not announced if it is reverted or only the title differs', async () => {
      const { edit, counts } = await organised();
      await edit({ place: 'Plaza' });
      await edit({}, 5);
      const other = await organised();
      await other.edit({ title: 'Otro título' });
      await pollAt(after(10));
      expect([await counts(), await other.counts()]).toEqual([NONE, NONE]);
      expect(await db.$count(dueWork, eq(dueWork.kind, CHANGES))).toBe(0);
    });

    it('is announced with the end of the activity', async () => {
      const { edit, visitor } = await organised();
      await edit({ date: '2026-12-05T15:00:00.000Z', endDate: '2026-12-05T18:00:00.000Z' });
      await pollAt(after(10));
      const [mail] = await emailsTo(db, visitor.email ?? '');
      expect(mail?.text).toContain('10:00\u00a0a.\u00a0m., hasta la 1:00');
    });

    it('of a rejected activity is announced after it is public again', async () => {
      const { activity, edit, counts } = await organised();
      await edit({ place: 'Plaza' });
      const reject = { status: 'rejected', rejectionReason: 'r' } as const;
      await db.update(activities).set(reject).where(eq(activities.id, activity.id));
      await pollAt(after(10));
      expect(await counts()).toEqual(NONE);
      expect(await hasWork(db, after(0), after(10))).toBe(false);
      const isDue = and(eq(dueWork.kind, CHANGES), isAnnounceable(['pending', 'approved']));
      expect([await db.$count(dueWork), await db.$count(dueWork, isDue)]).toEqual([1, 0]);
      await edit({ place: 'Plaza' }, 20);
      await pollAt(after(20));
      expect(await counts()).toEqual(NONE);
      await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activity.id));
      await pollAt(after(21));
      expect(await counts()).toEqual(EACH_ONCE);
    });

    it('under prior moderation is announced after the approval', async () => {
      const { activity, edit, counts } = await organised();
      await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activity.id));
      await edit({ place: 'Plaza' }, 0, prior);
      await pollAt(after(10), prior);
      expect(await counts()).toEqual(NONE);
      await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activity.id));
      await pollAt(after(15), prior);
      expect(await counts()).toEqual(EACH_ONCE);
    });

    it('is announced by the preferences of each, and not to deactivated accounts', async () => {
      const { edit, user, visitor, signedOut, counts } = await organised();
      await db
        .insert(notificationPreferences)
        .values({ userId: user.id, kind: 'change', byEmail: false, isLive: true });
      await db
        .insert(mailUnsubscriptions)
        .values({ emailHash: hashToken(visitor.email ?? ''), kind: 'change' });
      await deactivate(db, signedOut.id);
      await edit({ place: 'Plaza' });
      await pollAt(after(10));
      expect(await counts()).toEqual({ user: [0, 1], visitor: [0], signedOut: [0, 0] });
    });
  });

  describe('the deletion', () => {
    it('is announced to every attendee once, instead of a change', async () => {
      const { edit, remove, counts, user, visitor, activity } = await organised();
      await edit({ place: 'Plaza' });
      expect((await remove()).statusCode).toBe(204);
      await pollAt(after(1));
      await pollAt(after(10));
      expect(await counts()).toEqual(EACH_ONCE);
      expect(await bellOf(db, user.id)).toMatchObject([{ type: 'deletion', taskId: activity.id }]);
      const [mail] = await emailsTo(db, visitor.email ?? '');
      expect(mail?.subject).toBe(`Se canceló una actividad a la que ibas${WHEN}`);
      expect(mail?.text).toMatch(/5 de diciembre[\s\S]*Plaza/);
      expect(await db.$count(attendances, eq(attendances.activityId, activity.id))).toBe(0);
      await sweepNotifications(here.platform);
      expect(await db.$count(announcements)).toBe(0);
    });

    it.each(['deletion', 'removal', 'rejection'])(
      'by %s within ten minutes of a change names the date and place that the attendees know',
      async end => {
        const { edit, remove, user, visitor, activity, owner } = await organised();
        const date = new Date(activity.date.getTime() + 2 * 60 * MINUTE_MS).toISOString();
        expect((await edit({ place: 'Plaza', date })).statusCode).toBe(200);
        const send = senderTo(here);
        if (end === 'deletion') expect((await remove()).statusCode).toBe(204);
        if (end === 'removal') {
          const listed = await db.select().from(attendances).where(eq(attendances.activityId, activity.id));
          for (const { id } of listed) await send('DELETE', `/attendances/${id}`, {}, owner.headers);
        }
        if (end === 'rejection') {
          const admin = await signedIn(db, { role: 'admin' });
          const url = `/admin-panel/activities/${activity.id}/reject`;
          expect((await send('PATCH', url, { reason: 'No' }, admin.headers)).statusCode).toBe(200);
        }
        await pollAt(after(1));
        for (const email of [user.email, visitor.email ?? '']) {
          const [mail, ...more] = await emailsTo(db, email);
          expect(more).toEqual([]);
          expect(mail?.subject).toContain('sáb 5 dic, 9:00 a. m.');
          expect(mail?.text).toMatch(/Antes era[^\n]*5 de diciembre de 2026, 9:00/);
          if (end !== 'rejection') expect(mail?.text).toMatch(/Plaza[\s\S]*Antes era en[\s\S]*Parque Caldas/);
        }
        const [bell] = await bellOf(db, user.id);
        expect(bell?.message).toMatch(/5 de diciembre de 2026, 9:00/);
      },
    );

    it.each<[string, 'pending' | 'rejected', () => typeof here]>([
      ['is rejected', 'rejected', () => here],
      ['waits for its approval', 'pending', () => prior],
    ])('of an activity that %s is not announced', async (_case, status, app) => {
      const { activity, remove, counts } = await organised();
      const rejectionReason = status === 'rejected' ? 'r' : null;
      await db.update(activities).set({ status, rejectionReason }).where(eq(activities.id, activity.id));
      expect((await remove(app())).statusCode).toBe(204);
      await pollAt(after(1));
      expect(await counts()).toEqual(NONE);
      expect(await db.$count(announcements)).toBe(0);
    });

    it('of a past activity, or one that is rejected, is not announced', async () => {
      const { activity, remove, counts } = await organised();
      const stranger = await signedIn(db);
      const url = `/api/tasks/${activity.id}`;
      const forbidden = await here.inject({ method: 'DELETE', url, headers: stranger.headers });
      expect(forbidden.statusCode).toBe(403);
      await db
        .update(activities)
        .set({ date: after(-1) })
        .where(eq(activities.id, activity.id));
      await remove();
      await pollAt(after(1));
      expect(await counts()).toEqual(NONE);
      expect(await db.$count(announcementRecipients)).toBe(0);
    });
  });

  describe('with several processes', () => {
    it('concurrent polls notify each of two hundred attendees once', async () => {
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
      setNow(after(10));
      const pollUntilEmpty = async () => {
        await concurrently(6, index =>
          pollNotifications([here, there][index % 2]?.platform ?? here.platform),
        );
        return db.$count(announcementRecipients);
      };
      await expect.poll(pollUntilEmpty, { timeout: 30_000 }).toBe(0);
      const received = await db.select({ to: mails.recipient }).from(mails);
      expect(received).toHaveLength(200);
      expect(new Set(received.map(({ to }) => to)).size).toBe(200);
    });

    it('an uncommitted edit is neither skipped nor waited for', async () => {
      const { activity, edit, counts, visitor } = await organised();
      await edit({ place: 'Plaza' });
      setNow(after(10));
      await db.transaction(async tx => {
        // Leaves an edit uncommitted while both processes poll.
        await tx.update(activities).set({ place: 'Casa' }).where(eq(activities.id, activity.id));
        const { date } = activity;
        await recordChanges(here.platform, tx, [
          { activityId: activity.id, before: { date, place: 'Plaza' }, after: { date, place: 'Casa' } },
        ]);
        await pollNotifications(there.platform);
        expect(await counts()).toEqual(NONE);
      });
      await pollAt(after(10));
      expect(await counts()).toEqual(EACH_ONCE);
      expect((await emailsTo(db, visitor.email ?? ''))[0]?.text).toMatch(/Casa[\s\S]*Parque Caldas/);
    });
  });
});

describe('series', () => {
  const { send, published, edit, remove } = seriesCalls(here);
  const LATER = new Date(NOON.getTime() + 11 * MINUTE_MS);

  const pollAt = async (now: Date, ...apps: (typeof here)[]) => {
    for (const app of apps) app.setNow(now);
    await Promise.all(apps.map(app => pollNotifications(app.platform)));
  };

  /** Creates a series that an account attends on all dates and a visitor on the last two. */
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
      const [bell, ...others] = await bellOf(db, account.id);
      expect(others).toEqual([]);
      expect(bell).toMatchObject({
        taskId: ids[0],
        message: expect.stringContaining('Lo mismo vale para otras 2 fechas de esta serie'),
      });
      expect(await subjectsTo(db, account.email)).toEqual([
        'Cambió la fecha: Huerta · desde sáb 5 dic, 11:00 a. m.',
      ]);
      const [email, ...more] = await emailsTo(db, visitor.email);
      expect(more).toEqual([]);
      expect(email?.text).toContain('Lo mismo vale para otra fecha de esta serie en la que estás.');
      expect(email?.text).toContain('12 de diciembre');
      expect(await db.select().from(dueWork).where(eq(dueWork.kind, CHANGES))).toEqual([]);
    });

    it('of several edits within ten minutes, and not of one that was undone', async () => {
      const { owner, ids, account } = await attended();
      await edit(ids[1] ?? '', 'one', { place: 'Parque' }, owner);
      await edit(ids[0] ?? '', 'all', { date: '2026-12-05T16:00:00.000Z' }, owner);
      await edit(ids[2] ?? '', 'all', { date: '2026-12-19T15:00:00.000Z' }, owner);
      await pollAt(new Date(LATER.getTime() + 10 * MINUTE_MS), here, there);
      expect(await subjectsTo(db, account.email)).toHaveLength(1 + 1);
      const undone = await attended();
      await edit(undone.ids[0] ?? '', 'all', { place: 'Parque' }, undone.owner);
      await edit(undone.ids[0] ?? '', 'all', { place: 'La Ladera' }, undone.owner);
      await pollAt(LATER, here);
      expect(await subjectsTo(db, undone.account.email)).toEqual([]);
    });

    it('of the deletion of this and the following', async () => {
      const { owner, ids, account, visitor } = await attended();
      expect(outcomeOf(await remove(ids[1] ?? '', 'following', owner))).toEqual({ deleted: 2, kept: 0 });
      await pollAt(NOON, here, there);
      expect(await subjectsTo(db, account.email)).toEqual([
        'Se canceló: Huerta · desde sáb 12 dic, 9:00 a. m.',
      ]);
      const [email, ...more] = await emailsTo(db, visitor.email);
      expect([more, email?.text.includes('otra fecha de esta serie')]).toEqual([[], true]);
    });

    it('of one rejection of the whole series, like its organiser', async () => {
      const { user, ids, account } = await attended();
      const admin = await signedIn(db, { role: 'admin' });
      const url = `/admin-panel/activities/${ids[1]}/reject?scope=all`;
      expect((await send('PATCH', url, { reason: 'No' }, admin.headers)).statusCode).toBe(200);
      await pollAt(LATER, here, there);
      // Polls twice, because one process may look for recipients before the other stores them.
      await pollAt(LATER, here, there);
      expect(await subjectsTo(db, account.email)).toEqual([`Se retiró una actividad a la que ibas${FROM}`]);
      expect(await bellOf(db, user.id)).toMatchObject([
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
      // Polls twice, because one process may look for digests before the other stores the approval.
      await pollAt(new Date(NOON.getTime() + 2 * MINUTE_MS), here, there);
      const approvals = and(eq(notifications.userId, user.id), eq(notifications.type, 'approval'));
      expect(await db.select().from(notifications).where(approvals)).toMatchObject([
        { title: 'Serie aprobada', message: '«Huerta» fue aprobada y ya está publicada, en sus 2 fechas.' },
      ]);
      expect((await subjectsTo(db, user.email)).sort()).toEqual([
        `Aprobada: Huerta${FROM}`,
        'Retirada: Huerta · sáb 19 dic, 9:00 a. m.',
      ]);
      expect((await act('undo-approval')).statusCode).toBe(409);
    });

    it('under prior moderation lets the change of a series wait for it', async () => {
      const { owner, ids, account } = await attended();
      const admin = await signedIn(db, { role: 'admin' });
      const calls = seriesCalls(prior);
      await calls.send('PATCH', `/admin-panel/activities/${ids[0]}/approve?scope=all`, {}, admin.headers);
      await calls.edit(ids[0] ?? '', 'all', { place: 'Parque' }, owner);
      await pollAt(LATER, prior);
      expect(await subjectsTo(db, account.email)).toEqual([]);
      await calls.send('PATCH', `/admin-panel/activities/${ids[0]}/approve?scope=all`, {}, admin.headers);
      await pollAt(LATER, prior);
      await pollAt(LATER, prior);
      expect(await subjectsTo(db, account.email)).toEqual([`Cambió el lugar: Huerta${FROM}`]);
    });
  });
});
