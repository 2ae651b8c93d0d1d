import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls, linkIn } from '../../../../test/attendance-calls.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { plainAttendance } from '../../../../test/plain-attendance.ts';
import { cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../../test/sent-emails.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { activities } from '../../activities/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { attendanceLinks, attendances } from '../schema.ts';
import { pollOffers } from './service.ts';

describe('offers', async () => {
  const app = await testApp();
  const { db } = app.platform;
  type Headers = Record<string, string>;
  const HOUR_MS = 60 * 60 * 1000;
  const after = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
  const OFFER_OVER = { status: 409, code: 'OFFER_OVER', message: 'El cupo ya pasó a otra persona' };

  beforeEach(() => app.setNow(NOON));

  const { send, confirm, listed, stateOf, organised, placesOf, edit, waiting } = attendanceCalls(app);

  describe('a free place', () => {
    it('is offered at once to the earliest party that fits, by e-mail and in the bell; the larger one keeps its turn', async () => {
      const { id, owner } = await organised({ capacity: 2 });
      const holders = [await aVisit(db, { activityId: id }), await aVisit(db, { activityId: id })];
      const { user, headers } = await signedIn(db);
      const large = await confirm(id, { companions: 1 });
      await confirm(id, { email: user.email }, headers);
      await send('DELETE', `/attendances/cancel/${id}`, { token: holders[0]?.token });
      expect(await stateOf(id, headers)).toEqual({
        isAttending: false,
        status: 'offered',
        position: null,
        offerExpiresAt: '2026-11-23T15:00:00.000Z',
        askedAgainAt: null,
        reconfirmed: null,
      });
      expect(await stateOf(id, cookieOf(large))).toMatchObject({ status: 'waiting', position: 1 });
      expect(await placesOf(id)).toEqual({ taken: 2, free: 0, waiting: 2 });
      const email = (await emailsTo(db, user.email)).at(-1);
      expect(email?.subject).toMatch(new RegExp(`^Hay un cupo para ti: Actividad \\d+${WHEN}$`));
      expect(email?.text).toContain('hasta el lunes, 23 de noviembre de 2026, 10:00');
      const bell = await db.select().from(notifications).where(eq(notifications.userId, user.id));
      expect(bell).toMatchObject([{ type: 'place', title: 'Hay un cupo para ti', taskId: id }]);
      const shown = (await listed(id, owner)) as { status: string }[];
      expect(shown.map(({ status }) => status)).toEqual(['confirmed', 'offered', 'waiting']);
    });

    it('is offered at once also behind a party that fits until those before it have their places', async () => {
      const { id, owner } = await organised({ capacity: 3 });
      await aVisit(db, { activityId: id, companions: 2 });
      for (const companions of [0, 0, 2, 0]) await confirm(id, { companions });
      await edit(id, owner, { capacity: 6 });
      const shown = (await listed(id, owner)) as { status: string; companions: number }[];
      expect(shown.map(({ status, companions }) => [status, companions])).toEqual([
        ['confirmed', 2],
        ...Array.from({ length: 3 }, () => ['offered', 0]),
        ['waiting', 2],
      ]);
    });

    it.each(['removal', 'bulk removal', 'fewer companions', 'capacity', 'no capacity'])(
      'comes from: %s',
      async how => {
        const { id, owner, proof } = await waiting();
        const [holder] = (await listed(id, owner)) as { _id: string; email: string }[];
        const attendanceId = holder?._id ?? '';
        if (how === 'fewer companions') {
          await db.update(activities).set({ capacity: 3 }).where(eq(activities.id, id));
          await db.update(attendances).set({ companions: 2 }).where(eq(attendances.id, attendanceId));
        }
        const actions: Record<string, () => Promise<{ statusCode: number }>> = {
          removal: () => send('DELETE', `/attendances/${attendanceId}`, {}, owner),
          'bulk removal': () => send('POST', `/attendances/${id}/removals`, { ids: [attendanceId] }, owner),
          'fewer companions': () =>
            send('PUT', `/attendances/party/${id}`, { attendanceId, companions: 0 }, owner),
          capacity: () => edit(id, owner, { capacity: 2 }),
          'no capacity': () => edit(id, owner, { capacity: null }),
        };
        expect((await actions[how]?.())?.statusCode).toBeLessThan(300);
        expect(await stateOf(id, proof)).toMatchObject({ status: 'offered' });
      },
    );

    it.each([
      ['of an activity that has begun', { date: after(1) }, after(1)],
      ['of a rejected activity', { status: 'rejected' as const, rejectionReason: 'No' }, NOON],
    ])('%s is not offered', async (_what, values, now) => {
      const { id, free, attendanceId } = await waiting();
      await db.update(activities).set(values).where(eq(activities.id, id));
      app.setNow(now);
      await free();
      await pollOffers(app.platform);
      const [row] = await db.select().from(attendances).where(eq(attendances.id, attendanceId));
      expect(row?.status).toBe('waiting');
    });

    it('of an account that is deleted is offered in the same transaction', async () => {
      const { id } = await organised({ capacity: 1 });
      const password = 'hormiga colorada 42';
      const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
      await confirm(id, { email: user.email }, headers);
      const next = await confirm(id);
      const past = await anAttendance(db, {
        userId: user.id,
        email: user.email,
        activityId: (await anActivity(db, { date: after(-1) })).id,
      });
      const deletion = await send('DELETE', '/auth/account', { password, confirmation: 'ELIMINAR' }, headers);
      expect(deletion.statusCode).toBeLessThan(300);
      expect(await stateOf(id, cookieOf(next))).toMatchObject({ status: 'offered' });
      expect(await placesOf(past.activityId)).toMatchObject({ taken: 1 });
    });

    it('that became free in another way is offered to those who wait before a newcomer gets it', async () => {
      const { id, proof } = await waiting();
      await db
        .delete(attendances)
        .where(and(eq(attendances.activityId, id), eq(attendances.status, 'confirmed')));
      expect((await confirm(id)).json()).toMatchObject({ status: 'waiting', position: 1 });
      expect(await stateOf(id, proof)).toMatchObject({ status: 'offered' });
    });
  });

  // docs/rules.md R10.6
  describe('an offer', () => {
    async function offered(values = {}) {
      const party = await waiting(values);
      await party.free();
      const token = linkIn((await emailsTo(db, party.email)).at(-1)?.text);
      const answer = (payload: object, headers: Headers = {}) =>
        send('POST', `/attendances/offer/${party.id}`, payload, headers);
      return { ...party, token, answer };
    }

    it('is accepted once, by the link of its e-mail; a second yes changes nothing', async () => {
      const { id, user, email, token, answer } = await offered();
      const [first, second] = [await answer({ accept: true, token }), await answer({ accept: true, token })];
      for (const reply of [first, second]) {
        expect(reply.statusCode).toBe(200);
        expect(reply.json()).toMatchObject({ status: 'confirmed', position: null, offerExpiresAt: null });
      }
      expect((await emailsTo(db, email)).map(({ subject }) => subject)).toEqual([
        `Estás en lista de espera${WHEN}`,
        `Hay un cupo para ti en una actividad${WHEN}`,
        `Vas a una actividad${WHEN}`,
      ]);
      const bell = await db.select().from(notifications).where(eq(notifications.userId, user.id));
      expect(bell.filter(({ type }) => type === 'attendance')).toHaveLength(1);
      expect(await placesOf(id)).toEqual({ taken: 1, free: 0, waiting: 0 });
    });

    it('is accepted by the browser that confirmed, and by the organiser by id', async () => {
      const one = await offered();
      expect((await one.answer({ accept: true }, one.proof)).json()).toMatchObject({ status: 'confirmed' });
      const other = await offered();
      const byId = { accept: true, attendanceId: other.attendanceId };
      expect(errorOf(await other.answer(byId, one.owner))).toMatchObject({ status: 403 });
      expect((await other.answer(byId, other.owner)).json()).toMatchObject({ status: 'confirmed' });
    });

    it('that is declined goes to the next party, and the first leaves the list', async () => {
      const { id, answer, token, attendanceId } = await offered();
      const next = await confirm(id);
      const reply = await answer({ accept: false, token });
      expect(reply.json()).toMatchObject({ deletedAttendance: { _id: attendanceId } });
      expect(await stateOf(id, cookieOf(next))).toMatchObject({ status: 'offered' });
      expect(errorOf(await answer({ accept: true, token }))).toEqual(OFFER_OVER);
    });

    it('that expires goes to the next party, and the first is told how to queue again', async () => {
      const { id, answer, token, email, proof } = await offered();
      const next = await confirm(id);
      app.setNow(new Date('2026-11-23T14:59:59.000Z'));
      await pollOffers(app.platform);
      expect(await stateOf(id, proof)).toMatchObject({ status: 'offered' });
      app.setNow(new Date('2026-11-23T15:00:00.000Z'));
      expect(errorOf(await answer({ accept: true, token }))).toEqual(OFFER_OVER);
      await pollOffers(app.platform);
      expect(await stateOf(id, proof)).toMatchObject({ status: null });
      expect(await stateOf(id, cookieOf(next))).toMatchObject({ status: 'offered' });
      const missed = (await emailsTo(db, email)).at(-1);
      expect(missed?.subject).toBe(`El cupo pasó a otra persona${WHEN}`);
      expect(missed?.text).toContain(`/actividades/${id}`);
      for (const accept of [true, false]) {
        expect(errorOf(await answer({ accept, token }))).toEqual(OFFER_OVER);
        expect(errorOf(await answer({ accept }, proof))).toEqual(OFFER_OVER);
      }
    });

    it('is accepted with what is asked since, in addition to the earlier answers', async () => {
      const first = { _id: randomUUID(), label: 'Edad', kind: 'text' as const, options: [], required: true };
      const second = { ...first, _id: randomUUID(), label: 'Alergias' };
      const { id } = await organised({ capacity: 1, questions: [first] });
      const holder = await aVisit(db, { activityId: id });
      const party = await confirm(id, { answers: [{ questionId: first._id, value: '30' }] });
      await db
        .update(activities)
        .set({ questions: [first, second] })
        .where(eq(activities.id, id));
      await send('DELETE', `/attendances/cancel/${id}`, { token: holder.token });
      const answers = [{ questionId: second._id, value: 'Ninguna' }];
      const reply = await send(
        'POST',
        `/attendances/offer/${id}`,
        { accept: true, answers },
        cookieOf(party),
      );
      expect([reply.statusCode, reply.json().answers]).toEqual([
        200,
        [{ questionId: first._id, value: '30' }, ...answers],
      ]);
    });

    it('that expires when the activity begins is not passed on, and its e-mail has no link', async () => {
      const { id, email, attendanceId } = await offered({ date: after(3) });
      await confirm(id);
      app.setNow(after(3));
      await pollOffers(app.platform);
      expect(await placesOf(id)).toMatchObject({ taken: 0, waiting: 1 });
      const missed = (await emailsTo(db, email)).at(-1);
      expect(missed?.subject).toBe('Se venció el cupo que te guardábamos · sáb 21 nov, 3:00 p. m.');
      expect(missed?.text).toContain('se venció cuando la actividad comenzó y saliste');
      expect(missed?.text).not.toContain('/actividades/');
      expect(await db.select().from(attendances).where(eq(attendances.id, attendanceId))).toEqual([]);
    });

    it('does not outlast an activity that is moved forward', async () => {
      const { id, owner, proof } = await offered();
      await edit(id, owner, { date: after(5).toISOString() });
      expect(await stateOf(id, proof)).toMatchObject({ offerExpiresAt: after(5).toISOString() });
    });

    it('stays when the capacity shrinks; nothing is offered until there is room', async () => {
      const { id, owner, answer, token } = await offered({ capacity: 3 });
      const more = [await confirm(id), await confirm(id), await confirm(id)];
      expect(more.map(reply => reply.json().status)).toContain('confirmed');
      expect((await edit(id, owner, { capacity: 1 })).statusCode).toBe(200);
      expect((await answer({ accept: true, token })).statusCode).toBeLessThan(500);
      const { taken } = await placesOf(id);
      await send('DELETE', `/attendances/cancel/${id}`, {}, more.map(cookieOf)[0]);
      expect(await placesOf(id)).toMatchObject({ taken: taken - 1, free: 0 });
    });

    it('needs the answers that the activity requires', async () => {
      const question = {
        _id: '01980000-0000-7000-8000-000000000001',
        label: '¿Qué traes?',
        kind: 'text' as const,
        options: [],
        required: true,
      };
      const { id, answer, token } = await offered();
      await db
        .update(activities)
        .set({ questions: [question] })
        .where(eq(activities.id, id));
      expect(errorOf(await answer({ accept: true, token }))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: ['Falta responder: «¿Qué traes?»'],
      });
      const answers = [{ questionId: question._id, value: 'Pala' }];
      expect((await answer({ accept: true, token, answers })).json()).toMatchObject({
        status: 'confirmed',
        answers,
      });
    });

    it('needs a proof, and an open offer', async () => {
      const { id, answer, email } = await offered();
      expect(errorOf(await answer({ accept: true }))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(errorOf(await answer({ accept: true, email }, (await signedIn(db)).headers))).toMatchObject({
        status: 403,
      });
      expect(errorOf(await answer({ accept: true }, (await signedIn(db)).headers))).toEqual(OFFER_OVER);
      expect(errorOf(await answer({ accept: true, token: 'a'.repeat(43) }))).toEqual(OFFER_OVER);
      const still = await confirm(id);
      expect(errorOf(await answer({ accept: true }, cookieOf(still)))).toEqual(OFFER_OVER);
      expect(errorOf(await answer({ accept: 'sí' }))).toMatchObject({ status: 400, code: 'VALIDATION' });
      const unknown = '/attendances/offer/01980000-0000-7000-8000-000000000000';
      expect(errorOf(await send('POST', unknown, { accept: true }))).toMatchObject({ status: 404 });
    });
  });
});

describe('cancel', async () => {
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
});
