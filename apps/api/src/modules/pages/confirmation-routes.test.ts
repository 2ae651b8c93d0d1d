import { randomUUID } from 'node:crypto';
import type { PlainForm } from '@minga/contract/server-rendering';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { linkIn } from '../../../test/attendance-calls.ts';
import { anActivity, aVisit, signedIn } from '../../../test/factories.ts';
import { cookieOf } from '../../../test/requests.ts';
import { emailsTo, subjectsTo, WHEN } from '../../../test/sent-emails.ts';
import { activityNeeds } from '../activities/schema.ts';
import { attendanceClaims, attendances } from '../attendance/schema.ts';

const app = await testApp();
const limited = await testApp({ RATE_LIMIT_FACTOR: '0.01' });
const { db } = app.platform;

const TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const rosa = { accion: 'asistir', name: 'Rosa <Elvira>', email: 'rosa@example.org' };

const post = (id: string, fields: Record<string, string>, headers: Record<string, string> = {}, at = app) =>
  at.inject({
    method: 'POST',
    url: `/actividades/${id}`,
    headers: { ...TYPE, ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

type Reply = Awaited<ReturnType<typeof post>>;

/** The fixture of the renderer shows this of the form. */
const formIn = ({ body }: Pick<Reply, 'body'>): PlainForm =>
  JSON.parse(/<pre>(.*)<\/pre>/.exec(body)?.[1]?.replaceAll('&lt;', '<') ?? 'null');

const resultOf = async (reply: Reply, headers: Record<string, string> = cookieOf(reply)) =>
  app.inject({ url: String(reply.headers.location).split('#')[0] ?? '', headers });

const listed = (id: string) => db.select().from(attendances).where(eq(attendances.activityId, id));

const question = (values: object = {}) => ({
  _id: randomUUID(),
  label: '¿Traes termo?',
  kind: 'yesno' as const,
  options: [],
  required: true,
  ...values,
});

async function aNeed(activityId: string, values: Partial<typeof activityNeeds.$inferInsert> = {}) {
  const id = randomUUID();
  const need = { id, activityId, kind: 'thing', name: 'Palas', note: '', quantity: 2, position: 0 } as const;
  await db.insert(activityNeeds).values({ ...need, ...values });
  return id;
}

describe('the form of an activity', () => {
  it('confirms and leads to a page that says so, for this browser alone', async () => {
    const ask = question();
    const { id } = await anActivity(db, { companionsMax: 2, questions: [ask] });
    const needId = await aNeed(id);
    const reply = await post(id, {
      ...rosa,
      companions: '1',
      [`need-${needId}`]: '2',
      [`answer-${ask._id}`]: 'si',
    });
    expect([reply.statusCode, reply.headers.location]).toEqual([
      303,
      `/actividades/${id}?asistencia=confirmada#asistir`,
    ]);
    expect(reply.headers['set-cookie']).toMatch(/^minga_visitor=\S+; .*HttpOnly/);
    const [stored, ...others] = await listed(id);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      name: 'Rosa <Elvira>',
      email: rosa.email,
      companions: 1,
      status: 'confirmed',
    });
    expect(stored?.answers).toEqual([{ questionId: ask._id, value: 'si' }]);
    expect(await db.select().from(attendanceClaims).where(eq(attendanceClaims.needId, needId))).toMatchObject(
      [{ quantity: 2 }],
    );
    const [mail] = await emailsTo(db, rosa.email);
    expect(mail?.subject).toBe(`Vas a una actividad${WHEN}`);
    expect(linkIn(mail?.text)).toHaveLength(43);

    const result = await resultOf(reply);
    expect([result.statusCode, result.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(result.body).toContain('<meta name="robots" content="noindex">');
    expect(formIn(result)).toMatchObject({
      outcome: 'confirmed',
      own: { status: 'confirmed', position: null },
      typed: {},
      problems: [],
      dataDays: 180,
    });
    expect(formIn(await resultOf(reply, {}))).toMatchObject({ outcome: 'confirmed', own: null });
  });

  it('lets browsers name the page that sends it, so that the check of the origin applies', async () => {
    const { id } = await anActivity(db);
    const { body } = await app.inject(`/actividades/${id}`);
    expect(body).toContain('<noscript><meta name="referrer" content="same-origin"></noscript>');
    for (const headers of [
      { origin: 'null' },
      { origin: 'https://otra.example' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await post(id, { ...rosa, email: 'ajena@example.org' }, headers)).statusCode).toBe(403);
    expect(await listed(id)).toEqual([]);
    const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect((await post(id, { ...rosa, email: 'propia@example.org' }, own)).statusCode).toBe(303);
  });

  it('puts a party on the waiting list and tells its position', async () => {
    const { id } = await anActivity(db, { capacity: 1 });
    await aVisit(db, { activityId: id });
    const reply = await post(id, { ...rosa, email: 'espera@example.org' });
    expect(formIn(await resultOf(reply))).toMatchObject({ own: { status: 'waiting', position: 1 } });
    expect(await subjectsTo(db, 'espera@example.org')).toEqual([`Estás en lista de espera${WHEN}`]);
  });

  it('cancels for the browser that confirmed, which leads to a page that says so', async () => {
    const { id } = await anActivity(db);
    const reply = await post(id, { ...rosa, email: 'cancela@example.org' });
    const stranger = await post(id, { accion: 'cancelar' });
    expect([stranger.statusCode, formIn(stranger).problems]).toEqual([
      403,
      ['No tienes permiso para esta acción'],
    ]);
    const cancelled = await post(id, { accion: 'cancelar' }, cookieOf(reply));
    expect([cancelled.statusCode, cancelled.headers.location]).toEqual([
      303,
      `/actividades/${id}?asistencia=cancelada#asistir`,
    ]);
    expect(await listed(id)).toEqual([]);
    const result = await resultOf(cancelled, cookieOf(reply));
    expect(formIn(result)).toMatchObject({ outcome: 'cancelled', own: null });
    expect(await subjectsTo(db, 'cancela@example.org')).toEqual([
      `Vas a una actividad${WHEN}`,
      `Cancelaste tu asistencia a una actividad${WHEN}`,
    ]);
  });
});

describe('a rejected form says why and retains what was typed', () => {
  const INCOMPLETE = 'Datos incompletos para confirmar asistencia';
  const past = new Date(NOON.getTime() - 3_600_000);

  it.each<[string, object, Record<string, string>, number, string]>([
    ['without a name', {}, { name: ' ' }, 400, INCOMPLETE],
    ['without an e-mail', {}, { email: '' }, 400, INCOMPLETE],
    ['without an e-mail where none is needed', { contact: 'any' }, { email: '' }, 400, INCOMPLETE],
    ['with half an e-mail', {}, { email: 'rosa@' }, 400, 'Correo electrónico no válido'],
    [
      'with a name of 81 characters',
      {},
      { name: 'a'.repeat(81) },
      400,
      'El nombre debe tener como máximo 80 caracteres',
    ],
    [
      'with a character that cannot be stored',
      {},
      { name: 'Ro\0sa' },
      400,
      'El texto contiene caracteres no permitidos',
    ],
    [
      'with more companions than may come',
      { companionsMax: 1 },
      { companions: '2' },
      400,
      'Puedes llevar como máximo 1 acompañante',
    ],
    [
      'with companions that are no number',
      { companionsMax: 1 },
      { companions: 'dos' },
      400,
      'Los acompañantes deben ser un número de 0 a 9',
    ],
    [
      'of a group that is larger than the capacity',
      { capacity: 2, companionsMax: 5 },
      { companions: '3' },
      400,
      'Esta actividad tiene 2 cupos en total',
    ],
    [
      'without an answer that is required',
      { questions: [question()] },
      {},
      400,
      'Falta responder: «¿Traes termo?»',
    ],
    [
      'with an answer to an unknown question',
      {},
      { [`answer-${randomUUID()}`]: 'si' },
      400,
      'Una respuesta no es de las preguntas de esta actividad',
    ],
    [
      'with an unknown need',
      {},
      { [`need-${randomUUID()}`]: '1' },
      400,
      'Una de las tareas o cosas que elegiste ya no existe: carga de nuevo la página',
    ],
    [
      'with a quantity that is no number',
      {},
      { [`need-${randomUUID()}`]: 'x' },
      400,
      'La cantidad debe ser un número entero de 1 a 1.000',
    ],
    [
      'without a need that is required',
      { needsRequired: true },
      {},
      400,
      'Elige al menos una tarea o cosa por llevar',
    ],
    ['of what has begun', { date: past }, {}, 400, 'Esta actividad ya pasó'],
    [
      'when it is full without a waiting list',
      { capacity: 1, hasWaitingList: false },
      { full: 'si' },
      409,
      'Ya no hay cupos',
    ],
  ])('%s', async (_, values, fields, status, problem) => {
    const { id } = await anActivity(db, values);
    if ('needsRequired' in values) await aNeed(id);
    const { full, ...more } = fields;
    if (full !== undefined) await aVisit(db, { activityId: id });
    const before = await listed(id);
    const typed = { ...rosa, ...more };
    const reply = await post(id, typed);
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      ...[status, 'text/html; charset=utf-8', 'no-store'],
    ]);
    expect(formIn(reply)).toMatchObject({ typed, outcome: null, own: null });
    expect(formIn(reply).problems).toEqual([problem]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await listed(id)).toEqual(before);
  });

  it('with more of a thing than is missing', async () => {
    const { id } = await anActivity(db);
    const needId = await aNeed(id);
    const reply = await post(id, { ...rosa, [`need-${needId}`]: '3' });
    expect([reply.statusCode, formIn(reply).problems]).toEqual([409, [expect.stringContaining('Palas')]]);
    expect(await listed(id)).toEqual([]);
  });

  it('with an address that is on the list already, which is told', async () => {
    const { id } = await anActivity(db);
    const { email } = await aVisit(db, { activityId: id });
    const reply = await post(id, { ...rosa, email });
    expect([reply.statusCode, formIn(reply).problems]).toEqual([
      409,
      ['Ya estás registrado en esta actividad'],
    ]);
    expect(await subjectsTo(db, email)).toEqual([`Ya estás en la lista de una actividad${WHEN}`]);
  });

  it('beyond the limits, with the time to wait', async () => {
    const { id } = await anActivity(limited.platform.db);
    const replies = [];
    for (const number of [1, 2, 3, 4, 5])
      replies.push(await post(id, { ...rosa, email: `limite${number}@example.org` }, {}, limited));
    const rejected = replies.at(-1);
    expect(rejected?.statusCode).toBe(429);
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0);
    expect(formIn({ body: rejected?.body ?? '' })).toMatchObject({
      typed: { email: 'limite5@example.org' },
      problems: [expect.stringMatching(/vuelve a intentarlo|mañana|Inicia sesión/i)],
    });
  });

  it('of what cannot be seen is the page of a missing activity', async () => {
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    for (const id of [randomUUID(), 'uno', rejected.id]) {
      const reply = await post(id, rosa);
      expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining('Desconocida')]);
    }
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    expect((await app.delete(`/api/tasks/${id}`, headers)).statusCode).toBe(204);
    const reply = await post(id, rosa);
    expect([reply.statusCode, reply.body]).toEqual([410, expect.stringContaining('Eliminada')]);
  });

  it('in another format or of more than 100 kB is not read', async () => {
    const { id } = await anActivity(db);
    const json = await app.inject({
      method: 'POST',
      url: `/actividades/${id}`,
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(json.statusCode).toBe(415);
    expect((await post(id, { ...rosa, name: 'a'.repeat(100_001) })).statusCode).toBe(413);
  });
});
