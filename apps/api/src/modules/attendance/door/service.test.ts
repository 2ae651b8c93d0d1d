import { createHash, randomUUID } from 'node:crypto';
import type { CheckInOutcome, Door } from '@minga/contract/check-ins';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { testDatabase } from '../../../../test/database.ts';
import { aMember, anActivity, anAttendance, signedIn } from '../../../../test/factories.ts';
import { concurrently, cookieOf, errorOf } from '../../../../test/requests.ts';
import { activities } from '../../activities/schema.ts';
import { newCode } from '../rules.ts';
import { attendances, checkIns } from '../schema.ts';

describe('door', async () => {
  const database = await testDatabase();
  const here = await testApp({}, database);
  const there = await testApp({}, database);
  const { db } = here.platform;
  const { send, confirm, listed, organised, placesOf } = attendanceCalls(here);
  type Headers = Record<string, string>;

  const HOUR_MS = 3_600_000;
  const hours = (count: number) => new Date(NOON.getTime() + count * HOUR_MS);
  const NINE = hours(3).toISOString();
  const TEN = hours(4).toISOString();
  /** The time at which the devices send their check-ins. */
  const NOW = hours(5);

  beforeEach(() => {
    here.setNow(NOW);
    there.setNow(NOW);
  });

  /** Creates an activity that starts at NINE, with its organiser and a door keeper. */
  async function withDoor(values = {}) {
    const { id, owner } = await organised({ date: new Date(NINE), capacity: 4, ...values });
    const keeper = await signedIn(db);
    await aMember(db, { teamId: id, userId: keeper.user.id, role: 'door' });
    const checkIn = async (items: object[], headers: Headers = keeper.headers, app = here) =>
      app.inject({ method: 'POST', url: `/api/attendances/${id}/check-ins`, headers, payload: { items } });
    const results = async (items: object[], app = here): Promise<CheckInOutcome[]> =>
      (await checkIn(items, keeper.headers, app)).json().results;
    const door = async (headers: Headers = keeper.headers): Promise<Door> =>
      (await here.inject({ url: `/api/attendances/${id}/door`, headers })).json();
    return { id, owner, keeper: keeper.headers, checkIn, results, door };
  }

  const item = (fields: object, at = NINE) => ({ id: randomUUID(), at, ...fields });
  const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

  /** Confirms a visitor, and returns the code of the QR. */
  async function guest(taskId: string, fields: object = {}) {
    here.setNow(NOON);
    const reply = await confirm(taskId, fields);
    here.setNow(NOW);
    const { _id, code } = reply.json();
    return { attendanceId: _id as string, code: code as string, proof: cookieOf(reply) };
  }

  describe('GET /attendances/{taskId}/door', () => {
    it('has names, parties and hashes of codes, and no contact data', async () => {
      const { id, door, keeper } = await withDoor();
      const { attendanceId, code } = await guest(id, { name: 'Luz', companions: 2 });
      await anAttendance(db, { activityId: id, name: null, email: null });
      const reply = await here.inject({ url: `/api/attendances/${id}/door`, headers: keeper });
      expect(reply.json()).toMatchObject({
        activity: { _id: id, date: NINE, capacity: 4 },
        attendances: [
          {
            _id: attendanceId,
            name: 'Luz',
            companions: 2,
            status: 'confirmed',
            codeHash: hashOf(code),
            checkedInAt: null,
          },
          { name: 'Usuario eliminado' },
        ],
      });
      expect(reply.body).not.toMatch(/@|phone|email/);
      expect(reply.body).not.toContain(code);
      expect((await door()).attendances).toHaveLength(2);
    });

    it('is refused of strangers', async () => {
      const { id } = await withDoor();
      const { headers } = await signedIn(db);
      const reply = await here.inject({ url: `/api/attendances/${id}/door`, headers });
      expect(errorOf(reply)).toMatchObject({ status: 403 });
    });
  });

  describe('POST /attendances/{taskId}/check-ins', () => {
    it('checks in by code or by the list, once; organisers and the person see it', async () => {
      const { id, owner, results } = await withDoor();
      const [luz, sol] = [await guest(id), await guest(id)];
      const items = [item({ code: luz.code }), item({ attendanceId: sol.attendanceId.toUpperCase() }, TEN)];
      expect(await results(items)).toEqual([
        { id: items[0]?.id, result: 'checked-in', attendanceId: luz.attendanceId, checkedInAt: NINE },
        { id: items[1]?.id, result: 'checked-in', attendanceId: sol.attendanceId, checkedInAt: TEN },
      ]);
      expect(await results([item({ code: luz.code }, TEN)])).toMatchObject([
        { result: 'already', attendanceId: luz.attendanceId, checkedInAt: NINE },
      ]);
      expect(await listed(id, owner)).toMatchObject([
        { checkedInAt: NINE, code: null },
        { checkedInAt: TEN },
      ]);
    });

    it('a request that is sent again counts once and has the same results, also at the same time on two processes', async () => {
      const { id, results } = await withDoor();
      const luz = await guest(id);
      const items = [item({ code: luz.code }), item({ walkIn: { name: 'Efraín', companions: 1 } })];
      const replies = await concurrently(4, number => results(items, number % 2 === 0 ? here : there));
      for (const reply of replies) expect(reply).toEqual(replies[0]);
      expect(replies[0]).toMatchObject([{ result: 'checked-in' }, { result: 'checked-in' }]);
      expect(await placesOf(id)).toMatchObject({ taken: 3 });
      expect(await db.$count(checkIns, eq(checkIns.activityId, id))).toBe(2);
    });

    it('of two devices that admit one person the earlier time stays', async () => {
      const { id, results } = await withDoor();
      const luz = await guest(id);
      expect(await results([item({ code: luz.code }, TEN)])).toMatchObject([{ result: 'checked-in' }]);
      expect(await results([item({ attendanceId: luz.attendanceId }, NINE)], there)).toMatchObject([
        { result: 'checked-in', checkedInAt: NINE },
      ]);
      const [row] = await db.select().from(attendances).where(eq(attendances.id, luz.attendanceId));
      expect(row?.checkedInAt?.toISOString()).toBe(NINE);
    });

    it('one person twice in one request is checked in once', async () => {
      const { id, results } = await withDoor();
      const luz = await guest(id);
      const items = [item({ code: luz.code }, TEN), item({ attendanceId: luz.attendanceId }, TEN)];
      expect((await results(items)).map(({ result }) => result)).toEqual(['checked-in', 'already']);
      const [first] = items;
      expect(await results([first, first].filter(one => one !== undefined))).toHaveLength(2);
    });

    it('twenty devices at once admit 100 people once each', async () => {
      const { id, results } = await withDoor({ capacity: null });
      const ids: string[] = [];
      for (let number = 0; number < 100; number += 1)
        ids.push((await anAttendance(db, { activityId: id })).id);
      const replies = await concurrently(20, number =>
        results(
          ids.map(attendanceId => item({ attendanceId }, new Date(NOW.getTime() - number).toISOString())),
          number % 2 === 0 ? here : there,
        ),
      );
      const stored = await db.select().from(attendances).where(eq(attendances.activityId, id));
      const earliest = new Date(NOW.getTime() - 19);
      expect(stored.map(({ checkedInAt }) => checkedInAt)).toEqual(ids.map(() => earliest));
      expect(replies.flat().filter(({ result }) => result === 'unknown')).toEqual([]);
    });

    it.each([
      ['a code of another activity', async () => ({ code: (await guest((await anActivity(db)).id)).code })],
      ['no code at all', async () => ({ code: 'https://example.org' })],
      ['an unknown attendance', async () => ({ attendanceId: randomUUID() })],
    ])('%s is unknown', async (_what, wrong) => {
      const { results } = await withDoor();
      expect(await results([item(await wrong())])).toMatchObject([
        { result: 'unknown', attendanceId: null, checkedInAt: null },
      ]);
    });

    it('a waiting party has no code, and is not admitted', async () => {
      const { id, results } = await withDoor({ capacity: 1 });
      await guest(id);
      const waiting = await guest(id);
      expect(waiting.code).toBeNull();
      expect(await results([item({ attendanceId: waiting.attendanceId })])).toMatchObject([
        { result: 'not-confirmed', checkedInAt: null },
      ]);
    });

    it('a walk-in gets a place beyond the capacity', async () => {
      const { id, owner, results } = await withDoor({ capacity: 1 });
      await guest(id);
      const [walkIn] = await results([item({ walkIn: { name: ' Efraín ', companions: 2 } }, TEN)]);
      expect(walkIn).toMatchObject({ result: 'checked-in', checkedInAt: TEN });
      expect(await listed(id, owner)).toMatchObject([
        {},
        { _id: walkIn?.attendanceId, name: 'Efraín', companions: 2, email: '', checkedInAt: TEN },
      ]);
      expect(await placesOf(id)).toMatchObject({ taken: 4, free: 0 });
    });

    it.each([
      ['in the future', hours(6).toISOString(), NOW.toISOString()],
      ['of long ago', '2020-01-01T00:00:00.000Z', NOW.toISOString()],
      ['before the start', hours(1).toISOString(), hours(1).toISOString()],
    ])('a time %s', async (_what, at, expected) => {
      const { id, results } = await withDoor();
      const luz = await guest(id);
      expect(await results([item({ code: luz.code }, at)])).toMatchObject([{ checkedInAt: expected }]);
    });

    it.each([
      ['13 hours before', { date: hours(18.1) }],
      ['eight days after', { date: hours(-24 * 8) }],
    ])('is refused %s', async (_what, values) => {
      const { id, checkIn } = await withDoor(values);
      const { id: attendanceId } = await anAttendance(db, { activityId: id });
      expect(errorOf(await checkIn([item({ attendanceId })]))).toMatchObject({
        status: 409,
        code: 'NOT_NOW',
      });
    });

    it.each<[string, object[]]>([
      ['no party', []],
      ['neither a person nor a code', [item({})]],
      ['both', [item({ code: 'a', attendanceId: randomUUID() })]],
      ['no time', [{ id: randomUUID(), code: 'a' }]],
      ['a walk-in without a name', [item({ walkIn: { name: '', companions: 0 } })]],
      ['a walk-in with ten companions', [item({ walkIn: { name: 'Ana', companions: 10 } })]],
      ['no id', [{ code: 'a', at: NINE }]],
      ['too many', Array.from({ length: 501 }, () => item({ code: 'a' }))],
    ])('rejects %s', async (_what, items) => {
      const { id, checkIn } = await withDoor();
      expect(errorOf(await checkIn(items))).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(await db.$count(checkIns, eq(checkIns.activityId, id))).toBe(0);
    });

    it('is refused of strangers', async () => {
      const { checkIn } = await withDoor();
      const { headers } = await signedIn(db);
      expect(errorOf(await checkIn([item({ code: 'a' })], headers))).toMatchObject({ status: 403 });
    });
  });

  describe('DELETE /attendances/{id}/check-in', () => {
    const undo = (id: string, headers: Headers) => send('DELETE', `/attendances/${id}/check-in`, {}, headers);

    it('undoes; what was sent before does not admit again, another check-in does', async () => {
      const { id, keeper, results } = await withDoor();
      const luz = await guest(id);
      const first = item({ code: luz.code });
      await results([first]);
      expect((await undo(luz.attendanceId, keeper)).statusCode).toBe(204);
      expect(await results([first])).toMatchObject([{ result: 'checked-in', checkedInAt: null }]);
      const isIn = and(eq(attendances.id, luz.attendanceId), eq(attendances.checkedInAt, new Date(NINE)));
      expect(await db.$count(attendances, isIn)).toBe(0);
      await results([item({ code: luz.code })]);
      expect(await db.$count(attendances, isIn)).toBe(1);
    });

    describe('of a party with confirmed hours', () => {
      const HOURS_CONFIRMED =
        'Las horas de esta persona ya están confirmadas: solo puede deshacer su llegada quien organiza la actividad';
      const stateOf = async (id: string) => {
        const [row] = await db.select().from(attendances).where(eq(attendances.id, id));
        return { checkedInAt: row?.checkedInAt, hours: row?.hours };
      };

      async function helped(count = 1) {
        const site = await withDoor({ capacity: null });
        const rows = await Promise.all(
          Array.from({ length: count }, () =>
            anAttendance(db, { activityId: site.id, checkedInAt: new Date(NINE) }),
          ),
        );
        const confirmHours = () => send('PUT', `/attendances/${site.id}/hours`, { hours: 2 }, site.owner);
        return { ...site, ids: rows.map(({ id }) => id), confirmHours };
      }

      it('is for organisers, also of the collective, and takes the hours along', async () => {
        const { id, ids, owner, keeper, door, confirmHours } = await helped(2);
        const [one = '', other = ''] = ids;
        await confirmHours();
        expect((await door()).attendances).toMatchObject([{ hasHours: true }, { hasHours: true }]);
        expect(errorOf(await undo(one, keeper))).toEqual({
          status: 403,
          code: 'FORBIDDEN',
          message: HOURS_CONFIRMED,
        });
        expect(await stateOf(one)).toEqual({ checkedInAt: new Date(NINE), hours: 2 });
        const organizer = await signedIn(db);
        await aMember(db, { teamId: id, userId: organizer.user.id, role: 'organizer' });
        for (const [attendanceId, headers] of [
          [one, owner],
          [other, organizer.headers],
        ] as const) {
          expect((await undo(attendanceId, headers)).statusCode).toBe(204);
          expect(await stateOf(attendanceId)).toEqual({ checkedInAt: null, hours: null });
        }
      });

      it('is refused of the door keeper also when the hours are confirmed at the same time', async () => {
        const { ids, keeper, confirmHours } = await helped(12);
        const [confirmed, ...undone] = await Promise.all([
          confirmHours(),
          ...ids.map(id => undo(id, keeper)),
        ]);
        expect(confirmed?.statusCode).toBe(200);
        for (const [index, id] of ids.entries()) {
          const isUndone = undone[index]?.statusCode === 204;
          expect(await stateOf(id)).toEqual(
            isUndone ? { checkedInAt: null, hours: null } : { checkedInAt: new Date(NINE), hours: 2 },
          );
        }
      });

      it('and no later check-in changes the time of the arrival', async () => {
        const { ids, results, confirmHours } = await helped();
        const [attendanceId = ''] = ids;
        await confirmHours();
        const before = hours(2).toISOString();
        expect(await results([item({ attendanceId }, before)])).toMatchObject([
          { result: 'already', checkedInAt: NINE },
        ]);
        expect(await stateOf(attendanceId)).toEqual({ checkedInAt: new Date(NINE), hours: 2 });
      });
    });

    it('is refused of strangers, of the unknown and when the door is closed', async () => {
      const { id, keeper } = await withDoor();
      const { attendanceId } = await guest(id);
      const { headers } = await signedIn(db);
      expect(errorOf(await undo(attendanceId, headers))).toMatchObject({ status: 403 });
      expect(errorOf(await undo(randomUUID(), keeper))).toMatchObject({ status: 404 });
      const closed = await withDoor({ date: hours(-24 * 8) });
      const { id: past } = await anAttendance(db, { activityId: closed.id });
      expect(errorOf(await undo(past, closed.keeper))).toMatchObject({ status: 409, code: 'NOT_NOW' });
    });
  });

  it('the code is the person’s own: another e-mail on the list gets another one', async () => {
    const { id, owner, results } = await withDoor();
    const luz = await guest(id);
    here.setNow(NOON);
    await send('PUT', `/attendances/${luz.attendanceId}`, { name: 'Otra', email: 'otra@example.org' }, owner);
    here.setNow(NOW);
    expect(await results([item({ code: luz.code })])).toMatchObject([{ result: 'unknown' }]);
  });
});

describe('arrivals', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { send, confirm, organised, edit, waiting } = attendanceCalls(app);
  type Headers = Record<string, string>;

  const HOUR_MS = 3_600_000;
  const START = new Date(NOON.getTime() + HOUR_MS);
  const END = new Date(NOON.getTime() + 5 * HOUR_MS);
  const arrivals = (code: unknown, headers: Headers = {}) =>
    send('POST', '/attendances/arrivals', { code }, headers);
  const unknown = {
    status: 404,
    code: 'NOT_FOUND',
    message: 'Este código de llegada no existe, o no recibes en esa actividad',
  };

  beforeEach(() => app.setNow(NOON));

  /** Creates an activity with an organiser, a door keeper and an attendee with two companions. */
  async function withGuest(values = {}) {
    const { id, owner } = await organised({ date: START, endDate: END, capacity: 9, ...values });
    const keeper = await signedIn(db);
    await aMember(db, { teamId: id, userId: keeper.user.id, role: 'door' });
    const { _id, code } = (await confirm(id, { name: 'Luz', companions: 2 })).json();
    return { id, owner, keeper: keeper.headers, attendanceId: _id as string, code: code as string };
  }

  describe('POST /attendances/arrivals', () => {
    it('shows organisers and door keepers whose a code is, without contact data and codes', async () => {
      const { id, owner, keeper, attendanceId, code } = await withGuest({
        title: 'Siembra',
        place: 'La Eme',
      });
      for (const headers of [owner, keeper]) {
        const reply = await arrivals(code, headers);
        expect(reply.statusCode).toBe(200);
        expect(reply.headers['cache-control']).toBe('no-store');
        expect(reply.json()).toEqual({
          activity: {
            _id: id,
            title: 'Siembra',
            place: 'La Eme',
            date: START.toISOString(),
            endDate: END.toISOString(),
          },
          attendance: {
            _id: attendanceId,
            name: 'Luz',
            companions: 2,
            status: 'confirmed',
            checkedInAt: null,
          },
        });
      }
    });

    it('shows when the person was checked in', async () => {
      const { id, keeper, code } = await withGuest();
      app.setNow(START);
      const items = [{ id: randomUUID(), code, at: START.toISOString() }];
      await send('POST', `/attendances/${id}/check-ins`, { items }, keeper);
      expect((await arrivals(code, keeper)).json().attendance.checkedInAt).toBe(START.toISOString());
    });

    it('shows an activity that was rejected to those who organise it', async () => {
      const { id, owner, code } = await withGuest();
      const rejected = { status: 'rejected', rejectionReason: 'Repetida' } as const;
      await db.update(activities).set(rejected).where(eq(activities.id, id));
      expect((await arrivals(code, owner)).statusCode).toBe(200);
    });

    it('has the same response for unknown codes, other accounts, and organisers of other activities', async () => {
      const { code, owner } = await withGuest();
      const other = await withGuest();
      const stranger = await signedIn(db);
      const admin = await signedIn(db, { role: 'admin' });
      const codes: [string, Headers][] = [
        [newCode().toString('base64url'), owner],
        ['x', owner],
        ['https://example.org', owner],
        [code, stranger.headers],
        [code, admin.headers],
        [code, other.keeper],
      ];
      for (const [text, headers] of codes)
        expect(errorOf(await arrivals(text, headers))).toMatchObject(unknown);
    });

    it.each([
      ['with its padding', (code: string) => `${code}==`],
      [
        'with other unused bits',
        (code: string) => code.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[code.slice(-1)],
      ],
      ['with a space', (code: string) => ` ${code}`],
    ])('does not know a code %s', async (_what, change) => {
      const { code, owner } = await withGuest();
      expect(errorOf(await arrivals(change(code), owner))).toMatchObject(unknown);
    });

    it('does not know the code of an attendee who was replaced', async () => {
      const { owner, attendanceId, code } = await withGuest();
      await send('PUT', `/attendances/${attendanceId}`, { name: 'Otra', email: 'otra@example.org' }, owner);
      expect(errorOf(await arrivals(code, owner))).toMatchObject(unknown);
    });

    it.each([[undefined], [null], [7], [''], ['a'.repeat(65)], [['a']]])(
      'rejects the code %j',
      async code => {
        const { headers } = await signedIn(db);
        expect(errorOf(await arrivals(code, headers))).toMatchObject({
          status: 400,
          code: 'VALIDATION',
          message: ['Este código no está completo'],
        });
      },
    );

    it('needs a session, and a page of this site', async () => {
      const { code, owner } = await withGuest();
      expect(errorOf(await arrivals(code))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      const foreign = { ...owner, origin: 'https://malo.example' };
      expect(errorOf(await arrivals(code, foreign))).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
    });
  });

  describe('the code of an attendance', () => {
    it('is in no response to its organiser, who adds, admits and changes people', async () => {
      const { id, owner } = await organised({ capacity: 9 });
      const added = await confirm(id, {}, owner);
      expect(added.json()).toMatchObject({ status: 'confirmed', code: null });
      const { _id: attendanceId } = added.json();
      const party = { attendanceId, companions: 1 };
      const changed = await send('PUT', `/attendances/party/${id}`, party, owner);
      expect(changed.json()).toMatchObject({ companions: 1, code: null });
      const coming = { attendanceId, coming: true };
      const answered = await send('POST', `/attendances/reconfirm/${id}`, coming, owner);
      expect(answered.json()).toMatchObject({ reconfirmed: true, code: null });
      const queue = await waiting();
      const status = { status: 'confirmed' };
      const admitted = await send('PATCH', `/attendances/${queue.attendanceId}/status`, status, queue.owner);
      expect(admitted.json()).toMatchObject({ status: 'confirmed', code: null });
      const own = await signedIn(db);
      const mine = await anActivity(db, { ownerId: own.user.id });
      const self = await confirm(mine.id, { email: own.user.email }, own.headers);
      expect(self.json()).toMatchObject({ code: expect.any(String) });
    });

    it('is no more in the response to its cancellation', async () => {
      const { id } = await organised();
      const { headers, user } = await signedIn(db);
      await confirm(id, { email: user.email }, headers);
      const reply = await send('POST', `/attendances/reconfirm/${id}`, { coming: false }, headers);
      expect(reply.json()).toMatchObject({ deletedAttendance: { code: null } });
    });

    it('stays when the organiser changes the activity', async () => {
      const { id, owner, code } = await withGuest();
      await edit(id, owner, { place: 'Otro lugar' });
      expect((await arrivals(code, owner)).json().activity.place).toBe('Otro lugar');
    });
  });
});
