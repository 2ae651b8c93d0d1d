import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { aCollective, aMember, anAttendance, signedIn } from '../../../../test/factories.ts';
import { BEGAN, hoursFixture } from '../../../../test/hours-fixture.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { activities } from '../../activities/schema.ts';
import { attendances } from '../schema.ts';

const app = await testApp();
const { db } = app.platform;
const { begun, helped, send } = hoursFixture(app);

const ENDED = new Date('2026-01-10T16:00:00.000Z');

const stored = async (activityId: string) =>
  (
    await db
      .select({ hours: attendances.hours })
      .from(attendances)
      .where(eq(attendances.activityId, activityId))
      .orderBy(asc(attendances.id))
  ).map(({ hours }) => hours);

const own = async (headers: Record<string, string>, query = '') =>
  (await app.inject({ url: `/api/attendances/mis-horas${query}`, headers })).json();

beforeEach(() => app.setNow(NOON));

describe('PUT /attendances/{taskId}/hours', () => {
  it('confirms the hours of those who were checked in; the last call counts', async () => {
    const { id, owner, confirm, helper } = await begun();
    await helper();
    const second = (await helper({ companions: 2 })).attendance.id;
    const third = (await helper()).attendance.id;
    await anAttendance(db, { activityId: id });
    const except = [
      { attendanceId: second.toUpperCase(), hours: 1.25 },
      { attendanceId: third, hours: 0 },
    ];
    const reply = await confirm(3.5, except);
    expect([reply.statusCode, reply.json()]).toEqual([200, { confirmed: 2, self: 0 }]);
    expect(await stored(id)).toEqual([3.5, 1.25, null, null]);
    const listed = await app.inject({ url: `/api/attendances/${id}`, headers: owner });
    expect(listed.json()).toMatchObject([{ hours: 3.5 }, { hours: 1.25 }, { hours: null }, { hours: null }]);
    expect((await confirm(24)).json()).toEqual({ confirmed: 3, self: 0 });
    expect(await stored(id)).toEqual([24, 24, 24, null]);
    expect((await confirm(0.25)).json()).toEqual({ confirmed: 3, self: 0 });
  });

  it('is for organisers of the team, not for door keepers and strangers', async () => {
    const { id, confirm, helper } = await begun();
    await helper();
    for (const [role, status] of [
      ['organizer', 200],
      ['door', 403],
    ] as const) {
      const { user, headers } = await signedIn(db);
      await aMember(db, { teamId: id, userId: user.id, role });
      expect((await confirm(2, [], headers)).statusCode).toBe(status);
    }
    expect(errorOf(await confirm(2, [], (await signedIn(db)).headers))).toMatchObject({ status: 403 });
    expect(await stored(id)).toEqual([2]);
  });

  it('is refused before the start, and possible at the start', async () => {
    const { id, confirm, helper } = await begun({ date: new Date(NOON.getTime() + 1) });
    await helper();
    expect(errorOf(await confirm(2))).toEqual({
      status: 409,
      code: 'NOT_NOW',
      message: 'Las horas se confirman cuando la actividad ya comenzó',
    });
    expect(await stored(id)).toEqual([null]);
    app.setNow(new Date(NOON.getTime() + 1));
    expect((await confirm(2)).statusCode).toBe(200);
  });

  it.each<[string, unknown, unknown?]>([
    ['no hours', undefined],
    ['zero', 0],
    ['a text', '3'],
    ['less than a quarter', 0.1],
    ['no quarters', 1.3],
    ['more than a day', 24.25],
    ['a negative number', -1],
    ['an exception that is no list', 3, {}],
    ['an exception without hours', 3, [{ attendanceId: randomUUID() }]],
    ['an exception without an attendee', 3, [{ hours: 1 }]],
    ['an exception with too many hours', 3, [{ attendanceId: randomUUID(), hours: 25 }]],
    [
      'too many exceptions',
      3,
      Array.from({ length: 1001 }, () => ({ attendanceId: randomUUID(), hours: 1 })),
    ],
  ])('rejects %s', async (_what, hours, except) => {
    const { id, owner, helper } = await begun();
    await helper({ hours: 1 });
    const reply = await send('PUT', `/attendances/${id}/hours`, { hours, except } as object, owner);
    expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await stored(id)).toEqual([1]);
  });

  it('rejects exceptions of others and changes nothing', async () => {
    const { id, confirm, helper } = await begun();
    const { attendance } = await helper({ hours: 1 });
    const absent = await anAttendance(db, { activityId: id });
    const elsewhere = await (await begun()).helper();
    for (const attendanceId of [absent.id, elsewhere.attendance.id, randomUUID()]) {
      expect(errorOf(await confirm(3, [{ attendanceId, hours: 2 }]))).toMatchObject({
        status: 400,
        message: [expect.stringMatching(/^Una de las excepciones/)],
      });
    }
    const twice = { attendanceId: attendance.id, hours: 2 };
    expect(errorOf(await confirm(3, [twice, twice]))).toMatchObject({ status: 400 });
    expect(await stored(id)).toEqual([1, null]);
  });

  it('2,000 people are confirmed at once, also by two organisers at the same time', async () => {
    const { id, confirm } = await begun();
    const rows = Array.from({ length: 2000 }, (_, number) => ({
      activityId: id,
      name: `P ${number}`,
      createdAt: BEGAN,
      checkedInAt: BEGAN,
    }));
    const inserted = await db.insert(attendances).values(rows).returning({ id: attendances.id });
    const except = inserted.slice(0, 1000).map(({ id: attendanceId }) => ({ attendanceId, hours: 0.5 }));
    const replies = await concurrently(4, number =>
      confirm(2, number % 2 === 0 ? except : except.toReversed()),
    );
    expect(replies.map(reply => reply.json())).toEqual(Array(4).fill({ confirmed: 2000, self: 0 }));
    const hours = await stored(id);
    expect([hours.filter(value => value === 0.5).length, hours.filter(value => value === 2).length]).toEqual([
      1000, 1000,
    ]);
  });

  it('an undone check-in has no hours, also of concurrent requests', async () => {
    const { id, owner, confirm, helper } = await begun();
    const helpers = await concurrently(10, () => helper());
    const undo = (number: number) =>
      send('DELETE', `/attendances/${helpers[number]?.attendance.id}/check-in`, {}, owner);
    const replies = await concurrently(20, number =>
      number % 2 === 0 ? confirm(2) : undo((number - 1) / 2),
    );
    expect(tally(replies)).toEqual({ 200: 10, 204: 10 });
    expect(await stored(id)).toEqual(Array(10).fill(null));
  });

  it('another person on the list has no hours', async () => {
    const { id, owner, confirm, helper } = await begun();
    const { attendance } = await helper();
    await confirm(2);
    const other = { name: 'Otra', email: 'otra@example.org' };
    expect((await send('PUT', `/attendances/${attendance.id}`, other, owner)).statusCode).toBe(200);
    expect(await stored(id)).toEqual([null]);
  });
});

describe('GET /attendances/mis-horas', () => {
  it('lists activities with the total of all, by account and by e-mail', async () => {
    const { user, headers, attendanceId, id } = await helped(3.5);
    const { id: collectiveId } = await aCollective(db, { ownerId: user.id, name: 'Los Robles' });
    const earlier = await begun({ date: new Date('2026-01-10T14:00:00Z'), endDate: ENDED, collectiveId });
    await earlier.helper({ email: user.email, companions: 3 });
    await earlier.confirm(0.75);
    const [first, second] = (await own(headers)).items;
    expect(await own(headers)).toMatchObject({ total: 4.25, count: 2 });
    expect(first).toEqual({
      _id: attendanceId,
      taskId: id,
      title: 'Siembra en el cerro',
      place: 'Cerro de las Tres Cruces',
      date: BEGAN.toISOString(),
      endDate: null,
      collective: null,
      hours: 3.5,
      checkedInAt: BEGAN.toISOString(),
    });
    expect(second).toMatchObject({ collective: 'Los Robles', hours: 0.75, endDate: ENDED.toISOString() });
    expect(await own(headers, '?limit=1&offset=1')).toMatchObject({ total: 4.25, items: [{ hours: 0.75 }] });
  });

  it('is empty without hours and for others, and lists those of a rejected activity as withdrawn', async () => {
    expect(await own((await signedIn(db)).headers)).toEqual({ total: 0, count: 0, items: [] });
    const { headers } = await helped(2, { status: 'rejected', rejectionReason: 'No' });
    expect(await own(headers)).toMatchObject({
      total: 0,
      items: [],
      withdrawn: [
        { hours: 2, withdrawnAt: expect.any(String), advice: expect.stringContaining('administra') },
      ],
    });
  });

  it('says who can be asked about hours that do not count any more, and links the activity only then', async () => {
    const { headers, attendanceId, id, owner } = await helped(2);
    const lost = async () => (await own(headers)).withdrawn;
    expect((await send('DELETE', `/attendances/${attendanceId}/check-in`, {}, owner)).statusCode).toBe(204);
    const asked = { reason: 'check-in-undone', taskId: id };
    expect(await lost()).toMatchObject([{ ...asked, advice: expect.stringContaining('quien organizó') }]);
    const gone = [{ advice: expect.stringContaining('ni a quién preguntarle') }];
    for (const status of ['rejected', 'approved'] as const) {
      const rejectionReason = status === 'rejected' ? 'No' : null;
      await db.update(activities).set({ status, rejectionReason }).where(eq(activities.id, id));
      expect(await lost()).toMatchObject(status === 'rejected' ? gone : [asked]);
    }
    const [activity] = await db.delete(activities).where(eq(activities.id, id)).returning();
    expect(activity?.id).toBe(id);
    expect(await lost()).toMatchObject(gone);
    expect((await lost())[0]).not.toHaveProperty('taskId');
  });

  it('rejects a wrong limit', async () => {
    const { headers } = await signedIn(db);
    const reply = await app.inject({ url: '/api/attendances/mis-horas?limit=0', headers });
    expect(errorOf(reply)).toMatchObject({ status: 400 });
  });
});

it('the personal link shows the hours', async () => {
  const { confirm, helper } = await begun();
  const { token, attendance } = await helper();
  await confirm(1.5);
  const reply = await send('POST', '/attendances/personal', { token });
  expect(reply.json()).toMatchObject({ _id: attendance.id, hours: 1.5 });
});
