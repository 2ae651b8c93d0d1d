import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { activities } from '../activities/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { pollNotifications } from '../notifications/jobs.ts';
import { notifications } from '../notifications/schema.ts';

const app = await testApp();
const { db } = app.platform;
const { report, decide, undo, appeal, cases, activity, caseOf, afterUndoWindow } = reportCalls(app);
const admin = await signedIn(db, { role: 'admin' });

const titlesOf = async (userId: string) =>
  (await db.select().from(notifications).where(eq(notifications.userId, userId))).map(({ title }) => title);
const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
const reject = (id: string, currentStatus = 'approved') =>
  app.inject({
    ...{ method: 'PATCH', url: `/api/admin-panel/activities/${id}/reject`, headers: admin.headers },
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
      ...{ status: 'open', target: { id, status: 'rejected' }, reports: 1, openedAt: at },
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
    expect(await titlesOf(owner.user.id)).toEqual(['Actividad retirada', 'Volvimos a publicar tu actividad']);
    expect((await activity(id)).statusCode).toBe(200);
  });

  it('that is not accepted is the last one, until a further decision', async () => {
    const { id, owner } = await hidden();
    await afterUndoWindow();
    await appeal(owner.headers, id);
    app.setNow(NOON);
    await decide(admin.headers, id, 'hide');
    await afterUndoWindow();
    expect(await titlesOf(owner.user.id)).toEqual(['Actividad retirada', 'Revisamos de nuevo tu actividad']);
    expect(errorOf(await appeal(owner.headers, id))).toEqual({
      ...{
        status: 409,
        code: 'CONFLICT',
        message: 'Ya pediste que la revisen de nuevo, y se puede pedir una sola vez',
      },
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
      ...{ reports: 0, reasons: [], latestReports: [], author: { _id: user.id, casesAgainst: 0 } },
      decision: {
        ...{
          decision: 'hide',
          note: 'Falta el lugar',
          by: admin.user.username,
          decidedAt: NOON.toISOString(),
        },
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
      ...{
        status: 409,
        code: 'CONFLICT',
        message: 'Solo se puede pedir otra revisión mientras la actividad está oculta',
      },
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
    expect(errorOf(await appeal(door.headers, id))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await activity(id, door.headers)).json()).not.toHaveProperty('appeal');
    expect((await appeal((await signedIn(db)).headers, id)).statusCode).toBe(404);
    expect((await appeal({}, id)).statusCode).toBe(401);
    expect(await caseOf(id)).toMatchObject({ status: 'closed', appealText: null });
  });
});
