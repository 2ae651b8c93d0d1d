import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { anActivity, anAttendance, signedIn } from '../../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { activities } from '../../activities/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { attendanceClients, attendances } from '../schema.ts';

const app = await testApp();
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
type Headers = Record<string, string>;
const PHONE = '+573001234567';

beforeEach(() => {
  app.setNow(NOON);
  limited.setNow(NOON);
});

const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload: object,
  headers: Headers = {},
  on = app,
) => on.inject({ method, url: `/api${url}`, payload, headers });
const confirm = (taskId: string, fields: object, headers: Headers = {}, on = app) =>
  send('POST', '/attendances/confirm', { taskId, name: 'Rosa', ...fields }, headers, on);
const organised = async (values: object = {}, on = app) => {
  const { user, headers } = await signedIn(on.platform.db);
  const { id } = await anActivity(on.platform.db, { ownerId: user.id, contact: 'any', ...values });
  return { id, owner: headers, user };
};
const listed = async (id: string, headers: Headers) =>
  (await app.inject({ url: `/api/attendances/${id}`, headers })).json();
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';
const pageOf = async (link: string) => send('POST', '/attendances/personal', { token: tokenOf(link) });

describe('how people sign up', () => {
  it('is by e-mail, stays when an edit leaves it out, and null sets it back', async () => {
    const { headers } = await signedIn(db);
    const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };
    const created = (await send('POST', '/tasks', required, headers)).json();
    const edit = async (fields: object) =>
      send('PUT', `/tasks/${created._id}`, { ...required, ...fields }, headers);
    expect(created.contact).toBe('email');
    expect((await edit({ contact: 'any' })).json().contact).toBe('any');
    expect((await edit({})).json().contact).toBe('any');
    expect((await edit({ contact: null })).json().contact).toBe('email');
    expect(errorOf(await edit({ contact: 'phone' }))).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: ['«contact» debe ser «email» o «any»'],
    });
  });

  it.each([{}, { email: '' }, { email: null }, { phone: '3001234567' }])(
    'by e-mail only, refuses %j',
    async fields => {
      const { id, owner } = await organised({ contact: 'email' });
      expect(errorOf(await confirm(id, fields))).toMatchObject({
        status: 400,
        message: ['Datos incompletos para confirmar asistencia'],
      });
      expect(await listed(id, owner)).toEqual([]);
    },
  );
});

describe('without an e-mail', () => {
  it.each([
    [{ phone: '300 123 45 67' }, PHONE],
    [{ phone: '', email: '' }, ''],
    [{}, ''],
  ])('%j confirms, with a link in the reply that works', async (fields, phone) => {
    const { id, owner } = await organised();
    const reply = await confirm(id, fields);
    const { personalLink, ...attendance } = reply.json();
    expect(reply.statusCode).toBe(201);
    expect(attendance).toMatchObject({ name: 'Rosa', email: '', phone, status: 'confirmed' });
    // Only the attendee sees the code.
    expect(await listed(id, owner)).toEqual([{ ...attendance, code: null }]);
    expect((await pageOf(personalLink)).json()).toMatchObject({ name: 'Rosa', email: '', phone });
    const state = await app.inject({
      url: `/api/attendances/check/${id}`,
      headers: cookieOf(reply),
    });
    expect(state.json()).toMatchObject({ isAttending: true, status: 'confirmed' });
    const cancelled = await send('DELETE', `/attendances/cancel/${id}`, { token: tokenOf(personalLink) });
    expect(cancelled.statusCode).toBe(200);
    expect((await pageOf(personalLink)).statusCode).toBe(400);
  });

  it.each(['12345', 'mi casa', '+57', '3'.repeat(41), 7, 'llámame al 3001234567'])(
    'refuses the phone %j',
    async phone => {
      const { id, owner } = await organised();
      expect(errorOf(await confirm(id, { phone }))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: ['Ingresa un teléfono válido'],
      });
      expect(await listed(id, owner)).toEqual([]);
    },
  );

  // docs/rules.md R13.2
  it('one phone comes once, also when it is sent many times at once; a name may come twice', async () => {
    const { id, owner } = await organised();
    const replies = await concurrently(10, () => confirm(id, { phone: '3001234567' }));
    expect(tally(replies)).toEqual({ 201: 1, 409: 9 });
    expect(errorOf(await confirm(id, { phone: '+57 300 1234567', email: 'rosa@example.org' }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya estás registrado en esta actividad',
    });
    expect(await emailsTo(db, 'rosa@example.org')).toEqual([]);
    expect(tally(await concurrently(3, () => confirm(id, {})))).toEqual({ 201: 3 });
    expect(await listed(id, owner)).toHaveLength(4);
    const { id: other } = await organised();
    expect((await confirm(other, { phone: '3001234567' })).statusCode).toBe(201);
    await expect(anAttendance(db, { activityId: id, phone: PHONE })).rejects.toMatchObject({
      cause: { constraint: 'attendances_activity_id_phone_key' },
    });
    await expect(anAttendance(db, { activityId: id, phone: '3001234567' })).rejects.toMatchObject({
      cause: { constraint: 'attendances_phone' },
    });
  });

  it('both an e-mail and a phone are stored, and the link is mailed', async () => {
    const { id } = await organised();
    const reply = await confirm(id, { email: 'ambos@example.org', phone: '3009999999' });
    expect(reply.json()).toMatchObject({ email: 'ambos@example.org', phone: '+573009999999' });
    expect(reply.json().personalLink).toBeUndefined();
    expect(await emailsTo(db, 'ambos@example.org')).toHaveLength(1);
  });

  it('ten an hour come from one origin to an activity; the organiser adds more', async () => {
    const { id, owner } = await organised({}, limited);
    const replies = await concurrently(12, () => confirm(id, {}, {}, limited));
    expect(tally(replies)).toEqual({ 201: 10, 429: 2 });
    expect(errorOf(await confirm(id, {}, {}, limited))).toMatchObject({
      message: expect.stringContaining('Espera una hora'),
    });
    const { id: other } = await organised({}, limited);
    expect((await confirm(other, {}, {}, limited)).statusCode).toBe(201);
    expect((await confirm(id, { name: 'Otra' }, owner, limited)).statusCode).toBe(201);
  });

  describe('a party of a name alone is four people at most', () => {
    const tooMany = {
      status: 400,
      code: 'VALIDATION',
      message: ['Sin correo ni teléfono puedes llevar como máximo 3 acompañantes'],
    };
    const all = { companionsMax: 9 };
    const change = (id: string, payload: object, headers: Headers = {}) =>
      send('PUT', `/attendances/party/${id}`, payload, headers);
    const unreachable = async (id: string, headers: Headers) =>
      (await app.inject({ url: `/api/attendances/${id}/turnout`, headers })).json().unreachable;

    it.each([{}, { email: '', phone: '' }, { email: null, phone: null }])('%j', async nothing => {
      const { id, owner } = await organised(all);
      expect(errorOf(await confirm(id, { ...nothing, companions: 4 }))).toEqual(tooMany);
      const reply = await confirm(id, { ...nothing, companions: 3 });
      expect(reply.statusCode).toBe(201);
      for (const proof of [{ token: tokenOf(reply.json().personalLink) }, {}])
        expect(errorOf(await change(id, { companions: 4, ...proof }, cookieOf(reply)))).toEqual(tooMany);
      expect((await change(id, { companions: 2 }, cookieOf(reply))).json().companions).toBe(2);
      expect((await change(id, { companions: 3 }, cookieOf(reply))).json().companions).toBe(3);
      expect(await unreachable(id, owner)).toEqual({ parties: 1, people: 4 });
    });

    it.each([{ email: 'con.correo@example.org' }, { phone: '3001234567' }])('not with %j', async contact => {
      const { id, owner } = await organised(all);
      const reply = await confirm(id, { ...contact, companions: 8 });
      expect(reply.statusCode).toBe(201);
      expect((await change(id, { companions: 9 }, cookieOf(reply))).json().companions).toBe(9);
      expect(await unreachable(id, owner)).toEqual({ parties: 0, people: 0 });
    });

    it('nor what organisers add and edit, and larger ones stay and shrink', async () => {
      const { id, owner } = await organised(all);
      const added = await confirm(id, { name: 'Escuela', companions: 8 }, owner);
      const { _id: attendanceId, personalLink } = added.json();
      expect(added.statusCode).toBe(201);
      expect((await change(id, { attendanceId, companions: 9 }, owner)).json().companions).toBe(9);
      const token = tokenOf(personalLink);
      expect((await pageOf(personalLink)).json().companions).toBe(9);
      expect((await change(id, { token, companions: 6 })).json().companions).toBe(6);
      expect(errorOf(await change(id, { token, companions: 7 }))).toEqual(tooMany);
      const corrected = { name: 'Escuela', phone: '3001234567' };
      expect((await send('PUT', `/attendances/${attendanceId}`, corrected, owner)).statusCode).toBe(200);
      expect((await change(id, { token, companions: 7 })).json().companions).toBe(7);
    });

    it('so that a capacity of one hundred is not filled by ten of them', async () => {
      const { id, owner } = await organised({ ...all, capacity: 100 });
      const replies = await concurrently(10, index =>
        confirm(id, { name: `Nadie ${index}`, companions: index % 2 === 0 ? 9 : 3 }),
      );
      expect(tally(replies)).toEqual({ 201: 5, 400: 5 });
      expect(await unreachable(id, owner)).toEqual({ parties: 5, people: 20 });
    });
  });

  it('the organiser is told whom to write when a place is offered', async () => {
    const { id, user } = await organised({ capacity: 1 });
    const holder = (await confirm(id, { name: 'Luz' })).json();
    expect((await confirm(id, { phone: '3001234567' })).json()).toMatchObject({
      status: 'waiting',
      position: 1,
    });
    await send('DELETE', `/attendances/cancel/${id}`, { token: tokenOf(holder.personalLink) });
    const told = await db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(told.filter(({ title }) => title.startsWith('Avísale'))).toMatchObject([
      { title: 'Avísale a Rosa: hay un cupo', message: expect.stringContaining('escríbele desde la lista') },
    ]);
  });

  it('the organiser changes name, e-mail and phone; another name and phone are another person', async () => {
    const { id, owner } = await organised();
    const { _id, personalLink } = (await confirm(id, { phone: '3001234567' })).json();
    const change = async (fields: object) =>
      send('PUT', `/attendances/${_id}`, { name: 'Rosa', ...fields }, owner);
    expect((await change({ name: 'ROSA', email: 'rosa.elena@example.org' })).json().updated).toMatchObject({
      name: 'ROSA',
      email: 'rosa.elena@example.org',
      phone: PHONE,
    });
    expect(await emailsTo(db, 'rosa.elena@example.org')).toHaveLength(1);
    expect((await pageOf(personalLink)).statusCode).toBe(200);
    const removed = (await change({ email: '' })).json();
    expect(removed).toMatchObject({ updated: { email: '', phone: PHONE }, personalLink: expect.any(String) });
    expect((await pageOf(personalLink)).statusCode).toBe(400);
    expect((await change({ name: 'Rosa Elena' })).json()).toEqual({
      updated: expect.objectContaining({ name: 'Rosa Elena', email: '', phone: PHONE }),
    });
    expect((await pageOf(removed.personalLink)).json()).toMatchObject({ name: 'Rosa Elena' });
    const again = (await confirm(id, { name: 'Efraín', phone: '3005555555' })).json();
    expect(errorOf(await change({ phone: '3005555555' }))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(errorOf(await change({ phone: '1' }))).toMatchObject({ message: ['Ingresa un teléfono válido'] });
    const other = await send(
      'PUT',
      `/attendances/${again._id}`,
      { name: 'Efraín', phone: '3006666666' },
      owner,
    );
    expect(other.json().updated.phone).toBe('+573006666666');
    // After a correction of the phone the attendee's only link remains valid.
    expect((await pageOf(again.personalLink)).statusCode).toBe(200);
    const replaced = { name: 'Lucía', phone: '3007777777' };
    expect((await send('PUT', `/attendances/${again._id}`, replaced, owner)).statusCode).toBe(200);
    expect((await pageOf(again.personalLink)).statusCode).toBe(400);
    expect((await change({ phone: '' })).json().updated.phone).toBe('');
  });

  it('an account that is deleted takes its phone along, and its data download has it', async () => {
    const { id, owner } = await organised();
    const password = 'secreta-larga';
    const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
    await confirm(id, { email: user.email, phone: '3008888888' }, headers);
    const download = await app.inject({ url: '/api/auth/data', headers });
    expect(download.json().attendances).toMatchObject([{ phone: '+573008888888' }]);
    await send('DELETE', '/auth/account', { password, confirmation: 'ELIMINAR' }, headers);
    expect(await listed(id, owner)).toMatchObject([{ name: 'Usuario eliminado', email: '', phone: '' }]);
    expect((await confirm(id, { phone: '3008888888' })).statusCode).toBe(201);
  });
});

it('a signed-in browser proves by its cookie what it confirmed without an e-mail, and nothing else', async () => {
  const { id } = await organised({ companionsMax: 2 });
  const { headers } = await signedIn(db);
  const reply = await confirm(id, { phone: '3001234567' }, headers);
  const both = { cookie: `${headers.cookie}; ${cookieOf(reply).cookie}` };
  const state = await app.inject({ url: `/api/attendances/check/${id}`, headers: both });
  expect(state.json()).toMatchObject({ isAttending: true, status: 'confirmed' });
  expect((await send('PUT', `/attendances/party/${id}`, { companions: 1 }, both)).json().companions).toBe(1);
  expect((await send('DELETE', `/attendances/cancel/${id}`, {}, both)).statusCode).toBe(200);
  const friend = await confirm(id, { email: 'amiga@example.org' }, headers);
  const withFriend = { cookie: `${headers.cookie}; ${cookieOf(friend).cookie}` };
  expect((await send('DELETE', `/attendances/cancel/${id}`, {}, withFriend)).statusCode).toBe(404);
});

describe('a confirmation that a browser sends again', () => {
  const again = { clientId: randomUUID() };

  it('stores nothing twice and renews cookie and link', async () => {
    const { id, owner } = await organised();
    const first = await confirm(id, again);
    const second = await confirm(id, { clientId: again.clientId.toUpperCase(), companions: 0 });
    expect([first.statusCode, second.statusCode]).toEqual([201, 200]);
    const { personalLink, ...attendance } = second.json();
    expect(attendance).toEqual({ ...first.json(), personalLink: undefined });
    expect(personalLink).not.toBe(first.json().personalLink);
    for (const link of [personalLink, first.json().personalLink])
      expect((await pageOf(link)).statusCode).toBe(200);
    const state = await app.inject({ url: `/api/attendances/check/${id}`, headers: cookieOf(second) });
    expect(state.json().isAttending).toBe(true);
    expect(await listed(id, owner)).toHaveLength(1);
    const { id: other } = await organised();
    expect((await confirm(other, again)).statusCode).toBe(201);
  });

  it('is one attendance and one e-mail when it is sent many times at once', async () => {
    const { id, owner } = await organised();
    const clientId = randomUUID();
    const replies = await concurrently(8, () => confirm(id, { clientId, email: 'una@example.org' }));
    expect(tally(replies)).toEqual({ 200: 7, 201: 1 });
    expect(await listed(id, owner)).toHaveLength(1);
    expect(await emailsTo(db, 'una@example.org')).toHaveLength(1);
  });

  it.each([
    ['another name', { name: 'Otra' }],
    ['another phone', { phone: '3007777777' }],
    ['an e-mail more', { email: 'mas@example.org' }],
  ])('is refused with %s', async (_what, fields) => {
    const { id } = await organised();
    const clientId = randomUUID();
    await confirm(id, { clientId });
    expect(errorOf(await confirm(id, { clientId, ...fields }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Esta confirmación ya se envió con los datos de otra persona',
    });
  });

  it('does not revive a cancelled attendance', async () => {
    const { id, owner } = await organised();
    const clientId = randomUUID();
    const reply = await confirm(id, { clientId });
    await send('DELETE', `/attendances/cancel/${id}`, {}, cookieOf(reply));
    expect(errorOf(await confirm(id, { clientId }))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await listed(id, owner)).toEqual([]);
    expect(await db.$count(attendanceClients, eq(attendanceClients.clientId, clientId))).toBe(1);
  });

  it.each([
    ['asks more', { questions: [{ label: 'Nueva', kind: 'text', required: true }] }],
    ['lets fewer companions come', { companionsMax: 0 }],
    ['asks for an e-mail', { contact: 'email' }],
  ])('is found although the activity %s since', async (_what, edit) => {
    const { id, owner } = await organised({ companionsMax: 2 });
    const body = { clientId: randomUUID(), phone: '3001234567', companions: 1 };
    const { _id } = (await confirm(id, body)).json();
    const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };
    expect((await send('PUT', `/tasks/${id}`, { ...required, ...edit }, owner)).statusCode).toBe(200);
    const again = await confirm(id, body);
    expect([again.statusCode, again.json()._id]).toEqual([200, _id]);
  });

  it('is found although it was rejected, the name corrected, or the person signed in since', async () => {
    const { id, owner } = await organised();
    const { user, headers } = await signedIn(db);
    const body = { clientId: randomUUID(), email: user.email };
    const { _id } = (await confirm(id, body)).json();
    await send('PUT', `/attendances/${_id}`, { name: 'Rosa Elena', email: user.email }, owner);
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'Falta el lugar' })
      .where(eq(activities.id, id));
    const again = await confirm(id, body, headers);
    expect([again.statusCode, again.json()]).toMatchObject([200, { _id, name: 'Rosa Elena' }]);
    expect(await emailsTo(db, user.email)).toHaveLength(1);
  });

  it('is not another account’s', async () => {
    const { id } = await organised();
    const clientId = randomUUID();
    const { user, headers } = await signedIn(db);
    const first = await confirm(id, { clientId, email: user.email }, headers);
    expect(first.statusCode).toBe(201);
    expect((await confirm(id, { clientId, email: user.email }, headers)).statusCode).toBe(200);
    expect((await confirm(id, { clientId, email: user.email })).statusCode).toBe(409);
  });

  it('does not use up the limit, and needs a UUID', async () => {
    const { id } = await organised({}, limited);
    const clientId = randomUUID();
    const replies = await concurrently(14, () => confirm(id, { clientId }, {}, limited));
    expect(tally(replies)[201]).toBe(1);
    const later = await confirm(id, { clientId }, {}, limited);
    expect(later.statusCode).toBe(200);
    expect(errorOf(await confirm(id, { clientId: 'uno' }, {}, limited))).toMatchObject({ status: 400 });
  });
});

it('an organiser leaves e-mail and phone out, also once the activity asks for an e-mail again', async () => {
  const { id, owner } = await organised();
  const { _id } = (await confirm(id, { phone: '3001234567' })).json();
  await send(
    'PUT',
    `/tasks/${id}`,
    { title: 'Siembra', date: '2026-12-05T14:00:00.000Z', contact: 'email' },
    owner,
  );
  const change = (fields: object) => send('PUT', `/attendances/${_id}`, { name: 'Rosa', ...fields }, owner);
  expect((await change({})).json().updated).toMatchObject({ email: '', phone: PHONE });
  expect(errorOf(await confirm(id, { name: 'Sola' }))).toMatchObject({ status: 400 });
  const added = await send('POST', '/attendances/confirm', { taskId: id, name: 'Tulia' }, owner);
  expect(added.json()).toMatchObject({ email: '', phone: '', personalLink: expect.any(String) });
  expect((await change({ email: 'rosa@example.com' })).json().updated).toMatchObject({
    email: 'rosa@example.com',
    phone: PHONE,
  });
  expect(await db.$count(attendances, eq(attendances.phone, PHONE))).toBeGreaterThan(0);
});
