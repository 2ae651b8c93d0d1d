import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { linkIn } from '../../../../test/attendance-calls.ts';
import { testDatabase } from '../../../../test/database.ts';
import { signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo, FROM, WHEN } from '../../../../test/sent-emails.ts';
import { outcomeOf, SATURDAYS, seriesCalls, weekly } from '../../../../test/series-fixture.ts';
import { activityPlaces } from '../../activities/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { attendances } from '../schema.ts';

// `app` and `there` are two processes on one database.
const database = await testDatabase();
const app = await testApp({}, database);
const there = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const { db } = app.platform;
const { send, published, edit, remove } = seriesCalls(app);
const counts = { confirmed: 0, waiting: 0, full: 0, already: 0, separate: 0 };

beforeEach(() => {
  for (const one of [app, there, limited]) one.setNow(NOON);
});

type Headers = Record<string, string>;
let people = 0;
/** Confirms the series for a new person. */
function confirmAll(seriesId: string, fields: object = {}, headers: Headers = {}, at = app) {
  const number = ++people;
  const person = { name: `Persona ${number}`, email: `serie${number}@example.org` };
  const payload = { ...person, ...fields };
  return at.inject({ method: 'POST', url: `/api/attendances/confirm-series/${seriesId}`, payload, headers });
}
const listed = (ids: string[]) => db.select().from(attendances).where(inArray(attendances.activityId, ids));
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));

describe('confirming a series', () => {
  it('confirms each date that is to come with one e-mail and one personal link', async () => {
    const { ids, seriesId } = await published();
    const email = 'visita@example.org';
    const reply = await confirmAll(seriesId, { name: 'Visita', email });
    expect([reply.statusCode, reply.json()]).toEqual([201, { ...counts, confirmed: 3 }]);
    expect((await listed(ids)).map(one => [one.email, one.status])).toEqual(
      Array(3).fill([email, 'confirmed']),
    );
    const [mail, ...others] = await emailsTo(db, email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Vas a 3 fechas de una actividad${FROM}`);
    for (const day of ['5 de diciembre', '12 de diciembre', '19 de diciembre'])
      expect(mail?.text).toContain(day);
    const token = linkIn(mail?.text);
    const open = async (taskId?: string) => send('POST', '/attendances/personal', { token, taskId });
    const dates = ids.map((taskId, index) => ({ taskId, date: SATURDAYS[index], status: 'confirmed' }));
    expect((await open()).json()).toMatchObject({ taskId: ids[0], dates });
    expect((await open(ids[2])).json()).toMatchObject({ taskId: ids[2], task: { date: SATURDAYS[2] } });
    expect((await send('DELETE', `/attendances/cancel/${ids[0]}`, { token })).statusCode).toBe(200);
    expect((await open()).json()).toMatchObject({ taskId: ids[1], dates: dates.slice(1) });
    expect((await open(ids[0])).statusCode).toBe(400);
    const proof = cookieOf(reply);
    const check = (id?: string) => app.inject({ url: `/api/attendances/check/${id}`, headers: proof });
    expect((await check(ids[0])).json().isAttending).toBe(false);
    expect((await check(ids[2])).json().isAttending).toBe(true);
  });

  it('tells the organiser once, of all dates', async () => {
    const { user, seriesId } = await published();
    await confirmAll(seriesId, { name: 'Luz' });
    expect((await bellOf(user.id)).map(({ message }) => message)).toEqual([
      'Luz asistirá a «Huerta», en 3 fechas.',
    ]);
    app.setNow(new Date(NOON.getTime() + 11 * 60_000));
    await pollNotifications(app.platform);
    const mails = await emailsTo(db, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`Luz (3 fechas) va: Huerta${WHEN}`]);
  });

  it('of an account needs no link, and what it attends stays', async () => {
    const { ids, seriesId } = await published();
    const { user, headers } = await signedIn(db);
    const self = { name: user.username, email: user.email };
    await send('POST', '/attendances/confirm', { ...self, taskId: ids[1] }, headers);
    const reply = await confirmAll(seriesId, self, headers);
    expect(reply.json()).toEqual({ ...counts, confirmed: 2, already: 1 });
    expect((await listed(ids)).map(({ userId }) => userId)).toEqual(Array(3).fill(user.id));
    expect((await confirmAll(seriesId, self, headers)).json()).toEqual({ ...counts, already: 3 });
    const mails = await emailsTo(db, user.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Vas: Huerta · sáb 12 dic, 9:00 a. m.',
      `Vas a 2 fechas: Huerta${FROM}`,
    ]);
    expect(mails.every(({ text }) => linkIn(text) === '')).toBe(true);
  });

  it('counts what is full and where the party waits', async () => {
    const { owner, ids, seriesId } = await published({ capacity: 1 });
    await edit(ids[2] ?? '', 'one', { hasWaitingList: false }, owner);
    for (const taskId of [ids[1], ids[2]])
      await send('POST', '/attendances/confirm', { taskId, name: 'Ana', email: 'ana@example.org' });
    const reply = await confirmAll(seriesId);
    expect(reply.json()).toEqual({ ...counts, confirmed: 1, waiting: 1, full: 1 });
    const mail = (await emailsTo(db, `serie${people}@example.org`))[0];
    expect(mail?.text).toContain('en lista de espera, puesto 1');
  });

  it('leaves out what is past, and is 400 when all is', async () => {
    const { owner, ids, seriesId } = await published({ date: '2026-11-21T18:00:00.000Z' });
    app.setNow(new Date('2026-11-21T19:00:00Z'));
    expect((await confirmAll(seriesId)).json()).toEqual({ ...counts, confirmed: 2 });
    expect(await listed([ids[0] ?? ''])).toEqual([]);
    await remove(ids[1] ?? '', 'following', owner);
    expect(errorOf(await confirmAll(seriesId))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['Esta actividad ya pasó'],
    });
  });

  it('takes answers, and leaves apart a date that asks something of its own', async () => {
    const questions = [{ label: '¿Talla?', kind: 'text', required: true }];
    const { owner, first, ids, seriesId } = await published({ questions });
    const own = [...first.questions, { label: '¿Botas?', kind: 'yesno', required: true }];
    await edit(ids[0] ?? '', 'one', { questions: own }, owner);
    const questionId = first.questions[0]?._id;
    expect(errorOf(await confirmAll(seriesId)).message).toEqual(['Falta responder: «¿Talla?»']);
    const unknown = [{ questionId: seriesId, value: 'M' }];
    expect(errorOf(await confirmAll(seriesId, { answers: unknown })).status).toBe(400);
    const reply = await confirmAll(seriesId, { answers: [{ questionId, value: ' M ' }] });
    expect(reply.json()).toEqual({ ...counts, confirmed: 2, separate: 1 });
    const rows = await listed(ids);
    expect(rows.map(({ answers }) => answers)).toEqual(Array(2).fill([{ questionId, value: 'M' }]));
  });

  it('claims on each date the need that corresponds, and counts where it is taken as full', async () => {
    const needs = [{ kind: 'thing', name: 'Palas', quantity: 1 }];
    const { ids, seriesId } = await published({ needs, needsRequired: true, companionsMax: 2 });
    const needIn = async (id = '') => (await app.inject(`/api/tasks/${id}`)).json().needs[0];
    const claimOn = async (id?: string) => [{ needId: (await needIn(id))._id, quantity: 1 }];
    const ana = { taskId: ids[2], name: 'Ana', email: 'ana@example.org', claims: await claimOn(ids[2]) };
    expect((await send('POST', '/attendances/confirm', ana)).statusCode).toBe(201);
    expect(errorOf(await confirmAll(seriesId))).toMatchObject({ status: 400, code: 'NEED_REQUIRED' });
    const strange = [{ needId: seriesId, quantity: 1 }];
    expect(errorOf(await confirmAll(seriesId, { claims: strange })).status).toBe(400);
    const reply = await confirmAll(seriesId, { claims: await claimOn(ids[1]), companions: 1 });
    expect(reply.json()).toEqual({ ...counts, confirmed: 2, full: 1 });
    expect(await Promise.all(ids.map(async id => (await needIn(id)).taken))).toEqual([1, 1, 1]);
    const [mail] = await emailsTo(db, `serie${people}@example.org`);
    expect(mail?.text).toMatch(/Ayudas o llevas: Palas\s+Quiénes van: Tú y 1 persona más/);
    expect(mail?.text).toContain('tu código para la puerta de cada fecha');
  });

  it('by phone gives the link in the response, and the same again to a browser that repeats', async () => {
    const { ids, seriesId } = await published({ contact: 'any' });
    const person = { name: 'Doña Carmen', email: null, phone: '3001234567' };
    const clientId = '01980000-0000-4000-8000-000000000001';
    const reply = await confirmAll(seriesId, { ...person, clientId });
    expect(reply.json()).toEqual({ ...counts, confirmed: 3, personalLink: expect.any(String) });
    const again = await confirmAll(seriesId, { ...person, clientId });
    expect([again.statusCode, again.json()]).toEqual([
      200,
      { ...counts, confirmed: 3, personalLink: expect.any(String) },
    ]);
    const token = linkIn(again.json().personalLink);
    expect((await send('POST', '/attendances/personal', { token })).json().dates).toHaveLength(3);
    expect(await listed(ids)).toHaveLength(3);
    const other = await confirmAll(seriesId, { name: 'Otra', email: null, phone: '3007654321', clientId });
    expect(other.statusCode).toBe(409);
    await send('DELETE', `/attendances/cancel/${ids[0]}`, { token });
    const third = await confirmAll(seriesId, { ...person, clientId });
    expect(third.json()).toMatchObject({ confirmed: 2, already: 1 });
  });

  it('by name alone is four people at most, also on dates that are confirmed later with the same id', async () => {
    const { owner, seriesId, ids } = await published({ contact: 'any', companionsMax: 9 });
    const clientId = '01980000-0000-4000-8000-000000000003';
    const alone = { name: 'Ana', email: null, clientId };
    expect(errorOf(await confirmAll(seriesId, { ...alone, companions: 4 }))).toMatchObject({
      status: 400,
      message: ['Sin correo ni teléfono puedes llevar como máximo 3 acompañantes'],
    });
    await send('POST', '/attendances/confirm', { ...alone, taskId: ids[0], companions: 3 });
    const later = await confirmAll(seriesId, { ...alone, companions: 9 });
    expect(later.json()).toMatchObject({ confirmed: 1, separate: 2 });
    expect((await listed(ids)).map(({ companions }) => companions)).toEqual([3]);
    const added = await confirmAll(seriesId, { name: 'Escuela', email: null, companions: 9 }, owner);
    expect(added.json()).toMatchObject({ confirmed: 3 });
  });

  it('shows nothing of those who were put in the places to the browser that confirmed them', async () => {
    const { owner, ids, seriesId } = await published({ contact: 'any' });
    const clientId = '01980000-0000-4000-8000-000000000002';
    const first = await confirmAll(seriesId, { name: 'Ana', email: null, clientId });
    const token = linkIn(first.json().personalLink);
    const rows = await listed(ids);
    const successor = { name: 'Beatriz', email: 'beatriz.serie@example.org' };
    const replace = ({ id }: { id: string }) => send('PUT', `/attendances/${id}`, successor, owner);
    expect((await replace(rows[0] ?? { id: '' })).statusCode).toBe(200);
    expect((await send('POST', '/attendances/personal', { token })).json().dates).toHaveLength(2);
    const others = await confirmAll(seriesId, { name: 'Ana', email: null, clientId });
    expect(others.json()).toMatchObject({ confirmed: 2, already: 1 });
    const renewed = linkIn(others.json().personalLink);
    expect((await send('POST', '/attendances/personal', { token: renewed })).json().dates).toHaveLength(2);
    for (const row of rows.slice(1)) await replace(row);
    for (const person of [{ name: 'Ana', email: null }, successor]) {
      const again = await confirmAll(seriesId, { ...person, clientId });
      expect([errorOf(again).status, again.headers['set-cookie']]).toEqual([409, undefined]);
    }
    for (const old of [token, renewed])
      expect((await send('POST', '/attendances/personal', { token: old })).statusCode).toBe(400);
    expect((await listed(ids)).every(({ proofHash }) => proofHash === null)).toBe(true);
  });

  it('by the organiser adds a person, not twice by name', async () => {
    const { owner, ids, seriesId } = await published({ capacity: 1 });
    const luz = { name: 'Luz', email: 'luz@example.org' };
    expect((await confirmAll(seriesId, luz, owner)).json()).toEqual({
      ...counts,
      confirmed: 3,
      mailed: true,
    });
    const twin = { name: 'luz', email: 'otra@example.org', force: true };
    expect((await confirmAll(seriesId, twin, owner)).json()).toEqual({
      ...counts,
      already: 3,
      mailed: false,
    });
    expect((await confirmAll(seriesId, { name: 'Eva' }, owner)).json()).toEqual({
      ...counts,
      full: 3,
      mailed: false,
    });
    const forced = await confirmAll(seriesId, { name: 'Sol', force: true }, owner);
    expect(forced.json()).toEqual({ ...counts, confirmed: 3, mailed: true });
    expect(await listed(ids)).toHaveLength(6);
  });

  it('tells the address of a stranger who enters it again, once', async () => {
    const { seriesId } = await published();
    const luz = { name: 'Luz', email: 'luz.serie@example.org' };
    await confirmAll(seriesId, luz);
    for (const _ of [1, 2])
      expect((await confirmAll(seriesId, luz)).json()).toEqual({ ...counts, already: 3 });
    const subjects = (await emailsTo(db, luz.email)).map(({ subject }) => subject);
    expect(subjects.slice(1)).toEqual([`Ya estás en la lista de una actividad${WHEN}`]);
  });

  it.each<[string, string, object, number]>([
    ['an unknown series', '01980000-0000-7000-8000-000000000009', {}, 404],
    ['a wrong id', 'serie', {}, 400],
  ])('is refused for %s', async (_what, id, fields, status) => {
    expect((await confirmAll(id, fields)).statusCode).toBe(status);
  });

  it('is refused without an e-mail, with too many people, and for a rejected series', async () => {
    const { owner, ids, seriesId } = await published({ capacity: 2, companionsMax: 3 });
    expect(errorOf(await confirmAll(seriesId, { email: null })).status).toBe(400);
    expect(errorOf(await confirmAll(seriesId, { companions: 4 })).status).toBe(400);
    expect(errorOf(await confirmAll(seriesId, { companions: 3 }))).toMatchObject({
      status: 400,
      message: ['Esta actividad tiene 2 cupos en total'],
    });
    const admin = await signedIn(db, { role: 'admin' });
    const url = `/admin-panel/activities/${ids[0]}/reject?scope=all`;
    await send('PATCH', url, { reason: 'No' }, admin.headers);
    expect(errorOf(await confirmAll(seriesId)).status).toBe(404);
    expect((await confirmAll(seriesId, {}, owner)).statusCode).toBe(201);
  });

  it('counts as one confirmation against the limits', async () => {
    const { seriesId } = await published({ repeat: { ...weekly, count: 40 }, contact: 'any' });
    const byName = { email: null };
    for (let times = 0; times < 10; times += 1)
      expect((await confirmAll(seriesId, byName, {}, limited)).statusCode).toBe(201);
    expect((await confirmAll(seriesId, byName, {}, limited)).statusCode).toBe(429);
  });
});

describe('at once', () => {
  it('many people and series never exceed the places, whichever process serves them', async () => {
    const { ids, seriesId } = await published({ capacity: 5 });
    const single = (index: number) => ({
      taskId: ids[index % 3],
      name: `Solo ${index}`,
      email: `solo${index}@example.org`,
    });
    const replies = await concurrently(30, index =>
      index % 2 === 0
        ? confirmAll(seriesId, {}, {}, index % 4 === 0 ? app : there)
        : send('POST', '/attendances/confirm', single(index)),
    );
    expect(tally(replies)).toEqual({ 201: 30 });
    const places = await db.select().from(activityPlaces).where(inArray(activityPlaces.activityId, ids));
    expect(places.map(({ taken }) => taken)).toEqual([5, 5, 5]);
    expect((await listed(ids)).filter(({ status }) => status === 'waiting')).toHaveLength(15 * 3 + 15 - 15);
  });

  it('confirmations, edits and deletions of a series end without an error', async () => {
    const { owner, ids, seriesId } = await published();
    const replies = await concurrently(24, index => {
      const id = ids[index % 3] ?? '';
      if (index % 3 === 0) return edit(id, 'all', { title: `Título ${index}` }, owner);
      if (index === 23) return remove(ids[2] ?? '', 'following', owner);
      return confirmAll(seriesId, {}, {}, index % 2 === 0 ? app : there);
    });
    expect(
      replies.map(({ statusCode }) => statusCode).filter(status => ![200, 201, 204].includes(status)),
    ).toEqual([]);
    const rows = await listed(ids);
    const byEmail = new Set(rows.map(({ email }) => email));
    expect(rows).toHaveLength(byEmail.size * 2);
    expect(outcomeOf(await edit(ids[0] ?? '', 'all', { title: 'Fin' }, owner))).toEqual({
      updated: 2,
      kept: 0,
    });
  });

  it('one e-mail of two requests gets one place on each date', async () => {
    const { ids, seriesId } = await published();
    const luz = { name: 'Luz', email: 'luz.dos@example.org' };
    const replies = await concurrently(8, index =>
      confirmAll(seriesId, luz, {}, index % 2 === 0 ? app : there),
    );
    expect(replies.map(reply => reply.json().confirmed).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 3]);
    expect(await listed(ids)).toHaveLength(3);
  });
});
