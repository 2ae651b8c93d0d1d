import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../test/factories.ts';
import { plainAttendance } from '../../../test/plain-attendance.ts';
import { errorOf } from '../../../test/requests.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { attendanceLinks, attendances } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
type Headers = Record<string, string>;

const cancel = (taskId: string, payload?: object, headers: Headers = {}) =>
  app.inject({
    method: 'DELETE',
    url: `/api/attendances/cancel/${taskId}`,
    headers,
    ...(payload && { payload }),
  });
const isStored = async (id: string) => (await db.$count(attendances, eq(attendances.id, id))) === 1;

const forbidden = { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' };
const unknownAttendance = { status: 404, code: 'NOT_FOUND', message: 'Asistencia no encontrada' };
const unknownActivity = { status: 404, code: 'NOT_FOUND', message: 'Actividad no encontrada' };

beforeEach(() => app.setNow(NOON));

describe('DELETE /attendances/cancel/{taskId} cancels', () => {
  it.each([['without a body', false] as const, ['with its e-mail', true] as const])(
    "a session's own, %s",
    async (_how, names) => {
      const { user, headers } = await signedIn(db);
      const mine = await anAttendance(db, { userId: user.id, email: user.email, name: 'Rosa' });
      const reply = await cancel(mine.activityId, names ? { email: user.email } : undefined, headers);
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        {
          deletedAttendance: {
            _id: mine.id,
            task: mine.activityId,
            taskId: mine.activityId,
            name: 'Rosa',
            email: user.email,
            user: user.id,
            ...plainAttendance,
            createdAt: NOON.toISOString(),
          },
        },
      ]);
      expect(await isStored(mine.id)).toBe(false);
      expect(errorOf(await cancel(mine.activityId, {}, headers))).toEqual(unknownAttendance);
    },
  );

  it("an attendance with the session's e-mail from before the account", async () => {
    const { user, headers } = await signedIn(db);
    const { attendance, activityId } = await aVisit(db, { email: user.email });
    expect((await cancel(activityId, {}, headers)).statusCode).toBe(200);
    expect(await isStored(attendance.id)).toBe(false);
  });

  it("a visitor's attendance by the cookie of the browser that confirmed it, with its links", async () => {
    const { attendance, activityId, email, proof } = await aVisit(db);
    expect((await cancel(activityId, { email: ` ${email.toUpperCase()}` }, proof)).statusCode).toBe(200);
    expect(await isStored(attendance.id)).toBe(false);
    expect(await db.$count(attendanceLinks, eq(attendanceLinks.attendanceId, attendance.id))).toBe(0);
    expect(errorOf(await cancel(activityId, { email }, proof))).toEqual(forbidden);
  });

  it('the newest of several that one browser confirmed, unless the body names one', async () => {
    const first = await aVisit(db);
    const { activityId, attendance } = first;
    const { proofHash } = attendance;
    const later = { activityId, proofHash, createdAt: new Date(NOON.getTime() + 1) };
    const second = await anAttendance(db, later);
    const third = await anAttendance(db, later);
    await cancel(activityId, { email: second.email }, first.proof);
    expect([await isStored(attendance.id), await isStored(second.id), await isStored(third.id)]).toEqual([
      true,
      false,
      true,
    ]);
    await cancel(activityId, undefined, first.proof);
    expect([await isStored(attendance.id), await isStored(third.id)]).toEqual([true, false]);
  });

  it("by a personal link's token, in any browser or session", async () => {
    const { headers, user } = await signedIn(db);
    const { attendance, activityId, token } = await aVisit(db);
    const own = await anAttendance(db, { activityId, email: user.email });
    expect((await cancel(activityId, { token }, headers)).json()).toMatchObject({
      deletedAttendance: { _id: attendance.id },
    });
    // A second press of the button does not cancel the session's own attendance.
    expect(errorOf(await cancel(activityId, { token }, headers))).toEqual(forbidden);
    expect(await isStored(own.id)).toBe(true);
  });

  it("a participant's attendance as the activity's owner", async () => {
    const { user, headers } = await signedIn(db);
    const { id: activityId } = await anActivity(db, { ownerId: user.id });
    const { id, email } = await anAttendance(db, { activityId });
    const bystander = await anAttendance(db, { activityId });
    expect((await cancel(activityId, { email }, headers)).statusCode).toBe(200);
    expect([await isStored(id), await isStored(bystander.id)]).toEqual([false, true]);
    expect(errorOf(await cancel(activityId, { email }, headers))).toEqual(unknownAttendance);
    expect(errorOf(await cancel(activityId, {}, headers))).toEqual(unknownAttendance);
  });

  it('attendances of past and rejected activities', async () => {
    const past = await anActivity(db, { date: new Date(NOON.getTime() - 1) });
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    for (const { id: activityId } of [past, rejected]) {
      const { proof } = await aVisit(db, { activityId });
      expect((await cancel(activityId, {}, proof)).statusCode).toBe(200);
    }
  });
});

describe('DELETE /attendances/cancel/{taskId} rejects', () => {
  it('all other requests alike, whether or not the attendance exists', async () => {
    const { attendance, activityId, email } = await aVisit(db);
    const otherActivity = await aVisit(db);
    const sameActivity = await aVisit(db, { activityId });
    const { headers } = await signedIn(db);
    const attempts: [object, Headers][] = [
      [{}, {}],
      [{}, otherActivity.proof],
      [{}, { cookie: `minga_visitor=${newToken()}` }],
      [{ token: otherActivity.token }, {}],
      [{ token: newToken() }, headers],
      [{ token: sameActivity.token, email }, {}],
      [{ token: hashToken('guess').toString('hex'), email }, sameActivity.proof],
    ];
    for (const address of [email, 'nadie@example.org']) {
      for (const caller of [{}, headers, otherActivity.proof, sameActivity.proof]) {
        attempts.push([{ email: address }, caller]);
      }
    }
    for (const [payload, caller] of attempts) {
      const reply = await cancel(activityId, payload, caller);
      expect([payload, errorOf(reply)]).toEqual([payload, forbidden]);
    }
    for (const { id } of [attendance, otherActivity.attendance, sameActivity.attendance]) {
      expect(await isStored(id)).toBe(true);
    }
  });

  it('an owner of another activity', async () => {
    const { user, headers } = await signedIn(db);
    await anActivity(db, { ownerId: user.id });
    const { attendance, activityId, email } = await aVisit(db);
    expect(errorOf(await cancel(activityId, { email }, headers))).toEqual(forbidden);
    expect(await isStored(attendance.id)).toBe(true);
  });

  it('unknown activities and those hidden from the caller with the same error', async () => {
    const { headers } = await signedIn(db);
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    const { email } = await aVisit(db, { activityId: rejected.id });
    for (const taskId of [UNKNOWN, rejected.id]) {
      for (const caller of [{}, headers]) {
        expect(errorOf(await cancel(taskId, undefined, caller))).toEqual(unknownActivity);
        expect(errorOf(await cancel(taskId, { email }, caller))).toEqual(unknownActivity);
      }
    }
  });

  it('a cross-site request', async () => {
    const { attendance, activityId, proof } = await aVisit(db);
    const reply = await cancel(activityId, {}, { ...proof, origin: 'https://evil.example' });
    expect(errorOf(reply)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
    expect(await isStored(attendance.id)).toBe(true);
  });

  it.each([
    ['uno', {}, 'Identificador no válido'],
    [UNKNOWN, { email: 'nadie' }, 'Correo electrónico no válido'],
    [UNKNOWN, { token: '' }, 'El enlace no está completo'],
    [UNKNOWN, { token: ['x'] }, 'El enlace no está completo'],
    [UNKNOWN, ['x'], 'No entendimos lo que enviaste'],
  ])('%s with %j', async (taskId, payload, message) => {
    const error = errorOf(await cancel(taskId, payload));
    expect([error.status, error.code, [error.message].flat()]).toEqual([400, 'VALIDATION', [message]]);
  });
});
