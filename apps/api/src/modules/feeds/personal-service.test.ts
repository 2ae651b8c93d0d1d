import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { testDatabase } from '../../../test/database.ts';
import {
  aCollective,
  aMember,
  anActivity,
  anAttendance,
  deactivate,
  signedIn,
} from '../../../test/factories.ts';
import { parseCalendar } from '../../../test/parse-calendar.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { personalCalendars } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const { db } = app.platform;
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

type Headers = Record<string, string>;
const call = (method: 'GET' | 'POST' | 'DELETE', headers: Headers = {}) =>
  app.inject({ method, url: '/api/auth/calendar', headers });

/** The path of a new address. */
async function create(headers: Headers): Promise<string> {
  const reply = await call('POST', headers);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    url: expect.stringMatching(/^http:\/\/localhost:3000\/api\/calendario\/[\w-]{43}\.ics$/),
  });
  return new URL(reply.json().url).pathname;
}

const read = (path: string, headers: Headers = {}) => app.inject({ url: path, headers });

/** The entries of a calendar by their summary. */
async function entriesOf(path: string) {
  const reply = await read(path);
  expect(reply.statusCode).toBe(200);
  const events = parseCalendar(reply.body).parts.filter(({ name }) => name === 'VEVENT');
  return new Map(events.map(({ properties }) => [properties.SUMMARY, properties]));
}

const NOT_FOUND = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'Este calendario no existe, o su dirección ya no sirve',
};

beforeEach(() => app.setNow(NOON));

describe('the address of the personal calendar', () => {
  it('is read without a session, and only its hash is stored', async () => {
    const { user, headers } = await signedIn(db);
    expect((await call('GET', headers)).json()).toEqual({ createdAt: null });
    const path = await create(headers);
    const reply = await read(path, { origin: 'https://other.example' });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    expect(reply.body).not.toContain(path);
    const [row] = await db.select().from(personalCalendars).where(eq(personalCalendars.userId, user.id));
    expect(row?.secretHash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(path.slice(-20, -4));
    expect((await call('GET', headers)).json()).toEqual({ createdAt: NOON.toISOString() });
    const data = await app.inject({ url: '/api/auth/data', headers });
    expect(data.json().calendarAddress).toEqual({ createdAt: NOON.toISOString() });
    expect(data.body).not.toContain(path.slice(-20, -4));
  });

  it('ends with another one and with its removal, which may be repeated', async () => {
    const { headers } = await signedIn(db);
    const [first, second] = [await create(headers), await create(headers)];
    expect(errorOf(await read(first))).toEqual(NOT_FOUND);
    expect((await read(second)).statusCode).toBe(200);
    for (const _ of [1, 2]) expect((await call('DELETE', headers)).statusCode).toBe(204);
    const ended = await read(second);
    expect(errorOf(ended)).toEqual(NOT_FOUND);
    expect(ended.headers['cache-control']).toBe('no-store');
    expect((await call('GET', headers)).json()).toEqual({ createdAt: null });
  });

  it('of ten that are created at once, one remains', async () => {
    const { headers } = await signedIn(db);
    const paths = await concurrently(10, () => create(headers));
    const replies = await Promise.all(paths.map(path => read(path)));
    expect(tally(replies)).toEqual({ 200: 1, 404: 9 });
  });

  it.each(['a new password', 'deactivation', 'deletion'])('ends with %s', async what => {
    const password = 'maíz-y-café';
    const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
    const path = await create(headers);
    const send = (method: 'POST' | 'DELETE', url: string, payload: object) =>
      app.inject({ method, url, headers, payload });
    const done = {
      'a new password': () =>
        send('POST', '/api/auth/change-password', {
          currentPassword: password,
          newPassword: 'otra-clave-larga',
        }),
      deactivation: () => deactivate(db, user.id),
      deletion: () => send('DELETE', '/api/auth/account', { password, confirmation: 'ELIMINAR' }),
    }[what];
    await done?.();
    expect(errorOf(await read(path))).toEqual(NOT_FOUND);
    expect(await db.$count(personalCalendars, eq(personalCalendars.userId, user.id))).toBe(0);
  });

  it.each([
    ['unknown', `/api/calendario/${'a'.repeat(43)}.ics`],
    ['short', '/api/calendario/a.ics'],
    ['with another letter', `/api/calendario/${'á'.repeat(43)}.ics`],
  ])('is 404 if it is %s', async (_, path) => {
    expect(errorOf(await read(encodeURI(path)))).toEqual(NOT_FOUND);
  });

  it('takes a session', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect(errorOf(await call(method))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('is created at most twenty times an hour', async () => {
    const { headers } = await signedIn(db);
    const replies = await concurrently(21, () =>
      limited.inject({ method: 'POST', url: '/api/auth/calendar', headers }),
    );
    expect(tally(replies)).toEqual({ 200: 20, 429: 1 });
  });
});

describe('the personal calendar', () => {
  const HIDDEN = { place: 'Casa de Luz', directions: 'Portón verde', isLocationPrivate: true };

  it('has what the account attends and organises, also in the teams that it manages', async () => {
    const { user, headers } = await signedIn(db);
    const collective = await aCollective(db);
    await aMember(db, { teamId: collective.id, userId: user.id, role: 'organizer' });
    const door = await aCollective(db);
    await aMember(db, { teamId: door.id, userId: user.id, role: 'door' });
    await anActivity(db, { title: 'Mía', ownerId: user.id });
    await anActivity(db, { title: 'Del colectivo', collectiveId: collective.id });
    const helped = await anActivity(db, { title: 'Del equipo' });
    await aMember(db, { teamId: helped.id, userId: user.id, role: 'organizer' });
    await anActivity(db, { title: 'Solo la puerta', collectiveId: door.id });
    const rejection = { status: 'rejected', rejectionReason: 'No' } as const;
    await anActivity(db, { title: 'Rechazada', ownerId: user.id, ...rejection });
    const attended = await anActivity(db, { title: 'Voy' });
    const both = await anActivity(db, { title: 'Mía también', ownerId: user.id });
    for (const { id } of [attended, both])
      await anAttendance(db, { activityId: id, userId: user.id, email: user.email });
    const hidden = await anActivity(db, { title: 'Voy, rechazada', ...rejection });
    await anAttendance(db, { activityId: hidden.id, userId: user.id, email: user.email });
    await anAttendance(db, { activityId: (await anActivity(db, { title: 'Ajena' })).id });
    const entries = await entriesOf(await create(headers));
    expect([...entries.keys()].toSorted()).toEqual([
      'Del colectivo',
      'Del equipo',
      'Mía',
      'Mía también',
      'Voy',
    ]);
  });

  it('has private locations where the place is confirmed, and marks those where the account waits', async () => {
    const { user, headers } = await signedIn(db);
    await anActivity(db, { title: 'Organizo', ownerId: user.id, ...HIDDEN });
    for (const [title, status] of [
      ['Confirmada', { status: 'confirmed' }],
      ['En espera', { status: 'waiting', queueNumber: 1 }],
    ] as const) {
      const { id } = await anActivity(db, { title, capacity: 10, hasWaitingList: true, ...HIDDEN });
      await anAttendance(db, { activityId: id, userId: user.id, email: user.email, ...status });
    }
    const path = await create(headers);
    const entries = await entriesOf(path);
    for (const title of ['Organizo', 'Confirmada']) {
      expect(entries.get(title)).toMatchObject({ STATUS: 'CONFIRMED' });
      expect(entries.get(title)?.DESCRIPTION).toContain('Portón verde');
    }
    expect(entries.get('En espera')).toMatchObject({ STATUS: 'TENTATIVE' });
    expect(JSON.stringify(entries.get('En espera'))).not.toContain('Portón');
    const sequence = Number(entries.get('En espera')?.SEQUENCE);
    await db
      .update(attendances)
      .set({ status: 'confirmed', queueNumber: null })
      .where(eq(attendances.status, 'waiting'));
    const placed = (await entriesOf(path)).get('En espera');
    expect(placed).toMatchObject({ STATUS: 'CONFIRMED' });
    expect(placed?.DESCRIPTION).toContain('Portón verde');
    expect(Number(placed?.SEQUENCE)).toBeGreaterThan(sequence);
  });

  it('has what ended up to 60 days ago, and is 304 until something changes', async () => {
    const { user, headers } = await signedIn(db);
    for (const days of [-61, -59, 400])
      await anActivity(db, { title: `${days}`, ownerId: user.id, date: inDays(days) });
    const path = await create(headers);
    expect([...(await entriesOf(path)).keys()]).toEqual(['400', '-59']);
    const { etag } = (await read(path)).headers;
    const again = await read(path, { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ]);
    await anActivity(db, { title: 'Otra', ownerId: user.id });
    expect((await read(path, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('has an activity to which an organiser added the account only after the account confirmed', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { title: 'Me agregaron', description: 'https://spam.example' });
    await anAttendance(db, { activityId: id, email: user.email, addition: 'told' });
    const path = await create(headers);
    expect((await entriesOf(path)).size).toBe(0);
    await db.update(attendances).set({ addition: null }).where(eq(attendances.activityId, id));
    expect([...(await entriesOf(path)).keys()]).toEqual(['Me agregaron']);
  });

  it.each(['deleted', 'rejected'])('no longer has what was %s', async what => {
    const { user, headers } = await signedIn(db);
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { title: 'Voy', ownerId: owner.user.id });
    await anAttendance(db, { activityId: id, userId: user.id, email: user.email });
    const path = await create(headers);
    expect([...(await entriesOf(path)).keys()]).toEqual(['Voy']);
    if (what === 'deleted')
      expect((await app.delete(`/api/tasks/${id}`, owner.headers)).statusCode).toBeLessThan(300);
    else
      await db
        .update(activities)
        .set({ status: 'rejected', rejectionReason: 'No' })
        .where(eq(activities.id, id));
    expect((await entriesOf(path)).size).toBe(0);
  });

  it('no longer has what the account cancelled, and is a valid file without entries', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { title: 'Voy' });
    await anAttendance(db, { activityId: id, userId: user.id, email: user.email });
    const path = await create(headers);
    expect((await entriesOf(path)).size).toBe(1);
    const url = `/api/attendances/cancel/${id}`;
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBeLessThan(300);
    expect((await entriesOf(path)).size).toBe(0);
  });
});
