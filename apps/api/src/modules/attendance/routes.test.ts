import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, signedIn } from '../../../test/factories.ts';
import { lettersTo } from '../../../test/letters.ts';
import { atOnce, cookieOf, refusalOf, tally } from '../../../test/requests.ts';
import { attendances } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
let made = 0;

const confirm = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/attendances/confirm', payload, headers });
const check = async (taskId: string, email?: string, headers: Record<string, string> = {}) => {
  const query = email === undefined ? {} : { email };
  const reply = await app.inject({ url: `/api/attendances/check/${taskId}`, query, headers });
  expect([reply.statusCode, Object.keys(reply.json())]).toEqual([200, ['isAttending']]);
  return reply.json().isAttending;
};
const visitor = (taskId: string, values: object = {}) => ({
  taskId,
  name: 'Luz Dary',
  email: `visita${++made}@example.org`,
  ...values,
});

beforeEach(() => app.setNow(NOON));

describe('POST /attendances/confirm', () => {
  it('takes a visitor, gives a proof in an HttpOnly cookie and mails what, when and where', async () => {
    const activity = await anActivity(db, { title: 'Minga de pintura', place: 'Barrio Bolívar' });
    const reply = await confirm(visitor(activity.id, { name: '  Luz Dary ', email: ' LUZ@Example.org ' }));
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual({
      _id: expect.any(String),
      task: activity.id,
      taskId: activity.id,
      name: 'Luz Dary',
      email: 'luz@example.org',
      createdAt: NOON.toISOString(),
    });
    expect(reply.cookies[0]).toMatchObject({
      name: 'minga_visitor',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    const [letter] = await lettersTo(db, 'luz@example.org');
    expect(letter?.subject).toBe('Vas a asistir: Minga de pintura');
    expect(letter?.text).toContain('sábado, 5 de diciembre de 2026, 9:00 a. m.');
    expect(letter?.text).toContain(`http://localhost:3000/actividades/${activity.id}`);
  });

  it("links it to the account for the session's own e-mail alone", async () => {
    const activity = await anActivity(db);
    const { user, headers } = await signedIn(db);
    const own = await confirm(visitor(activity.id, { email: user.email }), headers);
    expect(own.json()).toMatchObject({ user: user.id });
    expect(own.cookies).toEqual([]);
    const forged = await confirm(visitor(activity.id, { user: user.id }), headers);
    expect(forged.json()).not.toHaveProperty('user');
    const stranger = await confirm(visitor((await anActivity(db)).id, { email: user.email }));
    expect(stranger.json()).not.toHaveProperty('user');
  });

  it('fifty at once with one e-mail: one 201, forty-nine 409', async () => {
    const activity = await anActivity(db);
    const one = visitor(activity.id);
    expect(tally(await atOnce(50, () => confirm(one)))).toEqual({ 201: 1, 409: 49 });
    expect(await db.$count(attendances, eq(attendances.activityId, activity.id))).toBe(1);
    expect(await lettersTo(db, one.email)).toHaveLength(1);
  });

  it('says who is registered already, to a visitor and to the owner', async () => {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const first = visitor(activity.id);
    await confirm(first);
    expect(refusalOf(await confirm({ ...first, name: 'Otra' }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya estás registrado en esta actividad',
    });
    for (const again of [visitor(activity.id, { name: 'LUZ DARY' }), { ...first, name: 'Otra' }]) {
      expect(refusalOf(await confirm(again, headers))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'Nombre o correo ya registrados',
      });
    }
    expect((await confirm(visitor(activity.id))).statusCode).toBe(201);
  });

  it('ten participants of one name added by the owner at once: one is taken', async () => {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const replies = await atOnce(10, () => confirm(visitor(activity.id, { name: 'Ana' }), headers));
    expect(tally(replies)).toEqual({ 201: 1, 409: 9 });
  });

  it('refuses the past, and lets in until the minute it begins', async () => {
    const activity = await anActivity(db, { date: NOON });
    expect((await confirm(visitor(activity.id))).statusCode).toBe(201);
    app.setNow(new Date(NOON.getTime() + 1));
    expect(refusalOf(await confirm(visitor(activity.id)))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['Esta actividad ya pasó'],
    });
  });

  it('answers 404 for unknown and for rejected activities', async () => {
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    for (const taskId of [UNKNOWN, rejected.id]) {
      expect(refusalOf(await confirm(visitor(taskId)))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it.each([
    [{}, 'Datos incompletos para confirmar asistencia'],
    [{ taskId: UNKNOWN, email: 'a@example.org' }, 'Datos incompletos para confirmar asistencia'],
    [{ taskId: UNKNOWN, name: '  ', email: 'a@example.org' }, 'Datos incompletos para confirmar asistencia'],
    [{ taskId: UNKNOWN, name: 'Ana', email: '' }, 'Datos incompletos para confirmar asistencia'],
    [{ taskId: UNKNOWN, name: 'Ana', email: 'a@' }, 'Correo electrónico no válido'],
    [{ taskId: 'uno', name: 'Ana', email: 'a@example.org' }, 'Identificador no válido'],
    [
      { taskId: UNKNOWN, name: 'Gana http://malo.example', email: 'a@example.org' },
      'El nombre no puede llevar direcciones web',
    ],
    [
      { taskId: UNKNOWN, name: 'a'.repeat(81), email: 'a@example.org' },
      'El nombre debe tener como máximo 80 caracteres',
    ],
    [
      { taskId: UNKNOWN, name: 'A\u0000', email: 'a@example.org' },
      'El texto contiene caracteres no permitidos',
    ],
  ])('refuses %j', async (payload, message) => {
    expect(refusalOf(await confirm(payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
  });
});

describe('GET /attendances/check/{taskId}', () => {
  it("answers a visitor's e-mail truly only with the visitor's proof", async () => {
    const activity = await anActivity(db);
    const one = visitor(activity.id);
    const proof = cookieOf(await confirm(one));
    expect(await check(activity.id, one.email, proof)).toBe(true);
    expect(await check(activity.id, undefined, proof)).toBe(true);
    expect(await check(activity.id, 'otra@example.org', proof)).toBe(false);
    expect(await check(activity.id, one.email)).toBe(false);
    expect(await check((await anActivity(db)).id, one.email, proof)).toBe(false);
    const stranger = cookieOf(await confirm(visitor(activity.id)));
    expect(await check(activity.id, one.email, stranger)).toBe(false);
  });

  it("keeps one proof for all of a browser's confirmations", async () => {
    const [first, second] = [visitor((await anActivity(db)).id), visitor((await anActivity(db)).id)];
    const proof = cookieOf(await confirm(first));
    expect(cookieOf(await confirm(second, proof))).toEqual(proof);
    expect(await check(second.taskId, second.email, proof)).toBe(true);
  });

  it("answers an account's e-mail truly to that account's session alone", async () => {
    const activity = await anActivity(db);
    const { user, headers } = await signedIn(db);
    const stranger = await signedIn(db);
    await confirm(visitor(activity.id, { email: user.email }), headers);
    expect(await check(activity.id, user.email, headers)).toBe(true);
    expect(await check(activity.id, undefined, headers)).toBe(true);
    expect(await check(activity.id, user.email, stranger.headers)).toBe(false);
    expect(await check(activity.id, user.email)).toBe(false);
  });

  it('tells nothing of attendances without a proof', async () => {
    const { activityId, email } = await anAttendance(db);
    expect(await check(activityId, email ?? '', { cookie: `minga_visitor=${'A'.repeat(43)}` })).toBe(false);
    expect(await check(activityId, email ?? '', { cookie: 'minga_visitor=' })).toBe(false);
  });

  it('answers 404 for an unknown activity, 400 for a bad id or e-mail', async () => {
    const get = (url: string) => app.inject({ url: `/api/attendances/check/${url}` });
    expect((await get(UNKNOWN)).statusCode).toBe(404);
    expect((await get('uno')).statusCode).toBe(400);
    expect(refusalOf(await get(`${UNKNOWN}?email=nadie`))).toMatchObject({
      message: ['Correo electrónico no válido'],
    });
  });
});
