import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { testDatabase } from '../../../../test/database.ts';
import { aMember, anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf } from '../../../../test/requests.ts';
import { activities } from '../../activities/schema.ts';
import { attendances } from '../schema.ts';

describe('arriving by oneself', async () => {
  const database = await testDatabase();
  const here = await testApp({}, database);
  const there = await testApp({}, database);
  const limited = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
  const { db } = here.platform;
  const { send, listed, organised } = attendanceCalls(here);
  type Headers = Record<string, string>;

  const START = new Date(NOON.getTime() + 3 * 3_600_000);
  const minutes = (count: number) => new Date(START.getTime() + count * 60_000);
  const at = (moment: Date) => {
    here.setNow(moment);
    there.setNow(moment);
    limited.setNow(moment);
  };
  beforeEach(() => at(START));

  /** An activity whose attendees check themselves in, with the code of its place and a door keeper. */
  async function withPlace(values = {}) {
    const { id, owner } = await organised({ date: START, capacity: null, selfCheckIn: true, ...values });
    const keeper = await signedIn(db);
    await aMember(db, { teamId: id, userId: keeper.user.id, role: 'door' });
    const read = (headers: Headers = owner) =>
      here.inject({ url: `/api/attendances/${id}/place-code`, headers });
    const replace = (headers: Headers = owner) => send('POST', `/attendances/${id}/place-code`, {}, headers);
    const { code } = (await read()).json();
    return { id, owner, keeper: keeper.headers, read, replace, code: code as string };
  }

  const arrive = (code: string, headers: Headers = {}, fields = {}, app = here) =>
    app.inject({
      method: 'POST',
      url: '/api/attendances/self-check-in',
      headers,
      payload: { code, ...fields },
    });
  const rowOf = async (id: string) => (await db.select().from(attendances).where(eq(attendances.id, id)))[0];
  const switchTo = (id: string, selfCheckIn: boolean) =>
    db.update(activities).set({ selfCheckIn }).where(eq(activities.id, id));

  describe('the code of the place', () => {
    it('is one for all that ask at once, for organisers and the door, and can be typed', async () => {
      const { id, owner } = await organised({ date: START, selfCheckIn: true });
      const read = () => here.inject({ url: `/api/attendances/${id}/place-code`, headers: owner });
      const replies = await concurrently(8, async () => (await read()).json());
      for (const reply of replies) expect(reply).toEqual(replies[0]);
      const { code, url } = replies[0];
      expect(code).toMatch(/^[0-9a-z]{26}$/);
      expect(url).toBe(`http://localhost:3000/estoy/${code}`);
      const { proof } = await aVisit(db, { activityId: id });
      const typed = code
        .toUpperCase()
        .replaceAll('0', 'O')
        .replaceAll('1', 'I')
        .replace(/(.{5})/, '$1-');
      expect((await arrive(typed, proof)).statusCode).toBe(200);
    });

    it('is read by the door and replaced by organisers only', async () => {
      const { read, replace, keeper, code, id } = await withPlace();
      expect((await read(keeper)).json()).toMatchObject({ code });
      expect(errorOf(await replace(keeper))).toMatchObject({ status: 403 });
      const { headers } = await signedIn(db);
      expect(errorOf(await read(headers))).toMatchObject({ status: 403 });
      const renewed = (await replace()).json().code;
      expect(renewed).not.toBe(code);
      const { proof } = await aVisit(db, { activityId: id });
      expect(errorOf(await arrive(code, proof))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      expect((await arrive(renewed, proof)).statusCode).toBe(200);
    });

    it('does not exist while it is switched off, and is the same when it is switched on again', async () => {
      const { id, read, replace, code } = await withPlace();
      const { proof } = await aVisit(db, { activityId: id });
      await switchTo(id, false);
      for (const reply of [await read(), await replace(), await arrive(code, proof)])
        expect(errorOf(reply)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      await switchTo(id, true);
      expect((await read()).json()).toMatchObject({ code });
    });
  });

  describe('POST /attendances/place', () => {
    const look = (code: string, headers: Headers = {}, fields = {}) =>
      send('POST', '/attendances/place', { code, ...fields }, headers);

    it('says which activity it is, and names only the own attendance; opening changes nothing', async () => {
      const { id, code } = await withPlace({ title: 'Siembra' });
      const { attendance, proof, token } = await aVisit(db, { activityId: id, name: 'Luz' });
      const reply = await look(code);
      expect(reply.json()).toMatchObject({ activity: { _id: id, title: 'Siembra' }, attendance: null });
      expect(reply.body).not.toContain('Luz');
      const own = { name: 'Luz', status: 'confirmed', checkedInAt: null };
      expect((await look(code, proof)).json()).toMatchObject({ attendance: own });
      expect((await look(code, {}, { token })).json()).toMatchObject({ attendance: own });
      expect(await rowOf(attendance.id)).toMatchObject({ checkedInAt: null });
      for (const unknown of ['0'.repeat(26), 'nada', 'x'.repeat(200)])
        expect(errorOf(await look(unknown))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    });
  });

  describe('POST /attendances/self-check-in', () => {
    it('checks in by proof, by personal link and by session, once; lists and the door say by whom', async () => {
      const { id, owner, keeper, code } = await withPlace();
      const one = await aVisit(db, { activityId: id, name: 'Luz' });
      const two = await aVisit(db, { activityId: id, name: 'Sol' });
      const { user, headers } = await signedIn(db);
      await anAttendance(db, { activityId: id, userId: user.id, email: user.email, name: 'Ana' });
      const reply = await arrive(code, one.proof);
      expect(reply.json()).toMatchObject({
        attendanceId: one.attendance.id,
        name: 'Luz',
        checkedInAt: START.toISOString(),
        activity: { _id: id },
      });
      at(minutes(5));
      expect((await arrive(code, one.proof)).json()).toEqual(reply.json());
      expect((await arrive(code, {}, { token: two.token })).json()).toMatchObject({ name: 'Sol' });
      expect((await arrive(code, headers)).json()).toMatchObject({ name: 'Ana' });
      const people = (await listed(id, owner)) as { checkedInBy: string }[];
      expect(people.map(({ checkedInBy }) => checkedInBy)).toEqual(['self', 'self', 'self']);
      const door = (await here.inject({ url: `/api/attendances/${id}/door`, headers: keeper })).json();
      expect(door.attendances[0]).toMatchObject({ name: 'Ana', checkedInBy: 'self' });
    });

    it('rejects in the order code, attendance, confirmed, time', async () => {
      const { id, code } = await withPlace();
      const { proof, token } = await aVisit(db, { activityId: id });
      const foreign = await aVisit(db, {});
      const waiting = await aVisit(db, { activityId: id, status: 'waiting', queueNumber: 1 });
      at(minutes(-61));
      const cases = [
        [await arrive('0'.repeat(26)), 404, 'NOT_FOUND'],
        [await arrive('x'), 404, 'NOT_FOUND'],
        [await arrive(code), 404, 'NOT_ATTENDING'],
        [await arrive(code, {}, { token: 'a'.repeat(43) }), 404, 'NOT_ATTENDING'],
        [await arrive(code, {}, { token: foreign.token }), 404, 'NOT_ATTENDING'],
        [await arrive(code, foreign.proof), 404, 'NOT_ATTENDING'],
        [await arrive(code, waiting.proof), 409, 'NOT_CONFIRMED'],
        [await arrive(code, proof), 409, 'NOT_NOW'],
        [await arrive(code, {}, { token }), 409, 'NOT_NOW'],
        [await arrive(''), 400, 'VALIDATION'],
      ] as const;
      for (const [reply, status, error] of cases)
        expect(errorOf(reply)).toMatchObject({ status, code: error });
    });

    it.each([
      ['from an hour before', {}, -60, 200],
      ['until six hours after without an end', {}, 360, 200],
      ['not later', {}, 361, 409],
      ['until the end', { endDate: minutes(90) }, 90, 200],
      ['not after the end', { endDate: minutes(90) }, 91, 409],
    ])('%s', async (_what, values, minute, status) => {
      const { id, code } = await withPlace(values);
      const { proof } = await aVisit(db, { activityId: id });
      at(minutes(minute));
      expect((await arrive(code, proof)).statusCode).toBe(status);
    });

    it('again after the end has the same response', async () => {
      const { id, code } = await withPlace();
      const { proof } = await aVisit(db, { activityId: id });
      const first = (await arrive(code, proof)).json();
      at(minutes(600));
      expect((await arrive(code, proof)).json()).toEqual(first);
    });

    it('of a hidden activity does not exist', async () => {
      const { id, code } = await withPlace();
      const { proof } = await aVisit(db, { activityId: id });
      await db
        .update(activities)
        .set({ status: 'rejected', rejectionReason: 'No' })
        .where(eq(activities.id, id));
      expect(errorOf(await arrive(code, proof))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    });

    it('without a session is limited by origin and code', async () => {
      const [one, other] = [await withPlace(), await withPlace()];
      const visit = (code: string, headers: Headers = {}) => arrive(code, headers, {}, limited);
      for (let count = 0; count < 30; count += 1)
        expect(errorOf(await visit(one.code))).toMatchObject({ code: 'NOT_ATTENDING' });
      expect(errorOf(await visit(one.code))).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      expect(errorOf(await visit(other.code))).toMatchObject({ code: 'NOT_ATTENDING' });
      const { user, headers } = await signedIn(db);
      await anAttendance(db, { activityId: one.id, userId: user.id, email: user.email });
      expect((await visit(one.code, headers)).statusCode).toBe(200);
    });

    it('twenty presses on two processes while the door admits are one arrival', async () => {
      const { id, keeper, code } = await withPlace();
      const { attendance, proof } = await aVisit(db, { activityId: id });
      at(minutes(10));
      const items = () => [{ id: randomUUID(), attendanceId: attendance.id, at: minutes(10).toISOString() }];
      const replies = await concurrently(20, number =>
        number % 4 === 0
          ? send('POST', `/attendances/${id}/check-ins`, { items: items() }, keeper)
          : arrive(code, proof, {}, number % 2 === 0 ? here : there),
      );
      for (const reply of replies) expect(reply.statusCode).toBe(200);
      const first = await rowOf(attendance.id);
      expect(first?.checkedInAt).toEqual(minutes(10));
      const by = first?.isSelfCheckedIn;
      await arrive(code, proof);
      expect(await rowOf(attendance.id)).toMatchObject({ isSelfCheckedIn: by, checkedInAt: minutes(10) });
    });

    // docs/rules.md R22.4
    it('an earlier arrival that the door sends later is the door’s; a later one leaves it', async () => {
      const { id, keeper, code } = await withPlace();
      const { attendance, proof } = await aVisit(db, { activityId: id });
      at(minutes(10));
      await arrive(code, proof);
      const door = (minute: number) =>
        send(
          'POST',
          `/attendances/${id}/check-ins`,
          { items: [{ id: randomUUID(), attendanceId: attendance.id, at: minutes(minute).toISOString() }] },
          keeper,
        );
      at(minutes(20));
      await door(15);
      expect(await rowOf(attendance.id)).toMatchObject({ isSelfCheckedIn: true, checkedInAt: minutes(10) });
      await door(5);
      expect(await rowOf(attendance.id)).toMatchObject({ isSelfCheckedIn: false, checkedInAt: minutes(5) });
    });

    it('is undone by the door, as is any arrival', async () => {
      const { id, keeper, code } = await withPlace();
      const { attendance, proof } = await aVisit(db, { activityId: id });
      await arrive(code, proof);
      const undone = await here.inject({
        method: 'DELETE',
        url: `/api/attendances/${attendance.id}/check-in`,
        headers: keeper,
      });
      expect(undone.statusCode).toBe(204);
      expect(await rowOf(attendance.id)).toMatchObject({ checkedInAt: null, isSelfCheckedIn: false });
    });

    it('hours: the reply counts who came by themselves, and one request leaves them out', async () => {
      const { id, owner, code } = await withPlace();
      const { attendance, proof } = await aVisit(db, { activityId: id });
      await aVisit(db, { activityId: id, checkedInAt: START });
      await arrive(code, proof);
      const confirm = async (fields: object) =>
        (await send('PUT', `/attendances/${id}/hours`, { hours: 2, ...fields }, owner)).json();
      expect(await confirm({})).toEqual({ confirmed: 2, self: 1 });
      expect(await confirm({ withoutSelf: true })).toEqual({ confirmed: 1, self: 0 });
      expect(await rowOf(attendance.id)).toMatchObject({ hours: null, isSelfCheckedIn: true });
    });
  });
});
