import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, aMember, anAttendance, only, signedIn } from '../../../test/factories.ts';
import { BEGAN, hoursFixture, numberOf } from '../../../test/hours-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { deleteAccount } from '../accounts/managed/service.ts';
import { users } from '../accounts/schema.ts';
import { detachFromCollective } from '../activities/removal/repository.ts';
import { activities } from '../activities/schema.ts';
import { attendances, detachedHours } from '../attendance/schema.ts';
import { eraseExpiredVisitors } from '../attendance/visitor/service.ts';
import { collectives } from '../collectives/schema.ts';
import { certificates } from './schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const there = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '0.01' });
const { db } = app.platform;
const { begun, helped, download, read, send } = hoursFixture(app);

const ofAttendance = (id: string) => eq(certificates.attendanceId, id);
const LATER = new Date(NOON.getTime() + 60_000);

beforeEach(() => {
  app.setNow(NOON);
  there.setNow(NOON);
});

describe('GET /attendances/{id}/certificate.pdf', () => {
  it('is a PDF with everything that is certified, and the same number each time', async () => {
    const { attendanceId, headers } = await helped(3.5);
    const reply = await download(attendanceId, headers);
    const number = numberOf(reply);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    const text = pdfText(reply.rawPayload).replaceAll('\u00a0', ' ');
    for (const part of [
      ...['Ñoño Güetio', '3 horas y 30 minutos', 'Siembra en el cerro', 'Cerro de las Tres Cruces'],
      ...['sábado, 21 de noviembre de 2026, 7:00 a. m.', number, `/constancia/${number}`],
    ])
      expect(text).toContain(part);
    expect(reply.rawPayload.toString('latin1')).toMatch(/\/Lang \(es-CO\)/);
    expect(reply.rawPayload.toString('latin1')).toMatch(/\/StructTreeRoot/);
    app.setNow(LATER);
    const again = await download(attendanceId, headers);
    expect(again.rawPayload.equals(reply.rawPayload)).toBe(true);
    expect(await db.$count(certificates, ofAttendance(attendanceId))).toBe(1);
  });

  it('prints letters of compatibility as their plain ones', async () => {
    const site = await begun({ title: 'ﬁesta del ﬂuir' });
    const visit = await site.helper({ name: '𝗟𝘂𝘇 ｎúñez' });
    await site.confirm(2);
    const text = pdfText((await download(visit.attendance.id, {}, visit.token)).rawPayload);
    for (const part of ['fiesta del fluir', 'Luz núñez']) expect(text).toContain(part);
  });

  it.each([
    '李明',
    '山田さくら',
    '김민준',
    'Ольга Ивановна',
    'Ελένη',
    'สวัสดี',
    'Nguyễn Thị Hồng',
    'Kwe’sx ẽ',
    'מרים לוי',
    'مريم بنت محمد',
  ])('prints a name in any script: %s', async name => {
    const site = await begun();
    const visit = await site.helper({ name });
    await site.confirm(2);
    const text = pdfText((await download(visit.attendance.id, {}, visit.token)).rawPayload);
    // Spaces are ignored, because the PDF contains a separate piece of text for each font.
    const letters = (written: string) => written.normalize('NFC').replaceAll(/[\s\u00a0]/g, '');
    expect(letters(text)).toContain(
      /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(name)
        ? [...letters(name)].reverse().join('')
        : letters(name),
    );
  });

  it('is for the person by session, link or proof, and for organisers', async () => {
    const { id, owner, confirm, helper } = await begun();
    const visit = await helper();
    await confirm(2);
    const { id: attendanceId } = visit.attendance;
    const keeper = await signedIn(db);
    await aMember(db, { teamId: id, userId: keeper.user.id, role: 'door' });
    const account = await signedIn(db, { email: visit.email });
    const replies = [
      await download(attendanceId, {}, visit.token),
      await download(attendanceId, visit.proof),
      await download(attendanceId, owner),
      await download(attendanceId, account.headers),
    ];
    expect(new Set(replies.map(numberOf)).size).toBe(1);
    for (const [headers, token] of [
      [{}],
      [keeper.headers],
      [(await signedIn(db)).headers],
      [{}, 'a'.repeat(43)],
      // A personal link takes precedence over the organiser's session.
      [owner, 'a'.repeat(43)],
      [{}, (await helper()).token],
    ] as const)
      expect(errorOf(await download(attendanceId, headers, token))).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
  });

  it('is refused without hours, and of what does not exist', async () => {
    const { owner, helper } = await begun();
    const { attendance } = await helper();
    expect(errorOf(await download(attendance.id, owner))).toEqual({
      status: 409,
      code: 'NO_HOURS',
      message: 'Todavía no hay horas confirmadas: las confirma quien organiza la actividad',
    });
    expect(errorOf(await download(randomUUID(), owner))).toMatchObject({ status: 404 });
    expect(errorOf(await download('uno', owner))).toMatchObject({ status: 400 });
    expect(errorOf(await download(attendance.id, owner, ''))).toMatchObject({ status: 400 });
    const rejected = await helped(2, { status: 'rejected', rejectionReason: 'No' });
    expect(errorOf(await download(rejected.attendanceId, rejected.headers))).toMatchObject({
      code: 'NO_HOURS',
    });
    const anonymous = await anAttendance(db, { checkedInAt: BEGAN, hours: 2, name: null, email: null });
    const { user, headers } = await signedIn(db);
    await aMember(db, { teamId: anonymous.activityId, userId: user.id, role: 'organizer' });
    expect(errorOf(await download(anonymous.id, headers))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await db.$count(certificates, ofAttendance(anonymous.id))).toBe(0);
  });

  it('concurrent downloads in two processes issue one number', async () => {
    const { attendanceId, headers } = await helped();
    const url = `/api/attendances/${attendanceId}/certificate.pdf`;
    const replies = await concurrently(12, number =>
      (number % 2 === 0 ? app : there).inject({ url, headers }),
    );
    expect(tally(replies)).toEqual({ 200: 12 });
    expect(new Set(replies.map(numberOf)).size).toBe(1);
    expect(await db.$count(certificates, ofAttendance(attendanceId))).toBe(1);
  });

  it.each([
    ['the hours', ({ confirm }: Site) => confirm(4)],
    [
      'the name',
      ({ attendanceId }: Site) =>
        db.update(attendances).set({ name: 'Otro nombre' }).where(eq(attendances.id, attendanceId)),
    ],
    [
      'the activity',
      ({ id }: Site) => db.update(activities).set({ place: 'Otro lugar' }).where(eq(activities.id, id)),
    ],
  ])('a new one is issued when %s changed, and the old one is revoked', async (_what, change) => {
    const site = await helped();
    const before = numberOf(await download(site.attendanceId, site.headers));
    app.setNow(LATER);
    await change(site);
    const after = numberOf(await download(site.attendanceId, site.headers));
    expect(after).not.toBe(before);
    expect((await read(before)).json()).toEqual({
      number: before,
      issuedAt: NOON.toISOString(),
      revokedAt: LATER.toISOString(),
      name: null,
      hours: null,
      period: null,
      activities: [],
    });
    expect((await read(after)).json()).toMatchObject({ number: after, revokedAt: null });
    const valid = and(ofAttendance(site.attendanceId), isNull(certificates.revokedAt));
    expect(await db.$count(certificates, valid)).toBe(1);
  });

  it('hours that are confirmed again as they were change nothing', async () => {
    const { attendanceId, headers, confirm } = await helped();
    const before = numberOf(await download(attendanceId, headers));
    await confirm(3);
    expect((await read(before)).json()).toMatchObject({ revokedAt: null });
    expect(numberOf(await download(attendanceId, headers))).toBe(before);
  });

  it('is revoked when the check-in is undone or the person removed', async () => {
    for (const path of ['/check-in', '']) {
      const { attendanceId, headers, owner } = await helped();
      const number = numberOf(await download(attendanceId, headers));
      const period = numberOf(await app.inject({ url: '/api/attendances/mis-horas.pdf', headers }));
      expect((await send('DELETE', `/attendances/${attendanceId}${path}`, {}, owner)).statusCode).toBe(204);
      expect((await read(number)).json()).toMatchObject({ revokedAt: NOON.toISOString() });
      expect((await read(period)).json()).toMatchObject({ revokedAt: NOON.toISOString() });
    }
  });
});

type Site = Awaited<ReturnType<typeof helped>>;

const organiser = async ({ id }: Site) =>
  only(await db.select().from(activities).where(eq(activities.id, id)));
const admin = async () => (await signedIn(db, { role: 'admin' })).headers;
const remove = (url: string, headers: Record<string, string>) => send('DELETE', url, {}, headers);
/** Deletes an account as `DELETE /auth/account` does after the check of the password. */
const deleteOf = (userId: string) =>
  db.transaction(async tx => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (user === undefined) throw new Error('the account is not stored');
    await deleteAccount(app.platform, tx, user);
  });

// docs/rules.md R18.7
describe('hours and certificates stay', () => {
  const deletions: Record<string, (site: Site) => Promise<unknown>> = {
    'its organiser deletes the activity': ({ id, owner }) => remove(`/tasks/${id}`, owner),
    'an administrator deletes the activity': async ({ id }) =>
      send('POST', '/admin-panel/activities/bulk', { ids: [id], action: 'delete' }, await admin()),
    'the organiser deletes the account': async site => deleteOf((await organiser(site)).ownerId),
    'an administrator deletes the organiser': async site =>
      remove(`/admin-panel/users/${(await organiser(site)).ownerId}`, await admin()),
    'the activity is deleted in the database': ({ id }) => db.delete(activities).where(eq(activities.id, id)),
    'the organiser is deleted in the database': async site =>
      db.delete(users).where(eq(users.id, (await organiser(site)).ownerId)),
  };

  it.each(Object.entries(deletions))('when %s', async (_how, act) => {
    const site = await helped(3.5);
    const { attendanceId, headers } = site;
    const visit = await site.helper({ hours: 2 });
    const reply = await download(attendanceId, headers);
    const visitors = await download(visit.attendance.id, {}, visit.token);
    const period = await app.inject({ url: '/api/attendances/mis-horas.pdf', headers });
    const before = (await read(numberOf(reply))).json();
    await act(site);
    expect(await db.$count(activities, eq(activities.id, site.id))).toBe(0);
    expect((await read(numberOf(reply))).json()).toEqual(before);
    expect((await read(numberOf(period))).json()).toMatchObject({ revokedAt: null, hours: 3.5 });
    // Repeated downloads return the same files: by session, by the link and by the cookie of the visitor's browser.
    expect((await download(attendanceId, headers)).rawPayload.equals(reply.rawPayload)).toBe(true);
    for (const again of [
      await download(visit.attendance.id, {}, visit.token),
      await download(visit.attendance.id, visit.proof),
    ])
      expect(numberOf(again)).toBe(numberOf(visitors));
    const renewed = await app.inject({ url: '/api/attendances/mis-horas.pdf', headers });
    expect(numberOf(renewed)).toBe(numberOf(period));
    const hours = (await app.inject({ url: '/api/attendances/mis-horas', headers })).json();
    expect(hours).toMatchObject({ total: 3.5, count: 1 });
    expect(hours.items).toMatchObject([{ _id: attendanceId, title: 'Siembra en el cerro', isDeleted: true }]);
    const page = await send('POST', '/attendances/personal', { token: visit.token });
    expect(page.json()).toMatchObject({ isPublic: false, hours: 2, code: null });
    const stranger = await signedIn(db);
    expect((await download(attendanceId, stranger.headers)).statusCode).toBe(403);
    const data = (await app.inject({ url: '/api/auth/data', headers })).json();
    expect(JSON.stringify(data)).toContain(numberOf(reply));
  });

  it('with the name of a collective that was deleted', async () => {
    const collective = await aCollective(db, { name: 'Las Tejedoras' });
    const { attendanceId, headers } = await helped(3, { collectiveId: collective.id });
    const number = numberOf(await download(attendanceId, headers));
    await db.transaction(tx => detachFromCollective(tx, collective.id));
    await db.delete(collectives).where(eq(collectives.id, collective.id));
    expect(numberOf(await download(attendanceId, headers))).toBe(number);
  });

  const own = async ({ headers }: Site) =>
    (await app.inject({ url: '/api/attendances/mis-horas', headers })).json();
  const reject = async ({ id }: Site) =>
    app.inject({
      method: 'PATCH',
      url: `/api/admin-panel/activities/${id}/reject`,
      payload: { reason: 'Falsa' },
      headers: await admin(),
    });
  const set = ({ id }: Site, values: object) =>
    db.update(activities).set(values).where(eq(activities.id, id));
  const exception = ({ confirm, attendanceId }: Site, hours: number) => confirm(1, [{ attendanceId, hours }]);

  /** The ways in which 3 confirmed hours are reduced or removed: the reason, the actor, and the remaining hours. */
  const losses: [string, string, number, (site: Site) => Promise<unknown>][] = [
    ['removed', 'its organiser', 0, site => remove(`/attendances/${site.attendanceId}`, site.owner)],
    [
      ...(['removed', 'an administrator', 0] as const),
      async site => remove(`/admin-panel/attendances/${site.attendanceId}`, await admin()),
    ],
    ['rejected', 'a rejection', 0, reject],
    [
      ...(['rejected', 'a rejection, also if the activity is edited since', 0] as const),
      async site => {
        await reject(site);
        await set(site, {
          status: 'held',
          rejectionReason: null,
          holdKind: 'rejection',
          publishedAt: NOON,
          holdTerm: '',
        });
      },
    ],
    [
      ...(['rejected', 'a rejection, also if the activity is deleted since', 0] as const),
      async site => {
        await reject(site);
        await db.delete(activities).where(eq(activities.id, site.id));
      },
    ],
    [
      ...(['check-in-undone', 'an undone check-in', 0] as const),
      site => remove(`/attendances/${site.attendanceId}/check-in`, site.owner),
    ],
    ['corrected', 'a correction to fewer', 2.25, site => site.confirm(2.25)],
    ['corrected', 'a correction to none', 0, site => exception(site, 0)],
    [
      ...(['corrected', 'two corrections, of which the second is not as low', 2] as const),
      async site => {
        await site.confirm(1);
        await site.confirm(2);
      },
    ],
    [
      ...(['corrected', 'the revocation of the certificate', 0] as const),
      site => remove(`/attendances/${site.attendanceId}/certificate`, site.owner),
    ],
    [
      ...(['replaced', 'another person on the list', 0] as const),
      site =>
        send(
          'PUT',
          `/attendances/${site.attendanceId}`,
          { name: 'Otra', email: 'otra@example.org' },
          site.owner,
        ),
    ],
    [
      ...(['corrected', 'SQL by hand', 0] as const),
      site => db.update(attendances).set({ hours: null }).where(eq(attendances.id, site.attendanceId)),
    ],
  ];

  it.each(losses)('or are listed as withdrawn: %s by %s', async (reason, how, remaining, take) => {
    const site = await helped(3);
    const number = numberOf(await download(site.attendanceId, site.headers));
    const period = numberOf(
      await app.inject({ url: '/api/attendances/mis-horas.pdf', headers: site.headers }),
    );
    await take(site);
    const { total, withdrawn } = await own(site);
    expect(total).toBe(remaining);
    // The texts of a rejected activity are its organisers' alone.
    const title = how.startsWith('a rejection')
      ? 'Una actividad que no está publicada'
      : 'Siembra en el cerro';
    expect(withdrawn).toMatchObject([
      { hours: 3 - remaining, reason, title, withdrawnAt: expect.any(String) },
    ]);
    expect(withdrawn[0].remainingHours).toBe(remaining || undefined);
    // Manual SQL publishes no events, and only events revoke certificates.
    if (how === 'SQL by hand') return;
    for (const one of [number, period])
      expect((await read(one)).json()).toMatchObject({ name: null, revokedAt: expect.any(String) });
    const again = await download(site.attendanceId, site.headers);
    if (remaining === 0) expect(again.statusCode).not.toBe(200);
    else expect((await read(numberOf(again))).json()).toMatchObject({ hours: remaining, revokedAt: null });
  });

  it('and are not listed any more once they are confirmed again', async () => {
    const site = await helped(3);
    await remove(`/attendances/${site.attendanceId}/check-in`, site.owner);
    expect(await own(site)).toMatchObject({ total: 0, withdrawn: [{ hours: 3 }] });
    const back = { checkedInAt: BEGAN };
    await db.update(attendances).set(back).where(eq(attendances.id, site.attendanceId));
    await site.confirm(4);
    expect(await own(site)).toMatchObject({ total: 4, count: 1 });
    expect(await own(site)).not.toHaveProperty('withdrawn');
  });

  it('and the loss stays with its person when another one gets hours in its place', async () => {
    const site = await helped(3);
    const other = await signedIn(db);
    const person = { name: 'Otra', email: other.user.email };
    await send('PUT', `/attendances/${site.attendanceId}`, person, site.owner);
    const back = { checkedInAt: BEGAN };
    await db.update(attendances).set(back).where(eq(attendances.id, site.attendanceId));
    await site.confirm(5);
    expect(await own(site)).toMatchObject({ total: 0, withdrawn: [{ hours: 3, reason: 'replaced' }] });
    expect(await own({ ...site, headers: other.headers })).toMatchObject({ total: 5 });
  });

  it('while the activity is held for a review, with their certificate', async () => {
    const site = await helped(3);
    const number = numberOf(await download(site.attendanceId, site.headers));
    await set(site, { status: 'held', holdKind: 'word', holdTerm: 'rifa', publishedAt: NOON });
    expect(await own(site)).toMatchObject({ total: 3, items: [{ hours: 3, isInReview: true }] });
    expect(numberOf(await download(site.attendanceId, site.headers))).toBe(number);
    expect((await read(number)).json()).toMatchObject({ hours: 3, revokedAt: null });
    await db.delete(activities).where(eq(activities.id, site.id));
    expect(await own(site)).toMatchObject({ total: 3, items: [{ isDeleted: true }] });
    expect((await read(number)).json()).toMatchObject({ hours: 3, revokedAt: null });
  });

  it('and come back with an activity whose rejection is undone', async () => {
    const site = await helped();
    const number = numberOf(await download(site.attendanceId, site.headers));
    await set(site, { status: 'rejected', rejectionReason: 'Falsa', reviewedAt: NOON });
    expect((await read(number)).json()).toMatchObject({ name: null, revokedAt: NOON.toISOString() });
    await set(site, { status: 'approved', rejectionReason: null });
    expect((await read(number)).json()).toMatchObject({ name: 'Ñoño Güetio', revokedAt: null });
    await set(site, { status: 'rejected', rejectionReason: 'Falsa' });
    await db.delete(activities).where(eq(activities.id, site.id));
    expect((await read(number)).json()).toMatchObject({ name: null, revokedAt: expect.any(String) });
  });

  it('until the volunteer asks for erasure or deletes the account', async () => {
    const site = await helped();
    const visit = await site.helper({ hours: 2 });
    const own = numberOf(await download(site.attendanceId, site.headers));
    const visitors = numberOf(await download(visit.attendance.id, {}, visit.token));
    await db.delete(activities).where(eq(activities.id, site.id));
    expect((await send('POST', '/attendances/personal/erase', { token: visit.token })).statusCode).toBe(204);
    expect((await read(visitors)).json()).toMatchObject({ isWithdrawn: true, name: null });
    await deleteOf(site.user.id);
    expect(await db.$count(detachedHours, eq(detachedHours.activityId, site.id))).toBe(0);
    expect((await read(own)).statusCode).toBe(404);
  });

  it('until the retention of visitors ends', async () => {
    const site = await helped();
    const visit = await site.helper({ hours: 2 });
    const number = numberOf(await download(visit.attendance.id, {}, visit.token));
    await db.delete(activities).where(eq(activities.id, site.id));
    app.setNow(new Date(NOON.getTime() + 181 * 86_400_000));
    await eraseExpiredVisitors(app.platform);
    expect((await read(number)).json()).toMatchObject({ isWithdrawn: true, name: null });
    // The detached hours of the account remain.
    const rows = await db.select().from(detachedHours).where(eq(detachedHours.activityId, site.id));
    expect(rows.map(({ id }) => id)).toEqual([site.attendanceId]);
  });
});

describe('GET /certificates/{number}', () => {
  it('shows what is printed, however the number is written', async () => {
    const { attendanceId, headers } = await helped(3.5);
    const number = numberOf(await download(attendanceId, headers));
    const shown = (await read(number)).json();
    expect(shown).toEqual({
      number,
      issuedAt: NOON.toISOString(),
      revokedAt: null,
      name: 'Ñoño Güetio',
      hours: 3.5,
      period: null,
      activities: [
        {
          title: 'Siembra en el cerro',
          place: 'Cerro de las Tres Cruces',
          collective: null,
          date: BEGAN.toISOString(),
          endDate: null,
          hours: 3.5,
        },
      ],
    });
    expect((await read(number.toLowerCase().replaceAll('-', ''))).json()).toEqual(shown);
  });

  it('is refused of unknown and impossible numbers', async () => {
    for (const number of ['AAAA-AAAA-AAAA', 'x', '%20'])
      expect(errorOf(await read(number))).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        message: 'No existe una constancia con ese número',
      });
    expect(errorOf(await read('A'.repeat(41)))).toMatchObject({ status: 400 });
  });

  it('is rate-limited', async () => {
    const replies = await concurrently(4, () => limited.inject({ url: '/api/certificates/AAAA-AAAA-AAAA' }));
    expect(tally(replies)).toEqual({ 404: 3, 429: 1 });
  });
});

describe('DELETE /attendances/{id}/certificate', () => {
  const remove = (id: string, headers: Record<string, string>) =>
    send('DELETE', `/attendances/${id}/certificate`, {}, headers);

  it('revokes it with its hours, so that no other one is issued until they are confirmed again', async () => {
    const { attendanceId, headers, owner, confirm } = await helped();
    const number = numberOf(await download(attendanceId, headers));
    expect((await remove(attendanceId, owner)).statusCode).toBe(204);
    expect((await read(number)).json()).toMatchObject({ revokedAt: NOON.toISOString(), name: null });
    expect(errorOf(await download(attendanceId, headers))).toMatchObject({ code: 'NO_HOURS' });
    expect(errorOf(await remove(attendanceId, owner))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'Esta persona no tiene una constancia vigente',
    });
    await confirm(3);
    expect(numberOf(await download(attendanceId, headers))).not.toBe(number);
    expect((await read(number)).json()).toMatchObject({ revokedAt: NOON.toISOString() });
  });

  it('is refused of the person, of strangers and of the unknown', async () => {
    const { attendanceId, headers, owner } = await helped();
    const number = numberOf(await download(attendanceId, headers));
    expect(errorOf(await remove(attendanceId, headers))).toMatchObject({ status: 403 });
    expect(errorOf(await remove(attendanceId, {}))).toMatchObject({ status: 401 });
    expect(errorOf(await remove(randomUUID(), owner))).toMatchObject({ status: 404 });
    expect((await read(number)).json()).toMatchObject({ revokedAt: null });
  });

  it('races with downloads end with at most one valid certificate', async () => {
    const { attendanceId, headers, owner } = await helped();
    await download(attendanceId, headers);
    const replies = await concurrently(8, number =>
      number % 2 === 0 ? download(attendanceId, headers) : remove(attendanceId, owner),
    );
    expect(tally(replies)[204]).toBe(1);
    const valid = and(ofAttendance(attendanceId), isNull(certificates.revokedAt));
    expect(await db.$count(certificates, valid)).toBe(0);
  });
});

it('organisers list the valid certificates of their activity', async () => {
  const { attendanceId, id, headers, owner } = await helped();
  const number = numberOf(await download(attendanceId, headers));
  const list = (caller: Record<string, string>) =>
    app.inject({ url: `/api/attendances/${id}/certificates`, headers: caller });
  const reply = await list(owner);
  expect(reply.json()).toEqual([{ attendanceId, number, issuedAt: NOON.toISOString() }]);
  expect(reply.headers['x-total-count']).toBe('1');
  expect(errorOf(await list(headers))).toMatchObject({ status: 403 });
  await send('DELETE', `/attendances/${attendanceId}/certificate`, {}, owner);
  expect((await list(owner)).json()).toEqual([]);
});
