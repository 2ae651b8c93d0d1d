import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { reports } from './schema.ts';

describe('report', async () => {
  const app = await testApp();
  const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
  const { db } = app.platform;
  const { report, decide, caseOf, afterUndoWindow } = reportCalls(app);
  const admin = await signedIn(db, { role: 'admin' });

  const activity = (id: string) => ({ type: 'activity', id }) as const;
  const reportsAbout = async (id: string) => {
    const one = await caseOf(id);
    return db
      .select()
      .from(reports)
      .where(eq(reports.caseId, one?.id ?? id));
  };
  const UNKNOWN = '01980000-0000-7000-8000-000000000000';

  beforeEach(() => app.setNow(NOON));

  describe('a report', () => {
    it('of a visitor or an account is stored, and thanked for', async () => {
      const { id, ownerId, title } = await anActivity(db);
      const { user, headers } = await signedIn(db);
      const reply = await report(activity(id), { text: 'Pide plata\r\npor adelantado', reason: 'fraude' });
      expect([reply.statusCode, reply.json()]).toEqual([
        202,
        { message: 'Gracias por avisarnos: lo revisaremos pronto.' },
      ]);
      expect((await report(activity(id.toUpperCase()), { headers })).statusCode).toBe(202);
      expect(await caseOf(id)).toMatchObject({
        targetType: 'activity',
        title,
        authorId: ownerId,
        status: 'open',
        reports: 2,
        openedAt: NOON,
      });
      expect(await reportsAbout(id)).toMatchObject([
        { reporterId: null, reason: 'fraude', text: 'Pide plata\npor adelantado', createdAt: NOON },
        { reporterId: user.id, reason: 'spam', text: '' },
      ]);
    });

    it('of an account counts once: a second one replaces the first', async () => {
      const { id } = await anActivity(db);
      const { headers } = await signedIn(db);
      const replies = await concurrently(8, () => report(activity(id), { headers }));
      expect(tally(replies)).toEqual({ 202: 8 });
      await report(activity(id), { headers, reason: 'odio', text: 'Insulta' });
      expect(await reportsAbout(id)).toMatchObject([{ reason: 'odio', text: 'Insulta' }]);
      expect(await caseOf(id)).toMatchObject({ reports: 1 });
    });

    it('of many at once loses none', async () => {
      const { id } = await anActivity(db);
      expect(tally(await concurrently(20, () => report(activity(id))))).toEqual({ 202: 20 });
      expect(await caseOf(id)).toMatchObject({ reports: 20, round: 1 });
    });

    it('may be about a collective or a memory', async () => {
      const collective = await aCollective(db);
      const { id } = await anActivity(db);
      await db
        .insert(activityMemories)
        .values({ activityId: id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
      expect((await report({ type: 'collective', id: collective.id })).statusCode).toBe(202);
      expect((await report({ type: 'memory', id })).statusCode).toBe(202);
      expect(await caseOf(collective.id, 'collective')).toMatchObject({
        title: collective.name,
        authorId: collective.ownerId,
      });
      expect(await caseOf(id, 'memory')).toMatchObject({ reports: 1 });
      expect(await caseOf(id)).toBeUndefined();
    });

    it('opens the next round of a dismissed case; one within the ten minutes belongs to the decision', async () => {
      const { id } = await anActivity(db);
      const { headers } = await signedIn(db);
      await report(activity(id), { headers });
      await decide(admin.headers, id, 'dismiss');
      await report(activity(id));
      expect(await caseOf(id)).toMatchObject({ status: 'closed', reports: 2, round: 1 });
      await afterUndoWindow();
      app.setNow(minutesLater(60));
      await report(activity(id), { headers, reason: 'peligro' });
      expect(await caseOf(id)).toMatchObject({
        status: 'open',
        round: 2,
        reports: 1,
        openedAt: minutesLater(60),
        closedAt: null,
        decision: 'dismiss',
      });
      expect(await reportsAbout(id)).toHaveLength(2);
    });
  });

  describe('is rejected', () => {
    it.each([
      ['no target', { reason: 'spam' }, 'Indica qué quieres reportar'],
      [
        'an unknown kind of target',
        { target: { type: 'user', id: UNKNOWN }, reason: 'spam' },
        'El tipo debe ser «activity», «collective» o «memory»',
      ],
      ['a wrong id', { target: { type: 'activity', id: '7' }, reason: 'spam' }, 'Identificador no válido'],
      ['an unknown reason', { target: activity(UNKNOWN), reason: 'feo' }, 'Elige el motivo del reporte'],
      [
        'a long text',
        { target: activity(UNKNOWN), reason: 'otro', text: 'a'.repeat(501) },
        'El texto debe tener como máximo 500 caracteres',
      ],
    ])('with %s', async (_label, payload, message) => {
      const reply = await app.inject({ method: 'POST', url: '/api/reports', payload });
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
    });

    it('about what the caller does not see', async () => {
      const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const inactive = await aCollective(db, { status: 'inactive' });
      const { id } = await anActivity(db);
      for (const [target, message] of [
        [activity(UNKNOWN), 'Actividad no encontrada'],
        [activity(hidden.id), 'Actividad no encontrada'],
        [{ type: 'collective', id: UNKNOWN }, 'Colectivo no encontrado'],
        [{ type: 'collective', id: inactive.id }, 'Colectivo no encontrado'],
        [{ type: 'memory', id }, 'Esta actividad no tiene memoria'],
        [{ type: 'memory', id: UNKNOWN }, 'Esta actividad no tiene memoria'],
      ] as const)
        expect(errorOf(await report(target))).toEqual({ status: 404, code: 'NOT_FOUND', message });
      expect(await caseOf(hidden.id)).toBeUndefined();
    });

    it('about what the caller organises', async () => {
      const { user, headers } = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: user.id });
      const collective = await aCollective(db);
      await aMember(db, { teamId: collective.id, userId: user.id, role: 'organizer' });
      for (const target of [activity(id), { type: 'collective', id: collective.id } as const])
        expect(errorOf(await report(target, { headers }))).toEqual({
          status: 409,
          code: 'CONFLICT',
          message: 'Esto lo organizas tú: puedes corregirlo o eliminarlo directamente',
        });
      expect(await caseOf(id)).toBeUndefined();
    });

    it('after ten of one origin in an hour', async () => {
      const { id } = await anActivity(limited.platform.db);
      const calls = reportCalls(limited);
      const replies = await concurrently(12, () => calls.report(activity(id)));
      expect(tally(replies)).toEqual({ 202: 10, 429: 2 });
      const rejected = replies.find(({ statusCode }) => statusCode === 429);
      expect(rejected?.json().message).toMatch(/^Ya enviaste varios reportes, gracias\. Espera 60 minutos/);
      expect(await calls.caseOf(id)).toMatchObject({ reports: 10 });
    });
  });

  it('is closed with its target, which is deleted by its owner', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    const collective = await aCollective(db, { ownerId: user.id });
    const memory = await anActivity(db, { ownerId: user.id, date: new Date('2026-11-01T14:00:00.000Z') });
    await db
      .insert(activityMemories)
      .values({ activityId: memory.id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
    await report(activity(id));
    await report({ type: 'collective', id: collective.id });
    await report({ type: 'memory', id: memory.id });
    await app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers });
    await app.inject({ method: 'DELETE', url: `/api/collectives/${collective.slug}`, headers });
    await app.inject({
      method: 'PUT',
      url: `/api/tasks/${memory.id}/memory`,
      headers,
      payload: { text: '', keep: [] },
    });
    for (const one of [
      await caseOf(id),
      await caseOf(collective.id, 'collective'),
      await caseOf(memory.id, 'memory'),
    ])
      expect(one).toMatchObject({ status: 'closed', closedAt: NOON, decision: null });
    expect(errorOf(await decide(admin.headers, id, 'hide'))).toMatchObject({
      status: 409,
      message: 'Lo reportado ya no existe',
    });
  });

  it('stays without its reporter, and goes with the account that it is about', async () => {
    const [reporter, author] = [await signedIn(db), await signedIn(db)];
    const { id } = await anActivity(db);
    const { id: own } = await anActivity(db, { ownerId: author.user.id });
    await report(activity(id), { headers: reporter.headers, text: 'Insulta' });
    await aReportCase(db, { targetId: own, authorId: author.user.id });
    const data = await app.inject({ url: '/api/auth/data', headers: reporter.headers });
    expect(data.json().reports).toMatchObject([
      { target: { type: 'activity', id }, reason: 'spam', text: 'Insulta', createdAt: NOON.toISOString() },
    ]);
    for (const { user } of [reporter, author])
      expect(
        (
          await app.inject({
            method: 'DELETE',
            url: `/api/admin-panel/users/${user.id}`,
            headers: admin.headers,
          })
        ).statusCode,
      ).toBe(204);
    expect(await reportsAbout(id)).toMatchObject([{ reporterId: null, text: 'Insulta' }]);
    expect(await caseOf(own)).toBeUndefined();
  });
});

describe('appeal', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { report, decide, undo, appeal, cases, activity, caseOf, afterUndoWindow } = reportCalls(app);
  const admin = await signedIn(db, { role: 'admin' });

  const titlesOf = async (userId: string) =>
    (await db.select().from(notifications).where(eq(notifications.userId, userId))).map(({ title }) => title);
  const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
  const reject = (id: string, currentStatus = 'approved') =>
    app.inject({
      method: 'PATCH',
      url: `/api/admin-panel/activities/${id}/reject`,
      headers: admin.headers,
      payload: { reason: 'Falta el lugar', currentStatus },
    });

  async function hidden() {
    const owner = await signedIn(db);
    const row = await anActivity(db, { ownerId: owner.user.id, status: 'approved' });
    await aReportCase(db, { targetId: row.id, authorId: row.ownerId, title: row.title });
    await decide(admin.headers, row.id, 'hide');
    return { owner, ...row };
  }

  beforeEach(() => app.setNow(NOON));

  describe('an appeal', () => {
    it('opens the case again, before those with more reports', async () => {
      const { id, owner } = await hidden();
      await afterUndoWindow();
      await aReportCase(db, { targetId: (await anActivity(db)).id, reports: 9 });
      expect((await activity(id, owner.headers)).json().appeal).toBe('possible');
      const reply = await appeal(owner.headers, id, ' Ya dice\r\ndónde es ');
      const at = minutesLater(10).toISOString();
      expect([reply.statusCode, reply.json()]).toEqual([201, { text: 'Ya dice\ndónde es', at }]);
      expect((await activity(id, owner.headers)).json().appeal).toBe('sent');
      expect((await cases(admin.headers)).json()[0]).toMatchObject({
        status: 'open',
        target: { id, status: 'rejected' },
        reports: 1,
        openedAt: at,
        appeal: { text: 'Ya dice\ndónde es', at },
        decision: { decision: 'hide', note: 'Vende de todo', by: admin.user.username },
      });
      const stats = await app.inject({ url: '/api/admin-panel/reports/stats', headers: admin.headers });
      expect(stats.json()).toEqual({ openCases: 2, openAppeals: 1 });
      const actions = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
      expect(actions.at(-1)).toMatchObject({ actorId: owner.user.id, action: 'report.appeal' });
    });

    it('that is accepted publishes the activity again and tells its author', async () => {
      const { id, owner } = await hidden();
      await afterUndoWindow();
      await appeal(owner.headers, id);
      app.setNow(NOON);
      expect((await decide(admin.headers, id, 'dismiss')).json().target.status).toBe('approved');
      expect((await activity(id)).statusCode).toBe(200);
      await undo(admin.headers, id);
      expect(await rowOf(id)).toMatchObject({ status: 'rejected', rejectionReason: 'Vende de todo' });
      expect(await caseOf(id)).toMatchObject({ status: 'open', hasAppeal: true, decision: 'hide' });
      await decide(admin.headers, id, 'dismiss');
      await afterUndoWindow();
      expect(await titlesOf(owner.user.id)).toEqual([
        'Actividad retirada',
        'Volvimos a publicar tu actividad',
      ]);
      expect((await activity(id)).statusCode).toBe(200);
    });

    it('that is not accepted is the last one, until a further decision', async () => {
      const { id, owner } = await hidden();
      await afterUndoWindow();
      await appeal(owner.headers, id);
      app.setNow(NOON);
      await decide(admin.headers, id, 'hide');
      await afterUndoWindow();
      expect(await titlesOf(owner.user.id)).toEqual([
        'Actividad retirada',
        'Revisamos de nuevo tu actividad',
      ]);
      expect(errorOf(await appeal(owner.headers, id))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'Ya pediste que la revisen de nuevo, y se puede pedir una sola vez',
      });
      const payload = { title: 'Corregida', date: '2026-12-20T14:00:00.000Z' };
      await app.inject({ method: 'PUT', url: `/api/tasks/${id}`, headers: owner.headers, payload });
      await reject(id, 'pending');
      app.setNow(minutesLater(11));
      await pollNotifications(app.platform);
      expect((await activity(id, owner.headers)).json().appeal).toBe('possible');
      expect((await appeal(owner.headers, id)).statusCode).toBe(201);
    });

    it('within the ten minutes replaces the undo: no message was sent, and the next decision sends it', async () => {
      const { id, owner } = await hidden();
      expect((await appeal(owner.headers, id)).statusCode).toBe(201);
      expect((await undo(admin.headers, id)).statusCode).toBe(409);
      await afterUndoWindow();
      expect(await titlesOf(owner.user.id)).toEqual([]);
      app.setNow(NOON);
      await decide(admin.headers, id, 'delete');
      await afterUndoWindow();
      expect(await titlesOf(owner.user.id)).toEqual(['Eliminamos algo que publicaste']);
      expect((await activity(id)).json()).toMatchObject({ code: 'DELETED' });
    });

    it('against a rejection without reports makes a case that says why it was rejected', async () => {
      const { user, headers } = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: user.id, status: 'approved' });
      await reject(id);
      app.setNow(minutesLater(1));
      await appeal(headers, id);
      const [first] = (await cases(admin.headers))
        .json()
        .filter((one: { target: { id: string } }) => one.target.id === id);
      expect(first).toMatchObject({
        reports: 0,
        reasons: [],
        latestReports: [],
        author: { _id: user.id, casesAgainst: 0 },
        decision: {
          decision: 'hide',
          note: 'Falta el lugar',
          by: admin.user.username,
          decidedAt: NOON.toISOString(),
        },
      });
    });

    it('is sent once, of many at the same time', async () => {
      const { id, owner } = await hidden();
      expect(tally(await concurrently(8, () => appeal(owner.headers, id)))).toEqual({ 201: 1, 409: 7 });
    });

    it('may come from an organiser of the team, and again after a further round', async () => {
      const { id, owner } = await hidden();
      const helper = await signedIn(db);
      await aMember(db, { teamId: id, userId: helper.user.id, role: 'organizer' });
      expect((await appeal(helper.headers, id)).statusCode).toBe(201);
      await decide(admin.headers, id, 'dismiss');
      await afterUndoWindow();
      await report({ type: 'activity', id });
      app.setNow(NOON);
      await decide(admin.headers, id, 'hide');
      expect((await activity(id, owner.headers)).json().appeal).toBe('possible');
      expect((await appeal(owner.headers, id)).statusCode).toBe(201);
    });
  });

  describe('an appeal is rejected', () => {
    it('while the activity is public, and without a text', async () => {
      const { user, headers } = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: user.id });
      expect(errorOf(await appeal(headers, id))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'Solo se puede pedir otra revisión mientras la actividad está oculta',
      });
      for (const [text, message] of [
        ['\u200b', 'Cuéntanos por qué debería volver a publicarse'],
        ['a'.repeat(501), 'El texto debe tener como máximo 500 caracteres'],
      ] as const)
        expect(errorOf(await appeal(headers, id, text))).toMatchObject({ status: 400, message: [message] });
      expect((await activity(id, headers)).json()).not.toHaveProperty('appeal');
    });

    it('from those who may not edit it', async () => {
      const { id } = await hidden();
      const door = await signedIn(db);
      await aMember(db, { teamId: id, userId: door.user.id, role: 'door' });
      // Neither sees the hidden activity.
      for (const { headers } of [door, await signedIn(db)])
        expect((await appeal(headers, id)).statusCode).toBe(404);
      expect((await activity(id, door.headers)).statusCode).toBe(404);
      expect((await appeal({}, id)).statusCode).toBe(401);
      expect(await caseOf(id)).toMatchObject({ status: 'closed', appealText: null });
    });
  });
});
