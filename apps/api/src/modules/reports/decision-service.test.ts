import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { collectives } from '../collectives/schema.ts';

const app = await testApp();
const { db } = app.platform;
const { decide, undo, activity, caseOf } = reportCalls(app);
const admin = await signedIn(db, { role: 'admin' });
const other = await signedIn(db, { role: 'admin' });
const UNKNOWN = '01980000-0000-7000-8000-000000000000';

async function reported(values: Parameters<typeof anActivity>[1] = {}) {
  const owner = await signedIn(db);
  const row = await anActivity(db, { ownerId: owner.user.id, ...values });
  await aReportCase(db, { targetId: row.id, authorId: row.ownerId, title: row.title });
  return { owner, ...row };
}
const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
const actionsOn = (id: string) =>
  db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);

beforeEach(() => app.setNow(NOON));

describe('deciding', () => {
  it.each(['hide', 'delete', 'ban'] as const)(
    'to %s hides the activity at once and sends no message yet',
    async decision => {
      const { id, owner } = await reported({ status: 'approved' });
      const reply = await decide(admin.headers, id, decision);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        {
          status: 'closed',
          target: { type: 'activity', id, status: 'rejected' },
          decision: {
            decision,
            note: 'Vende de todo',
            decidedAt: NOON.toISOString(),
            by: admin.user.username,
          },
          canUndoUntil: minutesLater(10).toISOString(),
        },
      ]);
      expect((await activity(id)).statusCode).toBe(404);
      expect(await rowOf(id)).toMatchObject({ rejectionReason: 'Vende de todo' });
      // A ban has ended the session of its author.
      expect((await activity(id, owner.headers)).statusCode).toBe(decision === 'ban' ? 404 : 200);
      expect(await emailsTo(db, owner.user.email)).toEqual([]);
      expect(await actionsOn(id)).toMatchObject([
        {
          actorId: admin.user.id,
          action: `report.${decision}`,
          targetType: 'activity',
          at: NOON,
          details: { reason: 'Vende de todo' },
        },
      ]);
    },
  );

  it('to hide makes an edit wait for an approval, whatever the moderation', async () => {
    const { id, owner } = await reported({ status: 'approved' });
    await decide(admin.headers, id, 'hide');
    const edit = {
      method: 'PUT' as const,
      url: `/api/tasks/${id}`,
      payload: { title: 'Siembra de árboles', date: '2026-12-20T14:00:00.000Z' },
    };
    expect((await app.inject({ ...edit, headers: owner.headers })).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'held', holdKind: 'report', holdTerm: '' });
    expect((await activity(id)).statusCode).toBe(404);
    const approve = { method: 'PATCH' as const, url: `/api/admin-panel/activities/${id}/approve` };
    expect((await app.inject({ ...approve, headers: admin.headers })).statusCode).toBe(200);
    expect((await activity(id)).statusCode).toBe(200);
  });

  it.each([{ status: 'pending' }, { status: 'approved', holdKind: 'word', holdTerm: 'rifa' }] as const)(
    'an undone decision to hide leaves %j',
    async values => {
      const { id } = await reported(values);
      await decide(admin.headers, id, 'hide');
      expect((await undo(admin.headers, id)).statusCode).toBe(200);
      expect(await rowOf(id)).toMatchObject({ holdKind: null, holdTerm: null, ...values });
    },
  );

  it('to dismiss leaves the target as it is', async () => {
    const { id } = await reported();
    expect((await decide(other.headers, id, 'dismiss')).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'pending' });
    expect(await caseOf(id)).toMatchObject({ status: 'closed', decision: 'dismiss', note: '' });
  });

  it('hides a collective and a memory', async () => {
    const collective = await aCollective(db);
    await aReportCase(db, {
      targetType: 'collective',
      targetId: collective.id,
      authorId: collective.ownerId,
    });
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id });
    await db
      .insert(activityMemories)
      .values({ activityId: id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
    await aReportCase(db, { targetType: 'memory', targetId: id });
    const visible = { text: 'Sembramos', images: [] };
    expect((await activity(id)).json().memory).toEqual(visible);
    expect((await activity(id, owner.headers)).json().memory).toEqual(visible);
    expect((await decide(admin.headers, collective.id, 'hide', 'collective')).json().target.status).toBe(
      'inactive',
    );
    expect((await decide(admin.headers, id, 'hide', 'memory')).json().target.status).toBe('hidden');
    expect((await app.inject({ url: `/api/collectives/${collective.slug}` })).statusCode).toBe(404);
    expect((await activity(id)).json().memory).toBeNull();
    // Organisers see the reason.
    expect((await activity(id, owner.headers)).json().memory).toEqual({
      ...visible,
      isHidden: true,
      hiddenReason: 'Vende de todo',
    });
    await undo(admin.headers, id, 'memory');
    expect((await activity(id, owner.headers)).json().memory).toEqual(visible);
  });

  it('happens once, of many attempts at the same time', async () => {
    const { id } = await reported();
    const replies = await concurrently(10, index =>
      decide(admin.headers, id, index % 2 === 0 ? 'hide' : 'dismiss'),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
    expect(await actionsOn(id)).toHaveLength(1);
    expect(errorOf(await decide(admin.headers, id, 'hide'))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Otra persona ya decidió este caso',
    });
  });

  it('rejects what is unknown, and a missing or long note', async () => {
    const { id } = await reported();
    expect(errorOf(await decide(admin.headers, UNKNOWN, 'hide'))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'Ese caso no existe',
    });
    expect((await decide(admin.headers, id, 'hide', 'memory')).statusCode).toBe(404);
    for (const [payload, message] of [
      [{ decision: 'hide', note: ' ' }, 'Escribe el motivo: se lo diremos a quien lo publicó'],
      [{ decision: 'ban' }, 'Escribe el motivo: se lo diremos a quien lo publicó'],
      [{ decision: 'dismiss', note: 'a'.repeat(501) }, 'La nota debe tener como máximo 500 caracteres'],
      [{ note: 'x' }, 'Elige qué hacer: «dismiss», «hide», «delete» o «ban»'],
    ] as const) {
      const url = `/api/admin-panel/reports/activity/${id}`;
      const reply = await app.inject({ method: 'PATCH', url, headers: admin.headers, payload });
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
    }
    expect(await rowOf(id)).toMatchObject({ status: 'pending' });
    const wrong = await app.inject({ url: '/api/admin-panel/reports?status=x', headers: admin.headers });
    expect(errorOf(wrong)).toMatchObject({ message: ['El estado debe ser «open» o «closed»'] });
  });

  it.each(['admin', 'superadmin'] as const)('does not ban the account of an %s, but hides', async role => {
    const owner = await aUser(db, { role });
    const { id } = await reported({ ownerId: owner.id });
    expect(errorOf(await decide(admin.headers, id, 'ban'))).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: 'Las cuentas de administración no se desactivan desde aquí',
    });
    expect(await rowOf(id)).toMatchObject({ status: 'pending' });
    expect((await decide(admin.headers, id, 'hide')).statusCode).toBe(200);
  });
});

describe('undoing', () => {
  it('opens the case again, with the target as it was', async () => {
    for (const status of ['pending', 'approved'] as const) {
      const { id } = await reported({ status });
      await decide(admin.headers, id, 'delete');
      app.setNow(new Date(minutesLater(10).getTime() - 1));
      const reply = await undo(other.headers, id);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        { status: 'open', target: { status }, decision: null, canUndoUntil: null },
      ]);
      expect((await activity(id)).statusCode).toBe(200);
      expect((await actionsOn(id)).map(({ action }) => action)).toEqual(['report.delete', 'report.undo']);
      app.setNow(NOON);
    }
  });

  it('shows a collective and a memory again', async () => {
    const { id, ...collective } = await aCollective(db, { status: 'held' });
    await aReportCase(db, { targetType: 'collective', targetId: id, authorId: collective.ownerId });
    await decide(admin.headers, id, 'hide', 'collective');
    await undo(admin.headers, id, 'collective');
    const [row] = await db.select().from(collectives).where(eq(collectives.id, id));
    expect(row?.status).toBe('held');
    const { id: activityId } = await anActivity(db);
    await db
      .insert(activityMemories)
      .values({ activityId, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
    await aReportCase(db, { targetType: 'memory', targetId: activityId });
    await decide(admin.headers, activityId, 'delete', 'memory');
    await undo(admin.headers, activityId, 'memory');
    expect((await activity(activityId)).json().memory).toEqual({ text: 'Sembramos', images: [] });
  });

  it('leaves what its organiser has changed since', async () => {
    const { id, owner } = await reported({ status: 'approved' });
    await decide(admin.headers, id, 'hide');
    const payload = { title: 'Corregida', date: '2026-12-20T14:00:00.000Z' };
    await app.inject({ method: 'PUT', url: `/api/tasks/${id}`, headers: owner.headers, payload });
    await undo(admin.headers, id);
    expect(await rowOf(id)).toMatchObject({ title: 'Corregida', status: 'held' });
  });

  it('is too late after ten minutes, and for an open, an unknown or a deleted one', async () => {
    const TOO_LATE = 'Ya no se puede deshacer: pasaron los diez minutos y les avisamos a las personas';
    const { id, owner } = await reported();
    expect(errorOf(await undo(admin.headers, id))).toMatchObject({ status: 409, message: TOO_LATE });
    await decide(admin.headers, id, 'hide');
    app.setNow(minutesLater(10));
    expect(errorOf(await undo(admin.headers, id))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: TOO_LATE,
    });
    expect(errorOf(await undo(admin.headers, UNKNOWN))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    app.setNow(NOON);
    await app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers: owner.headers });
    expect(errorOf(await undo(admin.headers, id))).toMatchObject({
      status: 409,
      message: 'Lo reportado ya no existe',
    });
  });
});
