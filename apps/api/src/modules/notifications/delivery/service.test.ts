import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp, testApps } from '../../../../test/app.ts';
import { bellOf } from '../../../../test/bell.ts';
import { countLockWaits } from '../../../../test/count-lock-waits.ts';
import { anActivity, deactivate, signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { concurrently, errorOf, senderTo, tally } from '../../../../test/requests.ts';
import { emailsTo, subjectsTo, WHEN } from '../../../../test/sent-emails.ts';
import { lockTable } from '../../../../test/table-lock.ts';
import { setTrust } from '../../../../test/trust.ts';
import { processDue } from '../../../platform/due-work/due-work.ts';
import { users } from '../../accounts/schema.ts';
import { activities, activityMemories } from '../../activities/schema.ts';
import { rejectionNotifications } from '../decisions/service.ts';
import { digestItems, mailDigests, notificationPreferences, notifications } from '../schema.ts';

describe('gathered', async () => {
  // Two app processes share one database.
  const {
    apps: [here, there],
    database,
    db,
    setNow,
  } = await testApps({}, {});
  const admin = await signedIn(db, { role: 'admin' });

  /** The given minutes after noon. */
  const at = (minutes: number, ms = 0) => new Date(NOON.getTime() + minutes * 60_000 + ms);
  /** The time when decisions made at noon can no longer be undone. */
  const UNDO_OVER = at(0, 15_000);
  /** Polls with both processes twice, because one may encounter the other's lock. */
  async function pollAt(now: Date): Promise<void> {
    setNow(now);
    for (let time = 0; time < 2; time += 1)
      await Promise.all([pollNotifications(here.platform), pollNotifications(there.platform)]);
  }
  const decide = (id: string, step: 'approve' | 'reject', app = here) =>
    senderTo(app)(
      'PATCH',
      `/admin-panel/activities/${id}/${step}`,
      step === 'reject' ? { reason: 'Falta el lugar' } : undefined,
      admin.headers,
    );

  /** Creates an owner with activities that await a decision. */
  async function owning(...titles: string[]) {
    const { user, headers } = await signedIn(db);
    const ids: string[] = [];
    for (const title of titles) ids.push((await anActivity(db, { ownerId: user.id, title })).id);
    return { user, headers, ids };
  }

  beforeEach(async () => {
    setNow(NOON);
    for (const table of [digestItems, mailDigests]) await db.delete(table);
  });

  describe('decisions about the activities of one person', () => {
    it('that come in a row are one e-mail, and one notification each', async () => {
      const { user, ids } = await owning('Uno', 'Dos', 'Tres');
      for (const [index, id] of ids.entries()) {
        await pollAt(at(0, 14_000 * index));
        await decide(id, 'approve');
      }
      await pollAt(at(0, 42_999));
      expect(await subjectsTo(db, user.email)).toEqual([]);
      await pollAt(at(0, 43_000));
      expect(await subjectsTo(db, user.email)).toEqual([`Aprobada: Uno${WHEN} y 2 novedades más`]);
      expect(await bellOf(db, user.id)).toHaveLength(3);
      const [email] = await emailsTo(db, user.email);
      const text = email?.text.replaceAll(/\s+/g, ' ') ?? '';
      for (const [index, title] of ['Uno', 'Dos', 'Tres'].entries())
        expect(text).toContain(
          `Aprobada: ${title}${WHEN} Tu actividad «${title}» fue aprobada y ya está publicada. Ver la actividad http://localhost:3000/actividades/${ids[index]}`,
        );
      await pollAt(at(120));
      expect(await subjectsTo(db, user.email)).toHaveLength(1);
    });

    it('are told first when they cannot be undone, and what follows within the hour in one e-mail at its end', async () => {
      const { user, ids } = await owning('Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco');
      const [first = '', second = '', third = '', fourth = '', approved = ''] = ids;
      setNow(at(0, -15_000));
      await decide(first, 'reject');
      await pollAt(at(0));
      setNow(at(10));
      await decide(second, 'reject');
      await pollAt(at(30));
      await decide(third, 'reject');
      // Notifications of another type have a separate interval.
      await decide(approved, 'approve');
      await pollAt(at(60, -1));
      expect(await subjectsTo(db, user.email)).toEqual([`Retirada: Uno${WHEN}`, `Aprobada: Cinco${WHEN}`]);
      expect(await bellOf(db, user.id)).toHaveLength(4);
      await pollAt(at(60));
      expect((await subjectsTo(db, user.email)).slice(2)).toEqual([`Retirada: Dos${WHEN} y otra novedad`]);
      const text = (await emailsTo(db, user.email))[2]?.text ?? '';
      expect(text).toContain('Motivo: Falta el lugar');
      expect(text).toContain('puedes pedir una vez que la revisen de nuevo');
      // The next e-mail is sent in the next hour.
      await pollAt(at(119));
      await decide(fourth, 'reject');
      await pollAt(at(119, 15_000));
      await pollAt(at(120, -1));
      expect(await subjectsTo(db, user.email)).toHaveLength(3);
      await pollAt(at(120));
      expect((await subjectsTo(db, user.email))[3]).toBe(`Retirada: Cuatro${WHEN}`);
    });

    it('by two administrators and two processes at once are one e-mail', async () => {
      const { user, ids } = await owning(...Array.from({ length: 8 }, (_, index) => `Siembra ${index}`));
      const replies = await concurrently(8, index =>
        decide(ids[index] ?? '', 'reject', index % 2 === 0 ? here : there),
      );
      expect(tally(replies)).toEqual({ 200: 8 });
      setNow(UNDO_OVER);
      await concurrently(8, index => pollNotifications((index % 2 === 0 ? here : there).platform));
      await pollAt(UNDO_OVER);
      const [subject, ...more] = await subjectsTo(db, user.email);
      expect([subject, more]).toEqual([expect.stringMatching(/^Retirada: .* y 7 novedades más$/), []]);
      expect(await bellOf(db, user.id)).toHaveLength(8);
    });

    it('are lost and doubled by no process that is killed', async () => {
      const { user, ids } = await owning('Uno', 'Dos');
      for (const id of ids) await decide(id, 'reject');
      setNow(UNDO_OVER);
      const lock = await lockTable(database.url, 'mails');
      const killed = pollNotifications(here.platform).catch((error: unknown) => error);
      await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
      await db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(await killed).toBeInstanceOf(Error);
      await lock.release();
      expect(await subjectsTo(db, user.email)).toEqual([]);
      await pollAt(UNDO_OVER);
      await pollAt(at(60));
      expect(await subjectsTo(db, user.email)).toEqual([`Retirada: Uno${WHEN} y otra novedad`]);
    });

    it('are not mailed to a deleted or deactivated account, nor of an activity that was deleted since', async () => {
      const [gone, sleeping, tidy] = [
        await owning('Uno'),
        await owning('Dos'),
        await owning('Tres', 'Cuatro'),
      ];
      for (const id of [gone, sleeping, tidy].flatMap(({ ids }) => ids)) await decide(id, 'reject');
      setNow(UNDO_OVER);
      await processDue(here.platform, [rejectionNotifications]);
      await db.delete(users).where(eq(users.id, gone.user.id));
      await deactivate(db, sleeping.user.id);
      await db.delete(activities).where(eq(activities.id, tidy.ids[0] ?? ''));
      await pollAt(UNDO_OVER);
      expect([await subjectsTo(db, gone.user.email), await subjectsTo(db, sleeping.user.email)]).toEqual([
        [],
        [],
      ]);
      expect(await subjectsTo(db, tidy.user.email)).toEqual([`Retirada: Cuatro${WHEN}`]);
      expect(await db.$count(digestItems)).toBe(0);
    });

    it('are not mailed to an account that switched the kind off, before or since', async () => {
      const [before, since] = [await owning('Uno'), await owning('Dos')];
      const switchOff = (userId: string) =>
        db
          .insert(notificationPreferences)
          .values({ userId, kind: 'moderation', byEmail: false, isLive: true });
      await switchOff(before.user.id);
      for (const { ids } of [before, since]) await decide(ids[0] ?? '', 'reject');
      setNow(UNDO_OVER);
      await processDue(here.platform, [rejectionNotifications]);
      expect(await db.$count(digestItems)).toBe(1);
      await switchOff(since.user.id);
      await pollAt(UNDO_OVER);
      for (const { user } of [before, since]) {
        expect(await subjectsTo(db, user.email)).toEqual([]);
        expect(await bellOf(db, user.id)).toHaveLength(1);
      }
    });
  });

  describe('the approval of a memory', () => {
    it('is told as such', async () => {
      await setTrust(db, { heldWords: ['casino'] });
      const { user, headers, ids } = await owning('Huerta');
      const [id = ''] = ids;
      await db
        .update(activities)
        .set({ status: 'approved', publishedAt: at(-60), date: at(-60) })
        .where(eq(activities.id, id));
      const payload = { text: 'Después fuimos al casino.' };
      const written = await here.inject({ method: 'PUT', url: `/api/tasks/${id}/memory`, headers, payload });
      expect(written.json()).toMatchObject({ status: 'pending' });
      expect((await decide(id, 'approve')).statusCode).toBe(200);
      await pollAt(at(1));
      expect(await bellOf(db, user.id)).toMatchObject([
        { title: 'Memoria aprobada', message: 'La memoria de «Huerta» fue aprobada y ya está publicada.' },
      ]);
      const [email, ...others] = await emailsTo(db, user.email);
      expect([email?.subject, others]).toEqual(['Memoria aprobada: Huerta · sáb 21 nov, 11:00 a. m.', []]);
      expect(email?.text).not.toContain('Tu actividad');
    });

    it.each([
      ['without a memory', null],
      ['with a hidden one', { isHidden: true }],
    ])('is that of the activity %s', async (_what, memory) => {
      const { user, ids } = await owning('Huerta');
      const [id = ''] = ids;
      await db
        .update(activities)
        .set({ date: at(-60) })
        .where(eq(activities.id, id));
      if (memory !== null)
        await db
          .insert(activityMemories)
          .values({ activityId: id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON, ...memory });
      await decide(id, 'approve');
      await pollAt(at(1));
      expect(await subjectsTo(db, user.email)).toEqual(['Aprobada: Huerta · sáb 21 nov, 11:00 a. m.']);
    });
  });
});

describe('more than fifty', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);

  beforeEach(() => app.setNow(NOON));

  /** A signed-in account with `count` notifications, one per minute, of which the last is a minute old. */
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
      senderTo(app)(method, `/notifications/recibidas${path}`, payload, person.headers);
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
});
