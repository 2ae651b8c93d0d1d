import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, anOccurrence, aUser, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../test/sent-emails.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { REJECTIONS } from '../activities/queries.ts';
import { activities } from '../activities/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { reportEffects } from '../reports/effect-service.ts';
import { auditLog } from './schema.ts';

describe('activity decisions', async () => {
  // Two apps stand for two processes with listeners on one database, and the third has prior moderation.
  const database = await testDatabase();
  const here = await testApp({}, database);
  const there = await testApp({}, database);
  const prior = await testApp({ MODERATION: 'prior' });
  const { db } = here.platform;
  await here.startJobs();
  await there.startJobs();
  const address = await listenOnFreePort(there.server);
  const admin = await signedIn(db, { role: 'admin' });
  const priorAdmin = await signedIn(prior.platform.db, { role: 'admin' });

  type Step = 'approve' | 'undo-approval' | 'reject' | 'undo-rejection';
  const REASON = 'Falta decir dónde';
  const bodies = {
    approve: undefined,
    'undo-approval': undefined,
    'undo-rejection': undefined,
    reject: { reason: REASON },
  };

  const act = (id: string, step: Step, payload: object | undefined = bodies[step], app = here) => {
    const { headers } = app === prior ? priorAdmin : admin;
    const url = `/api/admin-panel/activities/${id}/${step}`;
    return app.inject({ method: 'PATCH', url, headers, ...(payload && { payload }) });
  };
  const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
  const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
  const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));
  const subjectsTo = async ({ email }: { email: string }) =>
    (await emailsTo(db, email)).map(({ subject }) => subject);
  /** Polls the notifications 15 s after the decisions, when the owners are notified. */
  function afterUndoWindow(...apps: (typeof here)[]): Promise<unknown> {
    for (const app of apps) app.setNow(new Date(NOON.getTime() + 15_000));
    return Promise.all(apps.map(app => pollNotifications(app.platform)));
  }
  const unknown = '01980000-0000-7000-8000-000000000000';
  const DAY_MS = 86_400_000;

  async function published(values: Parameters<typeof anActivity>[1] = {}) {
    const owner = await signedIn(db);
    return { owner, activity: await anActivity(db, { ownerId: owner.user.id, ...values }) };
  }

  beforeEach(() => {
    here.setNow(NOON);
    there.setNow(NOON);
  });

  describe('approving', () => {
    it('happens once, notifies the owner and is logged', async () => {
      const { owner, activity } = await published();
      const reply = await act(activity.id, 'approve');
      expect([reply.statusCode, reply.json().status]).toEqual([200, 'approved']);
      expect(reply.json()).toMatchObject({
        _id: activity.id,
        isOwner: false,
        user: { email: owner.user.email },
      });
      expect([await bellOf(owner.user.id), await subjectsTo(owner.user)]).toEqual([[], []]);
      await afterUndoWindow(here, there);
      expect(await bellOf(owner.user.id)).toMatchObject([{ type: 'approval', taskId: activity.id }]);
      expect(await subjectsTo(owner.user)).toEqual([`Aprobada: ${activity.title}${WHEN}`]);
      expect(await actionsOn(activity.id)).toMatchObject([
        { actorId: admin.user.id, action: 'activity.approve', targetType: 'activity', at: NOON, details: {} },
      ]);
      // The calendar sequence is unchanged.
      expect(await rowOf(activity.id)).toEqual({
        ...activity,
        reviewedAt: NOON,
        status: 'approved',
        publishedAt: NOON,
      });
    });

    it('reaches an owner connected to another process', async () => {
      const { owner, activity } = await published({ title: 'Siembra' });
      const live = await connectLive(address, owner.headers);
      await act(activity.id, 'approve');
      await afterUndoWindow(here);
      const rung = () => live.received.filter(([event]) => event === 'nueva_notificacion');
      await expect
        .poll(rung)
        .toMatchObject([['nueva_notificacion', { title: 'Actividad aprobada', taskId: activity.id }]]);
    });

    it('publishes an activity under prior moderation', async () => {
      const owner = await signedIn(prior.platform.db);
      const { id } = await anActivity(prior.platform.db, { ownerId: owner.user.id });
      expect((await prior.inject(`/api/tasks/${id}`)).statusCode).toBe(404);
      expect(
        (await prior.inject({ url: `/api/tasks/${id}`, headers: priorAdmin.headers })).json(),
      ).toMatchObject({
        status: 'pending',
      });
      expect((await act(id, 'approve', undefined, prior)).statusCode).toBe(200);
      expect((await prior.inject(`/api/tasks/${id}`)).json()).toMatchObject({ status: 'approved' });
    });

    it('releases pending news of the activity', async () => {
      const owner = await signedIn(prior.platform.db);
      const activity = await anActivity(prior.platform.db, { ownerId: owner.user.id, status: 'approved' });
      const { email } = await anAttendance(prior.platform.db, { activityId: activity.id });
      const { title, description, responsible, date } = activity;
      const payload = { title, description, responsible, date: date.toISOString(), place: 'Otro parque' };
      const url = `/api/tasks/${activity.id}`;
      expect((await prior.inject({ method: 'PUT', url, headers: owner.headers, payload })).statusCode).toBe(
        200,
      );
      const emailCount = async () => (await emailsTo(prior.platform.db, email ?? '')).length;
      prior.setNow(new Date(NOON.getTime() + DAY_MS / 24));
      await pollNotifications(prior.platform);
      expect(await emailCount()).toBe(0);
      await act(activity.id, 'approve', undefined, prior);
      await pollNotifications(prior.platform);
      expect(await emailCount()).toBe(1);
      prior.setNow(NOON);
    });
  });

  describe('undoing an approval', () => {
    it('makes the activity pending again, without a word to its owner, and is logged', async () => {
      const { owner, activity } = await published();
      await act(activity.id, 'approve');
      here.setNow(new Date(NOON.getTime() + 14_999));
      await pollNotifications(here.platform);
      const reply = await act(activity.id, 'undo-approval');
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { _id: activity.id, status: 'pending' }]);
      expect(await rowOf(activity.id)).toEqual(activity);
      await afterUndoWindow(here, there);
      expect([await bellOf(owner.user.id), await subjectsTo(owner.user)]).toEqual([[], []]);
      expect((await actionsOn(activity.id)).map(({ action }) => action)).toEqual([
        'activity.approve',
        'activity.undo-approval',
      ]);
    });

    it('lets another administrator approve again, of which the owner is notified once', async () => {
      const { owner, activity } = await published();
      for (const step of ['approve', 'undo-approval', 'approve'] as const)
        expect((await act(activity.id, step)).statusCode).toBe(200);
      await afterUndoWindow(here, there);
      expect(await subjectsTo(owner.user)).toEqual([`Aprobada: ${activity.title}${WHEN}`]);
    });

    it('hides the activity again under prior moderation', async () => {
      const owner = await signedIn(prior.platform.db);
      const { id } = await anActivity(prior.platform.db, { ownerId: owner.user.id });
      await act(id, 'approve', undefined, prior);
      expect((await act(id, 'undo-approval', undefined, prior)).statusCode).toBe(200);
      expect((await prior.inject(`/api/tasks/${id}`)).statusCode).toBe(404);
    });

    it('is refused once the owner has been notified', async () => {
      const { activity } = await published();
      await act(activity.id, 'approve');
      await afterUndoWindow(here);
      expect(errorOf(await act(activity.id, 'undo-approval'))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message:
          'Ya le avisamos a quien la publicó, y no se puede deshacer: si no debe seguir publicada, retírala con un motivo',
      });
      expect(await rowOf(activity.id)).toMatchObject({ status: 'approved' });
      expect(await actionsOn(activity.id)).toHaveLength(1);
    });

    it('happens once, and either it or the notification, under concurrent requests', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { owner, activity } = await published();
        await act(activity.id, 'approve');
        const [replies] = await Promise.all([
          concurrently(10, index =>
            act(activity.id, 'undo-approval', undefined, index % 2 === 0 ? here : there),
          ),
          round % 2 === 0 && afterUndoWindow(here, there),
        ]);
        const undone = tally(replies)[200] ?? 0;
        expect(await rowOf(activity.id)).toMatchObject({ status: undone === 1 ? 'pending' : 'approved' });
        await afterUndoWindow(here, there);
        expect(await subjectsTo(owner.user)).toHaveLength(1 - undone);
        here.setNow(NOON);
        there.setNow(NOON);
      }
    });
  });

  describe('rejecting an approved activity', () => {
    const body = { reason: REASON, currentStatus: 'approved' };

    it('withdraws it with a reason, and notifies the owner and the attendees', async () => {
      const { owner, activity } = await published();
      const { email } = await anAttendance(db, { activityId: activity.id });
      await act(activity.id, 'approve');
      await afterUndoWindow(here);
      const reply = await act(activity.id, 'reject', body);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        { status: 'rejected', rejectionReason: REASON },
      ]);
      here.setNow(new Date(NOON.getTime() + 30_000 + DAY_MS / 24));
      await pollNotifications(here.platform);
      expect(await subjectsTo(owner.user)).toEqual([
        `Aprobada: ${activity.title}${WHEN}`,
        `Retirada: ${activity.title}${WHEN}`,
      ]);
      expect((await bellOf(owner.user.id)).map(({ title }) => title).sort()).toEqual([
        'Actividad aprobada',
        'Actividad retirada',
      ]);
      // The poller that an app started may be the one that tells the attendees.
      await expect.poll(() => subjectsTo({ email: email ?? '' })).toHaveLength(1);
    });

    it('is the only news for an owner who does not know of the approval yet', async () => {
      const { owner, activity } = await published();
      await act(activity.id, 'approve');
      await act(activity.id, 'reject', body);
      await afterUndoWindow(here, there);
      expect(await subjectsTo(owner.user)).toEqual([`Retirada: ${activity.title}${WHEN}`]);
    });
  });

  describe('rejecting', () => {
    it('stores the reason, notifies the owner and is logged', async () => {
      const { owner, activity } = await published();
      const reply = await act(activity.id, 'reject', { reason: `  ${REASON} \r\ny a qué hora ` });
      const reason = `${REASON} \ny a qué hora`;
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        { status: 'rejected', rejectionReason: reason },
      ]);
      expect(await bellOf(owner.user.id)).toEqual([]);
      await afterUndoWindow(here);
      const [notification] = await bellOf(owner.user.id);
      expect([notification?.type, notification?.message]).toEqual([
        'rejection',
        expect.stringContaining(reason),
      ]);
      const [mail] = await emailsTo(db, owner.user.email);
      expect(mail?.text).toContain(REASON);
      expect(await actionsOn(activity.id)).toMatchObject([
        { action: 'activity.reject', details: { reason } },
      ]);
    });

    it.each([
      ['what was public is withdrawn', {}, 'Retirada', 'retirada'],
      [
        ...([
          'what was held was never published',
          { status: 'held', holdKind: 'word', holdTerm: 'bono' },
        ] as const),
        ...(['No fue aprobada', 'rechazada'] as const),
      ],
    ] as const)('tells its owner which: %s', async (_, values, subject, verb) => {
      const { owner, activity } = await published(values);
      await act(activity.id, 'reject');
      await afterUndoWindow(here);
      expect(await subjectsTo(owner.user)).toEqual([`${subject}: ${activity.title}${WHEN}`]);
      expect((await bellOf(owner.user.id)).map(({ message }) => message)).toEqual([
        `«${activity.title}» fue ${verb}. Motivo: ${REASON}`,
      ]);
    });

    it('hides it at once from all but the owner and admins, on every process', async () => {
      const { owner, activity } = await published({ title: 'Olla escondida' });
      const url = `/api/tasks/${activity.id}`;
      const page = `/actividades/${activity.id}`;
      const feed = '/actividades.rss';
      const status = async (app: typeof here, path: string) => (await app.inject(path)).statusCode;
      for (const app of [here, there]) {
        await expect.poll(() => status(app, url)).toBe(200);
        expect(await status(app, page)).toBe(200);
        expect((await app.inject(feed)).body).toContain('Olla escondida');
      }
      expect((await act(activity.id, 'reject')).statusCode).toBe(200);
      for (const app of [here, there]) {
        await expect.poll(() => status(app, url), { interval: 5 }).toBe(404);
        await expect.poll(() => status(app, page), { interval: 5 }).toBe(404);
        expect((await app.inject('/api/tasks/search?q=olla')).json()).toEqual([]);
        expect((await app.inject(feed)).body).not.toContain('Olla escondida');
        expect(await status(app, `/actividades/${activity.id}.ics`)).toBe(404);
      }
      for (const { headers } of [owner, admin]) {
        const seen = await there.inject({ url, headers });
        expect(seen.json()).toMatchObject({ status: 'rejected', rejectionReason: REASON });
      }
      const others = [await signedIn(db), await signedIn(db, { role: 'superadmin' })];
      for (const { headers } of others) expect((await here.inject({ url, headers })).statusCode).toBe(404);
      const confirmation = { taskId: activity.id, name: 'Ana', email: 'ana@example.org' };
      const payload = { method: 'POST', url: '/api/attendances/confirm', payload: confirmation } as const;
      expect((await here.inject({ ...payload, headers: admin.headers })).statusCode).toBe(404);
    });

    it.each([
      [{}, ['Ingrese el motivo del rechazo']],
      [{ reason: ' \n ' }, ['Ingrese el motivo del rechazo']],
      [{ reason: '\u200b \u3164\u2060\u00ad' }, ['Ingrese el motivo del rechazo']],
      [{ reason: 7 }, ['Ingrese el motivo del rechazo']],
      [{ reason: 'a'.repeat(501) }, ['El motivo debe tener como máximo 500 caracteres']],
      [{ reason: REASON, currentStatus: 'rejected' }, ['«currentStatus» debe ser «pending» o «approved»']],
      [{ reason: REASON, currentStatus: null }, ['«currentStatus» debe ser «pending» o «approved»']],
    ])('requires a valid reason: %j', async (body, sentences) => {
      const { activity } = await published();
      const { status, code, message } = errorOf(await act(activity.id, 'reject', body));
      expect([status, code, [message].flat()]).toEqual([400, 'VALIDATION', sentences]);
      expect(await rowOf(activity.id)).toEqual(activity);
      expect(await actionsOn(activity.id)).toEqual([]);
    });
  });

  describe('a decided activity', () => {
    it.each([
      ['approved', 'approve', 'Esta actividad ya fue aprobada'],
      ['rejected', 'undo-approval', 'Esta actividad ya fue rechazada'],
      ['pending', 'undo-approval', 'Esta actividad está pendiente'],
      ['approved', 'reject', 'Esta actividad ya fue aprobada'],
      ['rejected', 'approve', 'Esta actividad ya fue rechazada'],
      ['rejected', 'reject', 'Esta actividad ya fue rechazada'],
      ['pending', 'undo-rejection', 'Esta actividad está pendiente'],
      ['approved', 'undo-rejection', 'Esta actividad ya fue aprobada'],
      [
        ...(['rejected', 'undo-rejection'] as const),
        'Ya le avisamos a quien la publicó, y no se puede deshacer: cuando la corrija, se revisa de nuevo',
      ],
    ] as const)('as %s stays so: %s', async (status, step, message) => {
      const rejectionReason = status === 'rejected' ? 'Otra razón' : null;
      const { owner, activity } = await published({ status, rejectionReason });
      expect(errorOf(await act(activity.id, step))).toEqual({ status: 409, code: 'CONFLICT', message });
      expect(await rowOf(activity.id)).toEqual(activity);
      expect([await bellOf(owner.user.id), await actionsOn(activity.id)]).toEqual([[], []]);
    });

    it('is decided and notified once by twenty concurrent requests', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { owner, activity } = await published();
        here.setNow(NOON);
        there.setNow(NOON);
        const replies = await concurrently(20, index =>
          act(activity.id, index % 2 === 0 ? 'approve' : 'reject', undefined, index % 3 === 0 ? here : there),
        );
        expect(tally(replies)).toEqual({ 200: 1, 409: 19 });
        const [action, ...more] = await actionsOn(activity.id);
        expect(more).toEqual([]);
        const status = action?.action === 'activity.approve' ? 'approved' : 'rejected';
        expect(await rowOf(activity.id)).toMatchObject({ status });
        await afterUndoWindow(here, there);
        expect(await bellOf(owner.user.id)).toHaveLength(1);
        expect(await emailsTo(db, owner.user.email)).toHaveLength(1);
      }
    });

    it('causes no fault while its owner edits and deletes it and the account is deleted', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { owner, activity } = await published();
        const { title, description, responsible, place, date } = activity;
        const payload = { title, description, responsible, place, date: date.toISOString() };
        const own = { url: `/api/tasks/${activity.id}`, headers: owner.headers };
        const account = { url: `/api/admin-panel/users/${owner.user.id}`, headers: admin.headers };
        const [decided, ...others] = await Promise.all([
          act(activity.id, 'reject'),
          here.inject({ method: 'PUT', ...own, payload }),
          there.inject({ method: 'DELETE', ...(round % 2 === 0 ? own : account) }),
        ]);
        expect([200, 404]).toContain(decided.statusCode);
        for (const reply of others) expect(reply.statusCode).toBeLessThan(500);
        expect(await actionsOn(activity.id)).toHaveLength(decided.statusCode === 200 ? 1 : 0);
      }
    });
  });

  describe.each<Step>(['approve', 'undo-approval', 'reject', 'undo-rejection'])('%s', step => {
    it('rejects unknown ids, without a log entry', async () => {
      const expected = { status: 404, code: 'NOT_FOUND', message: 'Actividad no encontrada' };
      expect(errorOf(await act(unknown, step))).toEqual(expected);
      expect(errorOf(await act('uno', step))).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(await actionsOn(unknown)).toEqual([]);
    });
  });
});

describe('undo rejection', async () => {
  // The two apps stand for two processes on one database.
  const database = await testDatabase();
  const here = await testApp({}, database);
  const there = await testApp({}, database);
  const { db } = here.platform;
  const admin = await signedIn(db, { role: 'admin' });
  const held = { status: 'held', holdKind: 'word', holdTerm: 'bono' } as const;

  const act = (id: string, step: string, payload?: object, app = here) => {
    const url = `/api/admin-panel/activities/${id}/${step}`;
    return app.inject({ method: 'PATCH', url, headers: admin.headers, ...(payload && { payload }) });
  };
  const reject = (id: string, currentStatus = 'pending', query = '') =>
    act(id, `reject${query}`, { reason: 'Falta el lugar', currentStatus });
  const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
  const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
  const subjectsTo = async (email: string | null) =>
    (await emailsTo(db, email ?? '')).map(({ subject }) => subject);

  async function pollAt(seconds: number): Promise<void> {
    for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + seconds * 1000));
    // Polls twice, since one process may look for recipients before the other stores them.
    for (let time = 0; time < 2; time += 1)
      await Promise.all([here, there].map(({ platform }) => pollNotifications(platform)));
  }

  async function attended(values: Parameters<typeof anActivity>[1] = {}) {
    const owner = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id, title: 'Siembra', ...values });
    const { email } = await anAttendance(db, { activityId: activity.id, email: (await aUser(db)).email });
    return {
      owner,
      activity,
      email,
      told: async () => [await bellOf(owner.user.id), await subjectsTo(email)],
    };
  }

  beforeEach(() => {
    for (const app of [here, there]) app.setNow(NOON);
  });

  it.each([
    ['pending', { status: 'pending' }],
    ['pending', held],
    ['approved', { status: 'approved', publishedAt: NOON }],
  ] as const)(
    'makes it %s again, as it was, without a word to its owner and attendees: %j',
    async (on, values) => {
      const { activity, told } = await attended(values);
      expect((await reject(activity.id, on)).json().status).toBe('rejected');
      await pollAt(14.999);
      const reply = await act(activity.id, 'undo-rejection');
      expect([reply.statusCode, reply.json().status, reply.json().rejectionReason]).toEqual([
        200,
        on,
        undefined,
      ]);
      // The calendar sequence increases, since calendars may have received the rejection.
      expect(await rowOf(activity.id)).toEqual({ ...activity, revision: activity.revision + 1 });
      await pollAt(60);
      expect(await told()).toEqual([[], []]);
      const actions = await db.select().from(auditLog).where(eq(auditLog.targetId, activity.id));
      expect(actions.map(({ action }) => action)).toEqual(['activity.reject', 'activity.undo-rejection']);
    },
  );

  it('an approval that the owner does not know of yet is told after the rejection was undone', async () => {
    const { activity, owner } = await attended();
    await act(activity.id, 'approve');
    await reject(activity.id, 'approved');
    here.setNow(new Date(NOON.getTime() + 14_000));
    expect((await act(activity.id, 'undo-rejection')).json().status).toBe('approved');
    await pollAt(20);
    expect(await subjectsTo(owner.user.email)).toEqual([`Aprobada: Siembra${WHEN}`]);
  });

  it('of a series restores those that were rejected with it', async () => {
    const first = await anOccurrence(db, { ownerId: (await aUser(db)).id });
    const rest = { ownerId: first.ownerId, seriesId: first.seriesId };
    const second = await anActivity(db, { ...rest, ...held, seriesIndex: 2 });
    await anActivity(db, { ...rest, status: 'approved', seriesIndex: 3 });
    const earlier = { status: 'rejected', rejectionReason: 'No' } as const;
    const fourth = await anActivity(db, { ...rest, ...earlier, seriesIndex: 4 });
    await reject(first.id, 'pending', '?scope=all');
    expect((await act(second.id, 'undo-rejection?scope=all')).statusCode).toBe(200);
    const statuses = await db
      .select()
      .from(activities)
      .where(eq(activities.seriesId, first.seriesId ?? ''));
    expect(
      statuses.sort((one, other) => (one.seriesIndex ?? 0) - (other.seriesIndex ?? 0)).map(row => row.status),
    ).toEqual(['pending', 'held', 'approved', 'rejected']);
    expect((await act(fourth.id, 'undo-rejection?scope=all')).statusCode).toBe(409);
    const [, , entry] = await db.select().from(auditLog).where(eq(auditLog.targetId, second.id));
    expect(entry).toBeUndefined();
  });

  it('happens once, and either it or the announcement, under concurrent requests', async () => {
    for (let round = 0; round < 6; round += 1) {
      for (const app of [here, there]) app.setNow(NOON);
      const { activity, told } = await attended();
      await reject(activity.id);
      // In every other round the clock of one process is ahead, so that it announces while the other undoes.
      if (round % 2 === 0) there.setNow(new Date(NOON.getTime() + 15_000));
      const [replies] = await Promise.all([
        concurrently(6, () => act(activity.id, 'undo-rejection')),
        pollNotifications(there.platform),
      ]);
      const undone = tally(replies)[200] ?? 0;
      expect(await rowOf(activity.id)).toMatchObject({ status: undone === 1 ? 'pending' : 'rejected' });
      await pollAt(3_700 * (round + 1));
      const count = 1 - undone;
      expect((await told()).map(one => one.length)).toEqual([count, count]);
    }
  });

  it('what was edited since is pending, and the rejection is not announced', async () => {
    const { activity, owner, told } = await attended();
    await reject(activity.id);
    const { title, description, responsible, place, date } = activity;
    const payload = { title, description, responsible, place, date: date.toISOString() };
    const url = `/api/tasks/${activity.id}`;
    await here.inject({ method: 'PUT', url, headers: owner.headers, payload });
    expect((await act(activity.id, 'undo-rejection')).statusCode).toBe(409);
    await pollAt(60);
    expect([await told(), await db.$count(dueWork, eq(dueWork.kind, REJECTIONS))]).toEqual([[[], []], 0]);
  });

  it('the attendees of what is deleted before the announcement are told of the deletion', async () => {
    const { activity, email, owner } = await attended();
    await reject(activity.id);
    const own = { url: `/api/tasks/${activity.id}`, headers: owner.headers };
    expect((await here.inject({ method: 'DELETE', ...own })).statusCode).toBe(204);
    await pollAt(60);
    expect(await subjectsTo(email)).toEqual([`Se canceló: Siembra${WHEN}`]);
  });

  it('a decision about reports ends the time to undo, and is what is announced', async () => {
    const { activity, owner } = await attended();
    await aReportCase(db, { targetId: activity.id, authorId: activity.ownerId, title: activity.title });
    await reject(activity.id);
    const url = `/api/admin-panel/reports/activity/${activity.id}`;
    const payload = { decision: 'hide', note: 'Vende de todo' };
    expect((await here.inject({ method: 'PATCH', url, headers: admin.headers, payload })).statusCode).toBe(
      200,
    );
    expect((await act(activity.id, 'undo-rejection')).statusCode).toBe(409);
    await pollAt(60);
    expect(await bellOf(owner.user.id)).toEqual([]);
    here.setNow(new Date(NOON.getTime() + 600_000));
    await processDue(here.platform, [reportEffects]);
    expect(await bellOf(owner.user.id)).toMatchObject([
      { message: expect.stringContaining('Vende de todo') },
    ]);
  });
});
