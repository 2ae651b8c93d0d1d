import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { plainAttendance } from '../../../test/plain-attendance.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';

const app = await testApp();
const { db } = app.platform;
const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
let visitorCount = 0;

const confirm = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/attendances/confirm', payload, headers });
const visitor = (taskId: string, values: object = {}) => ({
  taskId,
  name: 'Luz Dary',
  email: `visita${++visitorCount}@example.org`,
  ...values,
});

beforeEach(() => app.setNow(NOON));

describe('POST /attendances/confirm', () => {
  it('confirms a visitor, sets the proof as an HttpOnly cookie and mails title, date and place', async () => {
    const activity = await anActivity(db, { title: 'Minga de pintura', place: 'Barrio Bolívar' });
    const reply = await confirm(visitor(activity.id, { name: '  Luz Dary ', email: ' LUZ@Example.org ' }));
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual({
      _id: expect.any(String),
      task: activity.id,
      taskId: activity.id,
      name: 'Luz Dary',
      email: 'luz@example.org',
      ...plainAttendance,
      code: expect.any(String),
      createdAt: NOON.toISOString(),
    });
    expect(reply.cookies[0]).toMatchObject({
      name: 'minga_visitor',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    const [mail] = await emailsTo(db, 'luz@example.org');
    expect(mail?.subject).toBe('Vas a asistir a una actividad');
    expect(mail?.text).toContain('sábado, 5 de diciembre de 2026, 9:00\u00a0a.\u00a0m.');
    expect(mail?.text).toContain(`http://localhost:3000/actividades/${activity.id}.ics`);
    expect(await mailedToken(db, 'luz@example.org', 'attendance')).not.toBe(reply.cookies[0]?.value);
  });

  it("links it to the account only for the session's own e-mail", async () => {
    const activity = await anActivity(db);
    const { user, headers } = await signedIn(db);
    const own = await confirm(visitor(activity.id, { email: user.email }), headers);
    expect(own.json()).toMatchObject({ user: user.id });
    expect(own.cookies).toEqual([]);
    const [mail] = await emailsTo(db, user.email);
    expect(mail?.text).toContain(`http://localhost:3000/actividades/${activity.id}`);
    expect(mail?.text).not.toContain('mi-asistencia');
    const forged = await confirm(visitor(activity.id, { user: user.id }), headers);
    expect(forged.json()).not.toHaveProperty('user');
    const stranger = await confirm(visitor((await anActivity(db)).id, { email: user.email }));
    expect(stranger.json()).not.toHaveProperty('user');
  });

  it.each(['=1+1', '<img src=x onerror=alert(1)>', '"><script>alert(1)</script>'])(
    'escapes the name %s in the e-mail',
    async name => {
      const activity = await anActivity(db, { title: '<b>Olla</b>' });
      const one = visitor(activity.id, { name });
      expect((await confirm(one)).json()).toMatchObject({ name });
      const [mail] = await emailsTo(db, one.email);
      expect(mail?.text).toContain(`¡Te esperamos, ${name}!`);
      expect(mail?.html).not.toMatch(/<(img|script|b)[ >]/);
    },
  );

  it('rejects a duplicate, of a visitor and of the owner', async () => {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const first = visitor(activity.id);
    await confirm(first);
    expect(errorOf(await confirm({ ...first, name: 'Otra' }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya estás registrado en esta actividad',
    });
    for (const again of [visitor(activity.id, { name: 'LUZ DARY' }), { ...first, name: 'Otra' }]) {
      expect(errorOf(await confirm(again, headers))).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'Nombre o correo ya registrados',
      });
    }
    expect((await confirm(visitor(activity.id))).statusCode).toBe(201);
  });

  it.each([
    ['without an end', null, 'Esta actividad ya pasó'],
    ['in progress', new Date(NOON.getTime() + 1), 'Esta actividad ya comenzó'],
  ])('accepts until the instant of the start, and rejects what is %s', async (_what, endDate, message) => {
    const activity = await anActivity(db, { date: NOON, endDate });
    expect((await confirm(visitor(activity.id))).statusCode).toBe(201);
    app.setNow(new Date(NOON.getTime() + 1));
    expect(errorOf(await confirm(visitor(activity.id)))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
  });

  it('returns 404 for unknown and for rejected activities', async () => {
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    for (const taskId of [UNKNOWN, rejected.id]) {
      expect(errorOf(await confirm(visitor(taskId)))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
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
  ])('rejects %j', async (payload, message) => {
    expect(errorOf(await confirm(payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
  });
});
