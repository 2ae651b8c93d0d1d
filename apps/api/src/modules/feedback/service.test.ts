import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, aMember, anActivity, anAttendance, aVisit, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { attendances } from '../attendance/schema.ts';
import { feedback } from './schema.ts';
import { sweepFeedback } from './service.ts';

const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
type Headers = Record<string, string>;

const DATE = new Date('2026-11-21T13:00:00.000Z');
const END = new Date('2026-11-21T16:00:00.000Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const setNow = (now: Date) => {
  here.setNow(now);
  there.setNow(now);
};
beforeEach(() => setNow(NOON));

async function held(values = {}) {
  const owner = await signedIn(db);
  const { id } = await anActivity(db, { ownerId: owner.user.id, date: DATE, endDate: END, ...values });
  return { id, owner: owner.headers, user: owner.user };
}

const came = (activityId: string, values = {}) => aVisit(db, { activityId, checkedInAt: DATE, ...values });
const give = (id: string, payload: object, headers: Headers = {}, app = here) =>
  app.inject({ method: 'POST', url: `/api/attendances/feedback/${id}`, payload, headers });
const read = (id: string, headers: Headers) =>
  here.inject({ url: `/api/attendances/feedback/${id}`, headers });
const mine = async (id: string, payload: object, headers: Headers = {}) =>
  (
    await here.inject({ method: 'POST', url: `/api/attendances/feedback/${id}/mine`, payload, headers })
  ).json();
const stored = (id: string) => db.select().from(feedback).where(eq(feedback.activityId, id));

/** Creates checked-in parties that give this feedback in this order. */
async function said(id: string, given: readonly { rating: number; text?: string }[]): Promise<void> {
  for (const payload of given) {
    const { token } = await came(id);
    expect((await give(id, { ...payload, token })).statusCode).toBe(204);
  }
}

describe('POST /attendances/feedback/{taskId}', () => {
  it('stores what a party says by its link, and replaces it; the party sees it again', async () => {
    const { id } = await held();
    const { token } = await came(id);
    expect(await mine(id, { token })).toEqual({ canAnswer: true, feedback: null });
    const reply = await give(id, { rating: 4, text: '  Muy bonito  ', token });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect(await mine(id, { token })).toEqual({
      canAnswer: true,
      feedback: { rating: 4, text: 'Muy bonito' },
    });
    setNow(new Date(END.getTime() + 14 * DAY_MS));
    expect((await give(id, { rating: 2, token })).statusCode).toBe(204);
    expect(await stored(id)).toMatchObject([{ rating: 2, text: '', createdAt: NOON }]);
  });

  it('by the session of an account, also of an attendance with its e-mail, and by the cookie', async () => {
    const { id } = await held();
    const { user, headers } = await signedIn(db);
    await anAttendance(db, { activityId: id, email: user.email, checkedInAt: DATE });
    const visitor = await came(id);
    expect((await give(id, { rating: 5 }, headers)).statusCode).toBe(204);
    expect((await give(id, { rating: 3 }, visitor.proof)).statusCode).toBe(204);
    expect(await mine(id, {}, headers)).toMatchObject({ feedback: { rating: 5 } });
    expect(await mine(id, {}, visitor.proof)).toMatchObject({ feedback: { rating: 3 } });
  });

  it.each([[{}], [{ rating: 0 }], [{ rating: 6 }], [{ rating: 3.5 }], [{ rating: '5' }], [{ rating: null }]])(
    'must be from 1 to 5: %j',
    async payload => {
      const { id } = await held();
      const { token } = await came(id);
      expect(errorOf(await give(id, { ...payload, token }))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: ['Elige del 1 al 5 cómo te fue'],
      });
      expect(await stored(id)).toEqual([]);
    },
  );

  it('has a text of at most 500 characters', async () => {
    const { id } = await held();
    const { token } = await came(id);
    expect(errorOf(await give(id, { rating: 5, text: 'á'.repeat(501), token }))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['El comentario debe tener como máximo 500 caracteres'],
    });
    expect((await give(id, { rating: 5, text: 'á'.repeat(500), token })).statusCode).toBe(204);
  });

  it.each([
    ['before the start', DATE.getTime() - 1, 409],
    ['from the start', DATE.getTime(), 204],
    ['until 14 days after the end', END.getTime() + 14 * DAY_MS, 204],
    ['not later', END.getTime() + 14 * DAY_MS + 1, 409],
  ])('%s', async (_what, now, status) => {
    const { id } = await held();
    const { token } = await came(id);
    setNow(new Date(now));
    const reply = await give(id, { rating: 5, token });
    expect(reply.statusCode).toBe(status);
    if (status === 409) expect(reply.json().code).toBe('NOT_NOW');
    expect(await mine(id, { token })).toMatchObject({ canAnswer: status === 204 });
    expect(await stored(id)).toHaveLength(status === 204 ? 1 : 0);
  });

  it('is refused to those who did not come, to others, and of an unknown activity', async () => {
    const { id, owner } = await held();
    const away = await aVisit(db, { activityId: id });
    expect(errorOf(await give(id, { rating: 5, token: away.token }))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: expect.stringContaining('Solo puede contar cómo le fue quien llegó'),
    });
    expect(await mine(id, { token: away.token })).toEqual({ canAnswer: false, feedback: null });
    const elsewhere = await came((await held()).id);
    for (const selector of [{}, { token: 'x'.repeat(43) }, { token: elsewhere.token }])
      expect(errorOf(await give(id, { rating: 5, ...selector }))).toMatchObject({ status: 403 });
    const stranger = await signedIn(db);
    for (const headers of [owner, stranger.headers]) {
      expect(errorOf(await give(id, { rating: 5 }, headers))).toMatchObject({ status: 404 });
      expect(await mine(id, {}, headers)).toEqual({ canAnswer: false, feedback: null });
    }
    expect(errorOf(await give(UNKNOWN, { rating: 5 }))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await mine(UNKNOWN, {})).toMatchObject({ code: 'NOT_FOUND' });
    expect(await stored(id)).toEqual([]);
  });

  it('is one row, however often it is sent at once', async () => {
    const { id } = await held();
    const { token } = await came(id);
    const replies = await concurrently(20, number =>
      give(id, { rating: 1 + (number % 5), token }, {}, number % 2 === 0 ? here : there),
    );
    expect(tally(replies)).toEqual({ 204: 20 });
    expect(await stored(id)).toHaveLength(1);
  });

  it('belongs to the person: another one on the list has not said it, and is asked', async () => {
    const { id, owner } = await held();
    const { token, attendance } = await came(id, { feedbackAskedAt: NOON });
    await give(id, { rating: 5, token });
    const url = `/api/attendances/${attendance.id}`;
    const payload = { name: 'Otra', email: 'otra.persona@example.org' };
    expect((await here.inject({ method: 'PUT', url, payload, headers: owner })).statusCode).toBe(200);
    expect(await stored(id)).toMatchObject([{ attendanceId: null, rating: 5 }]);
    const [row] = await db.select().from(attendances).where(eq(attendances.id, attendance.id));
    expect(row?.feedbackAskedAt).toBeNull();
  });
});

describe('POST /attendances/feedback/{taskId}/decline', () => {
  const decline = (id: string, payload: object, headers: Headers = {}) =>
    here.inject({ method: 'POST', url: `/api/attendances/feedback/${id}/decline`, payload, headers });

  it('is remembered for a link, a session and a cookie, and leaves the answer possible', async () => {
    const { id } = await held();
    const { user, headers } = await signedIn(db);
    await anAttendance(db, { activityId: id, email: user.email, checkedInAt: DATE });
    const [byLink, byCookie, other] = [await came(id), await came(id), await came(id)];
    for (const [payload, proof] of [
      [{ token: byLink.token }, {}],
      [{}, headers],
      [{}, byCookie.proof],
    ] as const) {
      for (const _twice of [1, 2]) expect((await decline(id, payload, proof)).statusCode).toBe(204);
      expect(await mine(id, payload, proof)).toEqual({ canAnswer: true, feedback: null, isDeclined: true });
    }
    expect(await mine(id, { token: other.token })).toEqual({ canAnswer: true, feedback: null });
    expect(await stored(id)).toEqual([]);
    expect((await give(id, { rating: 4, token: byLink.token })).statusCode).toBe(204);
    expect(await mine(id, { token: byLink.token })).toMatchObject({ feedback: { rating: 4 } });
  });

  it('is rejected for parties that did not come and for strangers, and not inherited by another person', async () => {
    const { id, owner } = await held();
    const away = await aVisit(db, { activityId: id });
    for (const selector of [{ token: away.token }, {}, { token: 'x'.repeat(43) }])
      expect(errorOf(await decline(id, selector))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(errorOf(await decline(id, {}, owner))).toMatchObject({ status: 404 });
    const { token, attendance } = await came(id);
    await decline(id, { token });
    const url = `/api/attendances/${attendance.id}`;
    const payload = { name: 'Otra', email: 'otra.distinta@example.org' };
    expect((await here.inject({ method: 'PUT', url, payload, headers: owner })).statusCode).toBe(200);
    const [row] = await db.select().from(attendances).where(eq(attendances.id, attendance.id));
    expect(row).toMatchObject({ feedbackAskedAt: null, feedbackDeclinedAt: null });
  });
});

describe('a refused decline changes nothing', () => {
  const decline = (id: string, payload: object, headers: Headers = {}) =>
    here.inject({ method: 'POST', url: `/api/attendances/feedback/${id}/decline`, payload, headers });
  const unknown = '0199ffff-0000-7000-8000-000000000000';

  /** Creates a checked-in party, one that did not arrive, and another activity. */
  async function parties() {
    const { id, owner } = await held();
    const [party, away, elsewhere] = [await came(id), await aVisit(db, { activityId: id }), await held()];
    return { id, owner, party, away, elsewhere: elsewhere.id, stranger: (await signedIn(db)).headers };
  }
  type Parties = Awaited<ReturnType<typeof parties>>;

  it.each<[string, number, (of: Parties) => Parameters<typeof decline>]>([
    ['a malformed id', 400, ({ party }) => ['x', { token: party.token }]],
    ['a token that is no text', 400, ({ id }) => [id, { token: 5 }]],
    ['an empty token', 400, ({ id }) => [id, { token: '' }]],
    ['no proof', 403, ({ id }) => [id, {}]],
    ['an unknown link', 403, ({ id }) => [id, { token: 'x'.repeat(43) }]],
    ['an unknown cookie', 403, ({ id }) => [id, {}, { cookie: `minga_visitor=${'x'.repeat(43)}` }]],
    [
      'the attendance of the party, which is no proof',
      403,
      ({ id, party }) => [id, { _id: party.attendance.id }],
    ],
    ['the address of the party, which is no proof', 403, ({ id, party }) => [id, { email: party.email }]],
    ['a link of another activity', 403, ({ elsewhere, party }) => [elsewhere, { token: party.token }]],
    ['a cookie of another activity', 403, ({ elsewhere, party }) => [elsewhere, {}, party.proof]],
    ['a party that did not come', 403, ({ id, away }) => [id, { token: away.token }]],
    ['an account that is not on the list', 404, ({ id, stranger }) => [id, {}, stranger]],
    ['the organiser, who is not on the list', 404, ({ id, owner }) => [id, {}, owner]],
    ['an unknown activity', 404, ({ party }) => [unknown, { token: party.token }]],
  ])('%s: %i', async (_what, status, call) => {
    const of = await parties();
    const reply = errorOf(await decline(...call(of)));
    expect(reply).toMatchObject({ status });
    const rows = await db.select().from(attendances).where(eq(attendances.activityId, of.id));
    expect(
      rows.map(({ feedbackDeclinedAt, feedbackAskedAt }) => [feedbackDeclinedAt, feedbackAskedAt]),
    ).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('to people without proof an answer does not say whether a party came, declined, or exists', async () => {
    const { id, party } = await parties();
    const guess = async () => errorOf(await decline(id, { token: 'x'.repeat(43), email: party.email }));
    const before = await guess();
    expect((await decline(id, { token: party.token })).statusCode).toBe(204);
    expect(await guess()).toEqual(before);
    await db.delete(attendances).where(eq(attendances.activityId, id));
    expect(await guess()).toEqual(before);
  });

  it('twenty at once store one time, and a repetition keeps that the question was asked', async () => {
    const { id } = await held();
    const { token, attendance } = await came(id);
    const replies = await concurrently(20, () => decline(id, { token }));
    expect(tally(replies)).toEqual({ 204: 20 });
    const [row] = await db.select().from(attendances).where(eq(attendances.id, attendance.id));
    expect(row?.feedbackDeclinedAt).not.toBeNull();
    expect(row?.feedbackAskedAt).not.toBeNull();
    expect(await stored(id)).toEqual([]);
  });
});

describe('GET /attendances/feedback/{taskId}', () => {
  it('shows the average and the texts from three answers on, and only how many before', async () => {
    const { id, owner } = await held();
    expect((await read(id, owner)).json()).toEqual({ average: null, count: 0, texts: [] });
    await said(id, [{ rating: 5, text: 'Volvería' }, { rating: 4 }]);
    expect((await read(id, owner)).json()).toEqual({ average: null, count: 2, texts: [] });
    await said(id, [{ rating: 4, text: 'Faltó agua' }]);
    const { average, count, texts } = (await read(id, owner)).json();
    expect([average, count, [...texts].sort()]).toEqual([13 / 3, 3, ['Faltó agua', 'Volvería']]);
  });

  it('counts every further answer and every change at once', async () => {
    const { id, owner } = await held();
    const { token } = await came(id);
    await give(id, { rating: 1, text: 'Lo primero', token });
    await said(id, [{ rating: 2 }, { rating: 3 }]);
    const shown = async () => (await read(id, owner)).json();
    expect(await shown()).toEqual({ average: 2, count: 3, texts: ['Lo primero'] });
    await said(id, [{ rating: 4 }]);
    expect(await shown()).toEqual({ average: 2.5, count: 4, texts: ['Lo primero'] });
    await said(id, [{ rating: 5 }]);
    expect(await shown()).toEqual({ average: 3, count: 5, texts: ['Lo primero'] });
    await give(id, { rating: 5, text: 'Otra cosa', token });
    expect(await shown()).toEqual({ average: 3.8, count: 5, texts: ['Otra cosa'] });
    await give(id, { rating: 5, token });
    expect(await shown()).toEqual({ average: 3.8, count: 5, texts: [] });
  });

  it('is in no order of time, and without names', async () => {
    const texts = Array.from({ length: 12 }, (_, number) => ({ rating: 5, text: `Comentario ${number}` }));
    const [one, other] = [await held(), await held()];
    await said(one.id, texts);
    await said(other.id, [...texts].reverse());
    const [shown, reversed] = [await read(one.id, one.owner), await read(other.id, other.owner)];
    expect(shown.json().texts).toEqual(reversed.json().texts);
    const byTime = texts.map(({ text }) => text);
    expect(shown.json().texts).not.toEqual(byTime);
    expect(shown.body).not.toContain('Luz');
    expect(Object.keys(shown.json()).sort()).toEqual(['average', 'count', 'texts']);
  });

  it('is for those who manage the activity alone', async () => {
    const owner = await signedIn(db);
    const collective = await aCollective(db, { ownerId: owner.user.id });
    const values = { ownerId: owner.user.id, collectiveId: collective.id, date: DATE, endDate: END };
    const { id } = await anActivity(db, values);
    const [organizer, door] = [await signedIn(db), await signedIn(db)];
    await aMember(db, { teamId: collective.id, userId: organizer.user.id, role: 'organizer' });
    await aMember(db, { teamId: collective.id, userId: door.user.id, role: 'door' });
    const attendee = await signedIn(db);
    const { id: userId, email } = attendee.user;
    await anAttendance(db, { activityId: id, userId, email, checkedInAt: DATE });
    expect((await read(id, organizer.headers)).statusCode).toBe(200);
    for (const { headers } of [door, attendee])
      expect(errorOf(await read(id, headers))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(errorOf(await read(id, {}))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(errorOf(await read(UNKNOWN, owner.headers))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(errorOf(await read('no', owner.headers))).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});

it('GET /attendances/{taskId}/turnout counts who came, and who came without having signed up', async () => {
  const { id, owner } = await held();
  const turnout = (headers: Headers) => here.inject({ url: `/api/attendances/${id}/turnout`, headers });
  const none = { parties: 0, people: 0 };
  expect((await turnout(owner)).json()).toEqual({
    confirmed: none,
    checkedIn: none,
    walkIns: none,
    unreachable: none,
  });
  await came(id, { companions: 2 });
  await aVisit(db, { activityId: id, companions: 1 });
  await anAttendance(db, { activityId: id, name: null, email: null, checkedInAt: DATE });
  await anAttendance(db, { activityId: id, status: 'waiting', queueNumber: 1 });
  const walkIn = { name: 'De paso', email: null, isOverLimit: true };
  await anAttendance(db, { activityId: id, companions: 3, checkedInAt: DATE, ...walkIn });
  await anAttendance(db, { activityId: id, ...walkIn });
  expect((await turnout(owner)).json()).toEqual({
    confirmed: { parties: 3, people: 6 },
    checkedIn: { parties: 2, people: 4 },
    walkIns: { parties: 1, people: 4 },
    unreachable: { parties: 2, people: 5 },
  });
  expect(errorOf(await turnout({}))).toMatchObject({ status: 401 });
  expect(errorOf(await turnout((await signedIn(db)).headers))).toMatchObject({ status: 403 });
});

it('an account downloads what it said, and erases its words with itself', async () => {
  const { id } = await held();
  const { user, headers } = await signedIn(db);
  const { id: userId, email } = user;
  await anAttendance(db, { activityId: id, userId, email, checkedInAt: DATE });
  await give(id, { rating: 5, text: 'Qué bonito' }, headers);
  const data = (await here.inject({ url: '/api/auth/data', headers })).json();
  expect(data.attendances).toMatchObject([{ taskId: id, feedback: { rating: 5, text: 'Qué bonito' } }]);
  const admin = await signedIn(db, { role: 'admin' });
  const url = `/api/admin-panel/users/${userId}`;
  expect((await here.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode).toBe(204);
  expect(await stored(id)).toMatchObject([{ attendanceId: null, userId: null, rating: 5, text: '' }]);
});

describe('what organisers see stands apart from their list', () => {
  /** Creates attendees who have each given feedback, with the organiser's view of it. */
  async function answered(count: number) {
    const site = await held();
    const people = [];
    for (let number = 0; number < count; number++) {
      const visit = await came(site.id, { name: `Persona ${number}` });
      await give(site.id, { rating: 1 + (number % 5), text: `Dicho ${number}`, token: visit.token });
      people.push({ ...visit, id: visit.attendance.id });
    }
    const shown = async () => (await read(site.id, site.owner)).json();
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('there are two people at least');
    return { ...site, people, first, second, shown, before: await shown() };
  }
  type Answered = Awaited<ReturnType<typeof answered>>;
  const send = (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload: object,
    { owner }: Answered,
  ) => here.inject({ method, url: `/api${path}`, payload, headers: owner });
  it.each<[string, (site: Answered) => ReturnType<typeof send>]>([
    ['removes the person', site => send('DELETE', `/attendances/${site.first.id}`, {}, site)],
    [
      'removes several',
      site =>
        send('POST', `/attendances/${site.id}/removals`, { ids: [site.first.id, site.second.id] }, site),
    ],
    [
      'cancels for the person',
      site => send('DELETE', `/attendances/cancel/${site.id}`, { attendanceId: site.first.id }, site),
    ],
    [
      'puts another person in the place',
      site =>
        send(
          'PUT',
          `/attendances/${site.first.id}`,
          { name: 'Otra', email: `${site.first.id}@example.org` },
          site,
        ),
    ],
    [
      'corrects the name',
      site => send('PUT', `/attendances/${site.first.id}`, { name: 'Otra', email: site.first.email }, site),
    ],
    ['undoes the check-in', site => send('DELETE', `/attendances/${site.first.id}/check-in`, {}, site)],
    ['confirms hours', site => send('PUT', `/attendances/${site.id}/hours`, { hours: 2 }, site)],
    [
      'confirms no hours for the person',
      site =>
        send(
          'PUT',
          `/attendances/${site.id}/hours`,
          { hours: 2, except: [{ attendanceId: site.first.id, hours: 0 }] },
          site,
        ),
    ],
    [
      'changes the party',
      site =>
        send('PUT', `/attendances/party/${site.id}`, { attendanceId: site.first.id, companions: 0 }, site),
    ],
    [
      'checks somebody in',
      site =>
        send(
          'POST',
          `/attendances/${site.id}/check-ins`,
          {
            items: [{ id: site.first.id, at: END.toISOString(), walkIn: { name: 'De paso', companions: 0 } }],
          },
          site,
        ),
    ],
  ])('when the organiser %s', async (_what, act) => {
    for (const [count, average] of [
      [4, 2.5],
      [5, 3],
    ] as const) {
      const site = await answered(count);
      expect(site.before).toMatchObject({ average, count });
      expect(site.before.texts).toHaveLength(count);
      expect((await act(site)).statusCode).toBeLessThan(300);
      expect(await site.shown()).toEqual(site.before);
    }
  });

  it('also when everybody is removed, and the one who follows on the list has said nothing', async () => {
    const site = await answered(5);
    const other = { name: 'Otra', email: `sigue.${site.first.id}@example.org` };
    await send('PUT', `/attendances/${site.first.id}`, other, site);
    const successor = await signedIn(db, { email: other.email });
    expect(await mine(site.id, {}, successor.headers)).toMatchObject({ feedback: null });
    await send('POST', `/attendances/${site.id}/removals`, { ids: site.people.map(({ id }) => id) }, site);
    expect(await site.shown()).toEqual(site.before);
  });
});

describe('what a person erases', () => {
  const shownTo = async (id: string, owner: Headers) => (await read(id, owner)).json();

  it.each([
    ['as a visitor', 4],
    ['as a visitor', 5],
    ['with the account', 4],
    ['with the account', 5],
  ])('%s disappears in threes, of %i answers, and its rating stays', async (how, count) => {
    const { id, owner } = await held();
    const account = await signedIn(db);
    const { id: userId, email } = account.user;
    await anAttendance(db, { activityId: id, userId, email, checkedInAt: DATE });
    await give(id, { rating: 5, text: 'De la cuenta' }, account.headers);
    const visitor = await came(id);
    await give(id, { rating: 5, text: 'De la visita', token: visitor.token });
    await said(
      id,
      Array.from({ length: count - 2 }, (_, number) => ({ rating: 4, text: `Dicho ${number}` })),
    );
    const before = await shownTo(id, owner);
    const text = how === 'as a visitor' ? 'De la visita' : 'De la cuenta';
    expect(before).toMatchObject({ average: (10 + 4 * (count - 2)) / count, count });
    expect(before.texts).toHaveLength(count);
    const admin = await signedIn(db, { role: 'admin' });
    const erased =
      how === 'as a visitor'
        ? await here.inject({
            method: 'POST',
            url: '/api/attendances/personal/erase',
            payload: { token: visitor.token },
          })
        : await here.inject({
            method: 'DELETE',
            url: `/api/admin-panel/users/${userId}`,
            headers: admin.headers,
          });
    expect(erased.statusCode).toBe(204);
    const after = await shownTo(id, owner);
    expect([after.average, after.count]).toEqual([before.average, before.count]);
    expect(after.texts).toHaveLength(count - 3);
    expect(JSON.stringify([after, await stored(id)])).not.toContain(text);
  });

  it('takes no other text along that organisers have not seen', async () => {
    const { id, owner } = await held();
    const { token } = await came(id);
    await give(id, { rating: 5, text: 'De la visita', token });
    await said(id, [{ rating: 5, text: 'La segunda' }]);
    const erasure = { method: 'POST', url: '/api/attendances/personal/erase', payload: { token } } as const;
    expect((await here.inject(erasure)).statusCode).toBe(204);
    await said(id, [{ rating: 5, text: 'La tercera' }]);
    const { texts, ...figures } = await shownTo(id, owner);
    expect([figures, [...texts].sort()]).toEqual([{ average: 5, count: 3 }, ['La segunda', 'La tercera']]);
  });

  it('includes what it said where it was removed from the list; of visitors with their data', async () => {
    const { id, owner } = await held();
    const account = await signedIn(db);
    const { id: userId, email } = account.user;
    const own = await anAttendance(db, { activityId: id, userId, email, checkedInAt: DATE });
    await give(id, { rating: 5, text: 'De la cuenta' }, account.headers);
    const visitor = await came(id);
    await give(id, { rating: 4, text: 'De la visita', token: visitor.token });
    const ids = [own.id, visitor.attendance.id];
    const url = `/api/attendances/${id}/removals`;
    await here.inject({ method: 'POST', url, payload: { ids }, headers: owner });
    const data = await here.inject({ url: '/api/auth/data', headers: account.headers });
    expect(data.json().otherFeedback).toEqual([{ taskId: id, rating: 5, text: 'De la cuenta' }]);
    setNow(new Date(END.getTime() + 179 * DAY_MS));
    await sweepFeedback(here.platform);
    expect((await stored(id)).map(({ text }) => text).sort()).toEqual(['De la cuenta', 'De la visita']);
    setNow(new Date(END.getTime() + 181 * DAY_MS));
    await sweepFeedback(here.platform);
    expect((await stored(id)).map(({ text }) => text).sort()).toEqual(['', 'De la cuenta']);
    const admin = await signedIn(db, { role: 'admin' });
    setNow(NOON);
    const deletion = `/api/admin-panel/users/${userId}`;
    await here.inject({ method: 'DELETE', url: deletion, headers: admin.headers });
    expect((await stored(id)).map(({ text }) => text)).toEqual(['', '']);
  });
});
