import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp, testApps } from '../../../test/app.ts';
import { bellOf } from '../../../test/bell.ts';
import { anActivity, anAttendance, aUser, aVisit, deactivate, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { concurrently, senderTo, tally } from '../../../test/requests.ts';
import { emailsTo, mailedToken, subjectsTo, WHEN } from '../../../test/sent-emails.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { fanOut } from './announcements/fan-out-service.ts';
import { changeNotifications } from './announcements/service.ts';
import { notifyDecisions } from './decisions/service.ts';
import { sendDigests } from './delivery/digest-service.ts';
import {
  announcementRecipients,
  attendanceChanges,
  digestItems,
  mailDigests,
  notificationPreferences,
  notifications,
} from './schema.ts';

describe('owner', async () => {
  // Two app processes share one database.
  const {
    apps: [here, there],
    db,
    setNow,
  } = await testApps({}, {});
  const { platform } = here;
  const send = senderTo(here);
  type Headers = Record<string, string>;

  const MINUTE_MS = 60_000;
  const after = (minutes: number, ms = 0) => new Date(NOON.getTime() + minutes * MINUTE_MS + ms);
  const pollAt = (now: Date) => {
    here.setNow(now);
    return pollNotifications(platform);
  };

  async function organised() {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const confirm = (name: string, email: string, session: Headers = {}, app = here) =>
      senderTo(app)('POST', '/attendances/confirm', { taskId: activity.id, name, email }, session);
    const cancel = (payload: object, session: Headers = {}) =>
      send('DELETE', `/attendances/cancel/${activity.id}`, payload, session);
    const bell = () => bellOf(db, user.id);
    const emails = () => emailsTo(db, user.email);
    return { user, headers, activity, confirm, cancel, bell, emails };
  }

  beforeEach(async () => {
    setNow(NOON);
    for (const table of [attendanceChanges, digestItems, mailDigests]) await db.delete(table);
  });

  describe('a waiting list', () => {
    async function full(values: Parameters<typeof anActivity>[1] = {}) {
      const { user, headers } = await signedIn(db);
      const activity = await anActivity(db, { ownerId: user.id, title: 'Siembra', capacity: 1, ...values });
      await anAttendance(db, { activityId: activity.id });
      const confirm = async (email: string) => {
        const reply = await send('POST', '/attendances/confirm', { taskId: activity.id, name: 'Luz', email });
        expect([reply.statusCode, reply.json().status]).toEqual([201, 'waiting']);
      };
      const leave = async (email: string) => {
        const reply = await send('DELETE', `/attendances/cancel/${activity.id}`, { email }, headers);
        expect(reply.statusCode).toBe(200);
      };
      const bell = async () =>
        (await bellOf(db, user.id)).filter(({ title }) => title === 'Hay lista de espera');
      const emails = () => emailsTo(db, user.email);
      return { activity, confirm, leave, bell, emails };
    }

    it('is told to the owner when it forms, in the bell and in the digest with how many wait', async () => {
      const { activity, confirm, bell, emails } = await full();
      await confirm('uno@example.org');
      await confirm('dos@example.org');
      const text =
        'Se llenó «Siembra» y ya hay quien espera un cupo. Mira la lista: si caben más, sube los cupos.';
      expect(await bell()).toMatchObject([{ type: 'place', taskId: activity.id, message: text }]);
      await pollAt(after(1));
      const [mail, ...others] = await emails();
      expect([mail?.subject, others]).toEqual([`Hay lista de espera: Siembra${WHEN}`, []]);
      const plain = mail?.text.replaceAll(/\s+/g, ' ');
      expect(plain).toContain('2 personas esperan un cupo. Puedes darles cupo en la lista');
      expect(plain).toContain(`/tasks/${activity.id}/gente`);
      expect(plain).toContain(`/tasks/${activity.id}`);
      await pollAt(after(120));
      expect(await emails()).toHaveLength(1);
    });

    it('that empties and forms again is told again, three times an hour; by e-mail only while somebody waits', async () => {
      const { confirm, leave, bell, emails } = await full();
      for (let time = 1; time <= 5; time += 1) {
        await confirm('uno@example.org');
        await leave('uno@example.org');
        expect(await bell()).toHaveLength(Math.min(time, 3));
      }
      await pollAt(after(1));
      expect(await emails()).toEqual([]);
      setNow(after(61));
      await confirm('uno@example.org');
      expect(await bell()).toHaveLength(4);
    });

    it('of a past or ongoing activity, and the owner’s own place in it, are not told', async () => {
      const { confirm, bell } = await full();
      expect(await bell()).toEqual([]);
      const { user, headers } = await signedIn(db);
      const own = await anActivity(db, { ownerId: user.id, capacity: 1 });
      await anAttendance(db, { activityId: own.id });
      const payload = { taskId: own.id, name: 'Yo', email: user.email };
      await send('POST', '/attendances/confirm', payload, headers);
      expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(0);
      await Promise.all(['a', 'b', 'c', 'd'].map(name => confirm(`${name}@example.org`)));
      expect(await bell()).toHaveLength(1);
    });

    it('of several dates of a series is one notification', async () => {
      const { user, headers } = await signedIn(db);
      const repeat = { frequency: 'weekly', interval: 1, count: 3 };
      const when = { date: '2026-12-05T14:00:00.000Z', repeat };
      const fields = { title: 'Huerta', place: 'Parque', capacity: 1, ...when };
      const { _id } = (await send('POST', '/tasks', fields, headers)).json().series;
      for (const email of ['uno@example.org', 'dos@example.org', 'tres@example.org'])
        await send('POST', `/attendances/confirm-series/${_id}`, { name: 'Luz', email });
      const rung = await bellOf(db, user.id);
      expect(rung.map(({ title, message }) => [title, message])).toContainEqual([
        'Hay lista de espera',
        'Se llenó «Huerta» en 3 fechas, y ya hay quien espera un cupo. Mira la lista: si caben más, sube los cupos.',
      ]);
      expect(rung.filter(({ title }) => title === 'Hay lista de espera')).toHaveLength(1);
    });
  });

  describe('the owner', () => {
    it('gets a notification of each confirmation and cancellation at once', async () => {
      const { activity, confirm, cancel, bell } = await organised();
      await confirm('Luz', 'luz@example.org');
      expect(await bell()).toMatchObject([
        {
          type: 'attendance',
          title: 'Nueva asistencia',
          message: `Luz asistirá a «${activity.title}».`,
          taskId: activity.id,
        },
      ]);
      const visit = await aVisit(db, { activityId: activity.id, name: 'Ana' });
      await cancel({ token: visit.token });
      expect((await bell()).map(({ type, message }) => [type, message])).toContainEqual([
        'cancellation',
        `Ana ya no asistirá a «${activity.title}».`,
      ]);
    });

    it('gets no notification of rejected requests, own actions and past activities', async () => {
      const { activity, headers, user, confirm, cancel, bell } = await organised();
      await anAttendance(db, { activityId: activity.id, email: 'luz@example.org' });
      expect((await confirm('Luz', 'luz@example.org')).statusCode).toBe(409);
      expect((await confirm('Eva', 'eva@example.org', headers)).statusCode).toBe(201);
      expect((await confirm('Yo', user.email, headers)).statusCode).toBe(201);
      expect((await cancel({ email: 'eva@example.org' }, headers)).statusCode).toBe(200);
      expect((await cancel({ email: 'nadie@example.org' })).statusCode).toBe(403);
      const visit = await aVisit(db, { activityId: activity.id });
      await db
        .update(activities)
        .set({ date: after(-1) })
        .where(eq(activities.id, activity.id));
      expect((await cancel({ token: visit.token })).statusCode).toBe(200);
      await pollAt(after(0));
      expect(await bell()).toEqual([]);
      expect(await subjectsTo(db, user.email)).toEqual([`Vas: ${activity.title}${WHEN}`]);
    });

    it('gets no notification of the own attendance without signing in', async () => {
      const { activity, user, confirm, cancel, bell } = await organised();
      expect((await confirm('Yo', user.email)).statusCode).toBe(201);
      const token = await mailedToken(db, user.email, 'attendance');
      expect((await cancel({ token })).statusCode).toBe(200);
      expect(await bell()).toEqual([]);
      expect(await db.$count(attendanceChanges, eq(attendanceChanges.activityId, activity.id))).toBe(0);
    });

    it('gets one digest an hour, without attendees who confirmed and cancelled since the last', async () => {
      const { activity, user, confirm, cancel, emails, bell } = await organised();
      await confirm('Luz', 'luz@example.org');
      await pollAt(after(0));
      expect(await subjectsTo(db, user.email)).toEqual([`Luz va: ${activity.title}${WHEN}`]);
      const visit = await aVisit(db, { activityId: activity.id, name: 'Sol' });
      here.setNow(after(2));
      await confirm('Ana', 'ana@example.org');
      await confirm('Eva', 'eva@example.org');
      const cancelled = await signedIn(db);
      await confirm('Marleny', cancelled.user.email, cancelled.headers);
      await cancel({}, cancelled.headers);
      await cancel({ token: visit.token });
      await pollAt(after(60, -1));
      expect(await emails()).toHaveLength(1);
      await pollAt(after(60));
      await pollAt(after(90));
      const [, second, ...more] = await emails();
      expect(more).toEqual([]);
      expect(second?.subject).toBe(`Novedades de asistencia: ${activity.title}${WHEN}`);
      expect(second?.text.replaceAll(/\s+/g, ' ')).toMatch(
        /Confirmaron su asistencia: Ana, Eva\..*Ya no asistirán: Sol\..*Ahora asistirán 3 personas/,
      );
      expect(second?.text).not.toContain('Marleny');
      expect(second?.unsubscribeUrl).toMatch(/\/dejar-correos\?token=/);
      expect(await bell()).toHaveLength(6);
    });

    it('gets one digest from concurrent polls, and the next one although the clock was set back', async () => {
      const { confirm, emails } = await organised();
      const replies = await concurrently(20, index =>
        confirm(`P${index}`, `p${index}@example.org`, {}, [here, there][index % 2]),
      );
      expect(tally(replies)).toEqual({ 201: 20 });
      await concurrently(8, index => pollNotifications([here, there][index % 2]?.platform ?? platform));
      expect(await emails()).toHaveLength(1);
      here.setNow(after(-60));
      await confirm('Luz', 'luz@example.org');
      await pollAt(after(-60));
      expect(await emails()).toHaveLength(2);
    });

    it('gets one digest of all activities', async () => {
      const { user, activity, confirm, emails } = await organised();
      const other = await anActivity(db, { ownerId: user.id, title: 'Trueque', date: after(24 * 60) });
      await confirm('Luz', 'luz@example.org');
      await anAttendance(db, { activityId: other.id, companions: 2 });
      const joined = { taskId: other.id, name: 'Ana', email: 'ana@example.org' };
      await send('POST', '/attendances/confirm', joined);
      await pollAt(after(0));
      const [email, ...more] = await emails();
      expect(more).toEqual([]);
      expect(email?.subject).toBe('Novedades de asistencia en 2 actividades');
      expect(email?.text.replaceAll(/\s+/g, ' ')).toMatch(
        new RegExp(
          `Confirmaron su asistencia: Ana\\. Ahora asistirán 4 personas a «Trueque».*tasks/${other.id}.*: Luz\\. Ahora asistirá una persona a «${activity.title}»`,
        ),
      );
    });

    it('gets no second digest from a process that polled before another one sent it', async () => {
      const { user, confirm, emails } = await organised();
      await confirm('Luz', 'luz@example.org');
      await pollAt(after(0));
      await confirm('Ana', 'ana@example.org');
      there.setNow(after(0));
      await Promise.all([sendDigests(platform), sendDigests(there.platform)]);
      expect(await emails()).toHaveLength(1);
      await pollAt(after(60));
      expect(await subjectsTo(db, user.email)).toContainEqual(expect.stringMatching(/^Ana va/));
    });

    it('is notified by the own preferences', async () => {
      const { user, confirm, bell, emails } = await organised();
      await db
        .insert(notificationPreferences)
        .values({ userId: user.id, kind: 'attendance', byEmail: true, isLive: false });
      await confirm('Luz', 'luz@example.org');
      await pollAt(after(0));
      expect([(await bell()).length, (await emails()).length]).toEqual([0, 1]);
      await db.update(notificationPreferences).set({ byEmail: false, isLive: true });
      await confirm('Ana', 'ana@example.org');
      await pollAt(after(60));
      expect([(await bell()).length, (await emails()).length]).toEqual([1, 1]);
      expect(await db.$count(attendanceChanges)).toBe(0);
    });

    it('gets no e-mail when the account is deactivated', async () => {
      const { user, confirm, emails } = await organised();
      await deactivate(db, user.id);
      await confirm('Luz', 'luz@example.org');
      await pollAt(after(0));
      expect(await emails()).toEqual([]);
    });
  });

  describe('moderation', () => {
    const decided = (...decisions: Parameters<typeof notifyDecisions>[2]) =>
      db.transaction(tx => notifyDecisions(platform, tx, decisions));

    it('notifies the owner of the approval, and of a rejection with its reason, after the commit', async () => {
      const { activity, bell, emails } = await organised();
      const set = (values: object) => db.update(activities).set(values).where(eq(activities.id, activity.id));
      await set({ status: 'approved' });
      await decided({ activityId: activity.id, status: 'approved' });
      await pollAt(after(0, 15_000));
      await pollAt(after(59));
      await set({ status: 'rejected', rejectionReason: 'Falta el <lugar>.' });
      const reason = 'Falta el <lugar>.';
      await decided({ activityId: activity.id, status: 'rejected', reason, currentStatus: 'pending' });
      const undone = db.transaction(async tx => {
        await notifyDecisions(platform, tx, [{ activityId: activity.id, status: 'approved' }]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await pollAt(after(61));
      expect((await bell()).map(({ type, message }) => [type, message]).sort()).toEqual([
        ['approval', `«${activity.title}» fue aprobada y ya está publicada.`],
        ['rejection', `«${activity.title}» fue retirada. Motivo: Falta el <lugar>.`],
      ]);
      const [approval, rejection, ...more] = (await emails()).sort((one, other) =>
        one.subject.localeCompare(other.subject),
      );
      expect(more).toEqual([]);
      expect(approval?.subject).toBe(`Aprobada: ${activity.title}${WHEN}`);
      expect(rejection?.subject).toBe(`Retirada: ${activity.title}${WHEN}`);
      expect(rejection?.text).toContain('Falta el <lugar>.');
      expect(rejection?.html).toContain('Falta el &lt;lugar&gt;.');
    });

    it('notifies by the preferences of the owner, and not of a deleted activity', async () => {
      const { activity, user, bell, emails } = await organised();
      await db
        .insert(notificationPreferences)
        .values({ userId: user.id, kind: 'moderation', byEmail: false, isLive: false });
      await decided({ activityId: activity.id, status: 'rejected', reason: 'No.', currentStatus: 'pending' });
      expect([await bell(), await emails()]).toEqual([[], []]);
      await decided({ activityId: activity.id, status: 'approved' });
      await db.delete(activities).where(eq(activities.id, activity.id));
      await pollAt(after(1));
      expect(await bell()).toEqual([]);
    });
  });
});

describe('visitor link', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const send = senderTo(app);
  const DAY_MS = 24 * 60 * 60_000;
  const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
  const pollAt = (now: Date) => {
    app.setNow(now);
    return pollNotifications(app.platform);
  };

  /** An activity with its organiser and a visitor's attendance, and an edit of its date. */
  async function organised() {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const visit = await aVisit(db, { activityId: activity.id });
    const { title, description, responsible, place } = activity;
    const url = `/tasks/${activity.id}`;
    const date = new Date(activity.date.getTime() + DAY_MS).toISOString();
    const payload = { title, description, place, responsible, date };
    const edit = () => send('PUT', url, payload, headers);
    const remove = () => send('DELETE', url, undefined, headers);
    const cancel = (token: string) => send('DELETE', `/attendances/cancel/${activity.id}`, { token });
    return { activity, headers, visit, edit, remove, cancel };
  }

  const textTo = async (email: string) => (await emailsTo(db, email)).at(-1)?.text;

  beforeEach(() => app.setNow(NOON));

  it('a visitor cancels by the link of the e-mail about a change', async () => {
    const { visit, edit, cancel } = await organised();
    expect((await edit()).statusCode).toBe(200);
    await pollAt(after(10));
    // Mail programs that detect links in text would include punctuation after the link.
    expect(await textTo(visit.email)).toMatch(/¿Ya no puedes ir\? .* http\S+\?token=[\w-]{43} /);
    const token = await mailedToken(db, visit.email, 'attendance');
    expect(token).not.toBe(visit.token);
    expect((await cancel(token)).statusCode).toBe(200);
    expect(await db.$count(attendances, eq(attendances.id, visit.attendance.id))).toBe(0);
  });

  it('each visitor gets a link to the own attendance', async () => {
    const { activity, visit, edit } = await organised();
    const other = await aVisit(db, { activityId: activity.id });
    await edit();
    await pollAt(after(10));
    for (const { email } of [visit, other]) {
      const token = await mailedToken(db, email, 'attendance');
      const reply = await send('POST', '/attendances/personal', { token });
      expect(reply.json()).toMatchObject({ email });
    }
  });

  it('an account gets no link, signed in or not when it confirmed', async () => {
    const { activity, edit } = await organised();
    const [signed, signedOut] = [await aUser(db), await aUser(db)];
    await anAttendance(db, { activityId: activity.id, userId: signed.id, email: signed.email });
    await anAttendance(db, { activityId: activity.id, email: signedOut.email });
    await edit();
    await pollAt(after(10));
    for (const { email } of [signed, signedOut]) {
      expect(await textTo(email)).toContain('Cambió la fecha');
      expect(await textTo(email)).not.toContain('/mi-asistencia');
    }
  });

  it('the e-mail about a deletion has no link', async () => {
    const { visit, remove } = await organised();
    expect((await remove()).statusCode).toBe(204);
    await pollAt(after(1));
    expect(await textTo(visit.email)).toContain('no se hará');
    expect(await textTo(visit.email)).not.toContain('/mi-asistencia');
  });

  it('a visitor who cancelled is told of no change, and a replaced address that it is off the list, without a link', async () => {
    const { activity, headers, visit, edit, cancel } = await organised();
    const replaced = await aVisit(db, { activityId: activity.id });
    await edit();
    app.setNow(after(10));
    await processDue(app.platform, [changeNotifications]);
    await cancel(visit.token);
    const other = { name: 'Otra', email: `otra-${replaced.email}` };
    const reply = await send('PUT', `/attendances/${replaced.attendance.id}`, other, headers);
    expect(reply.statusCode).toBe(200);
    await fanOut(app.platform);
    const kindsTo = async (email: string) => (await emailsTo(db, email)).map(({ kind }) => kind);
    expect(await kindsTo(visit.email)).toEqual(['cancelledEmail']);
    expect(await kindsTo(replaced.email)).toEqual(['endEmail']);
    expect(await textTo(replaced.email)).not.toContain('/mi-asistencia');
    expect(await db.$count(announcementRecipients)).toBe(0);
  });
});
