import type { Question } from '@minga/contract/questions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, aVisit, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { sweepAnswers } from './answer-service.ts';
import { checkAnswers } from './answers.ts';
import { attendances } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;
const DAY_MS = 24 * 60 * 60 * 1000;

const text: Question = {
  _id: '01980000-0000-7000-8000-000000000001',
  label: '¿Qué traes?',
  kind: 'text',
  options: [],
  required: true,
};
const choice: Question = {
  ...{ _id: '01980000-0000-7000-8000-000000000002', label: '¿Talla?', kind: 'choice' },
  ...{ options: ['S', 'M'], required: false },
};
const yesno: Question = {
  ...text,
  _id: '01980000-0000-7000-8000-000000000003',
  label: '¿Carro?',
  kind: 'yesno',
  required: false,
};
const questions = [text, choice, yesno];
const answer = ({ _id: questionId }: Question, value: string) => ({ questionId, value });
const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };

const send = (method: 'POST' | 'PUT', url: string, headers: Headers, payload: object) =>
  app.inject({ method, url: `/api/tasks${url}`, headers, payload });
let people = 0;
const confirm = (
  taskId: string,
  answers: unknown,
  headers: Headers = {},
  email = `p${++people}@example.org`,
) =>
  app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    headers,
    payload: { taskId, name: `Persona ${people}`, email, answers },
  });
const listed = async (taskId: string, headers: Headers) =>
  (await app.inject({ url: `/api/attendances/${taskId}`, headers })).json();

beforeEach(() => app.setNow(NOON));

describe('answers', () => {
  it.each([
    [[answer(text, ' Pala ')], [answer(text, 'Pala')], []],
    [
      [answer(yesno, 'si'), answer(text, 'Pala'), answer(choice, 'M')],
      [answer(text, 'Pala'), answer(choice, 'M'), answer(yesno, 'si')],
      [],
    ],
    [[answer(text, 'Pala'), answer(choice, ' ')], [answer(text, 'Pala')], []],
    [[], null, ['Falta responder: «¿Qué traes?»']],
    [[answer(text, '  ')], null, ['Falta responder: «¿Qué traes?»']],
    [[answer(text, 'ñ'.repeat(301))], null, ['Responde en máximo 300 caracteres: «¿Qué traes?»']],
    [[answer(text, 'Pala'), answer(choice, 'XL')], null, ['Elige una de las opciones: «¿Talla?»']],
    [[answer(text, 'Pala'), answer(yesno, 'yes')], null, ['Elige una de las opciones: «¿Carro?»']],
    [
      [answer(text, 'a'), answer(text, 'b')],
      null,
      ['Una respuesta no es de las preguntas de esta actividad'],
    ],
    [
      [{ questionId: '01980000-0000-7000-8000-000000000009', value: 'a' }],
      null,
      ['Una respuesta no es de las preguntas de esta actividad'],
    ],
  ])('%j are stored as %j: %j', (given, answers, problems) => {
    expect(checkAnswers(questions, given, { isExempt: false })).toEqual({ answers, problems });
  });

  it('may be left out by people whom the organiser adds, but not be wrong', () => {
    expect(checkAnswers(questions, [], { isExempt: true })).toEqual({ answers: [], problems: [] });
    expect(checkAnswers(questions, [answer(choice, 'XL')], { isExempt: true }).problems).toHaveLength(1);
  });

  it('are seen by the person and the organiser only, and erased 30 days after the end', async () => {
    const owner = await signedIn(db);
    const member = await signedIn(db);
    const endDate = new Date('2026-12-05T18:00:00.000Z');
    const { id } = await anActivity(db, { ownerId: owner.user.id, questions, endDate });
    const given = [answer(text, 'Pala')];
    const reply = await confirm(id, given, member.headers, member.user.email);
    expect([reply.statusCode, reply.json().answers]).toEqual([201, given]);
    expect(await listed(id, owner.headers)).toMatchObject([{ answers: given }]);
    const visit = await aVisit(db, { activityId: id, answers: [answer(choice, 'M')] });
    const page = await app.inject({
      method: 'POST',
      url: '/api/attendances/personal',
      payload: { token: visit.token },
    });
    expect(page.json()).toMatchObject({ answers: [answer(choice, 'M')], task: { questions } });
    const download = await app.inject({ url: '/api/auth/data', headers: member.headers });
    expect(download.body).toContain('"question":"¿Qué traes?","value":"Pala"');
    for (const url of ['/api/admin-panel/attendances', `/api/tasks/${id}`, `/actividades/${id}`]) {
      const admin = await signedIn(db, { role: 'admin' });
      expect((await app.inject({ url, headers: admin.headers })).body, url).not.toContain('Pala');
    }
    const stored = () =>
      db
        .select({ answers: attendances.answers })
        .from(attendances)
        .where(eq(attendances.activityId, id))
        .orderBy(attendances.id);
    app.setNow(new Date(endDate.getTime() + 30 * DAY_MS));
    await sweepAnswers(app.platform);
    expect(await stored()).toEqual([{ answers: given }, { answers: [answer(choice, 'M')] }]);
    app.setNow(new Date(endDate.getTime() + 30 * DAY_MS + 1));
    await sweepAnswers(app.platform);
    expect(await stored()).toEqual([{ answers: [] }, { answers: [] }]);
  });

  it('are required of those who confirm: a refusal stores nothing', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, questions });
    const refusal = { status: 400, code: 'VALIDATION', message: ['Falta responder: «¿Qué traes?»'] };
    expect(errorOf(await confirm(id, undefined))).toEqual(refusal);
    for (const wrong of [
      'x',
      [{ value: 'a' }],
      [{ questionId: text._id, value: 7 }],
      Array(6).fill(answer(text, 'a')),
    ])
      expect(errorOf(await confirm(id, wrong))).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await listed(id, owner.headers)).toEqual([]);
    expect((await confirm(id, undefined, owner.headers)).statusCode).toBe(201);
  });

  it('go when the organiser gives the attendance to another address', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, questions });
    const { _id } = (await confirm(id, [answer(text, 'Pala')])).json();
    const url = `/api/attendances/${_id}`;
    const reply = await app.inject({
      method: 'PUT',
      url,
      headers: owner.headers,
      payload: { name: 'Otra', email: 'otra@example.org' },
    });
    expect(reply.json().updated.answers).toEqual([]);
  });
});

describe('questions', () => {
  const written = { label: ' ¿Qué  traes? ', kind: 'text', required: true };

  it('are stored in order, keep their identity by _id, stay when left out, and are cleared by null', async () => {
    const { headers } = await signedIn(db);
    const sizes = { label: '¿Talla?', kind: 'choice', options: ['S', 'M'] };
    const created = (await send('POST', '', headers, { ...required, questions: [written, sizes] })).json();
    const [first, second] = created.questions;
    expect(created.questions).toMatchObject([
      { label: '¿Qué traes?', kind: 'text', options: [], required: true },
      { ...sizes, required: false },
    ]);
    const edit = async (values: object) =>
      (await send('PUT', `/${created._id}`, headers, { ...required, ...values })).json().questions;
    expect(await edit({})).toEqual([first, second]);
    expect(await edit({ questions: [{ ...second, required: true }, first] })).toEqual([
      { ...second, required: true },
      first,
    ]);
    expect(await edit({ questions: null })).toEqual([]);
    const text = JSON.stringify([written]);
    expect(await edit({ questions: text })).toMatchObject([{ label: '¿Qué traes?' }]);
  });

  it.each([
    [[{ ...written, label: ' ' }], 'Escribe la pregunta'],
    [[{ ...written, label: 'a'.repeat(121) }], 'La pregunta debe tener como máximo 120 caracteres'],
    [[{ ...written, kind: 'number' }], 'La pregunta debe ser «text», «choice» o «yesno»'],
    [[{ ...written, kind: 'choice' }], 'Una pregunta de elegir lleva de 2 a 10 opciones distintas'],
    [
      [{ ...written, kind: 'choice', options: ['a', 'a'] }],
      'Una pregunta de elegir lleva de 2 a 10 opciones distintas',
    ],
    [
      [{ ...written, kind: 'choice', options: ['a', 'b'.repeat(61)] }],
      'Cada opción debe tener como máximo 60 caracteres',
    ],
    [[{ ...written, required: 'si' }], 'Di si la pregunta es obligatoria o no'],
    [Array(6).fill(written), 'Puedes hacer como máximo 5 preguntas'],
    ['no', 'Las preguntas deben ser una lista'],
    [[7], 'Cada pregunta debe ser un objeto'],
    [[text, text], 'Una pregunta está dos veces'],
    [[{ ...written, _id: 'uno' }], 'Identificador no válido'],
    [[text], 'Una de las preguntas ya no existe: abre de nuevo la actividad'],
  ])('refuses %j and changes nothing', async (wrong, message) => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id, questions: [choice] });
    const reply = await send('PUT', `/${id}`, headers, { ...required, questions: wrong });
    expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION', message: [message] });
    expect((await app.inject(`/api/tasks/${id}`)).json()).toMatchObject({ questions: [choice] });
  });

  it('with answers keep label, kind and options; a removed one takes its answers along', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, questions });
    await confirm(id, [answer(text, 'Pala'), answer(choice, 'M')]);
    const edit = (edited: object[]) =>
      send('PUT', `/${id}`, owner.headers, { ...required, questions: edited });
    for (const changed of [
      { ...text, label: 'Otra' },
      { ...text, kind: 'yesno' },
      { ...choice, options: ['M', 'L'] },
    ]) {
      const reply = await edit([...questions.filter(({ _id }) => _id !== changed._id), changed]);
      expect(errorOf(reply)).toMatchObject({
        status: 409,
        code: 'QUESTION_ANSWERED',
        message: expect.stringContaining(`«${changed._id === text._id ? text.label : choice.label}»`),
      });
    }
    expect((await app.inject(`/api/tasks/${id}`)).json()).toMatchObject({
      questions,
      title: expect.stringContaining('Actividad'),
    });
    // The third has no answers, and an additional option fits all answers.
    const allowed = [
      text,
      { ...choice, options: ['L', 'M', 'S'], required: true },
      { ...yesno, label: '¿Moto?' },
    ];
    expect((await edit(allowed)).json().questions).toEqual(allowed);
    expect((await edit([text])).statusCode).toBe(200);
    expect(await listed(id, owner.headers)).toMatchObject([{ answers: [answer(text, 'Pala')] }]);
  });

  it('and their answers agree while both change at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: owner.user.id, questions: [choice] });
      const [replies, edited] = await Promise.all([
        concurrently(8, () => confirm(id, [answer(choice, 'S')])),
        send('PUT', `/${id}`, owner.headers, {
          ...required,
          questions: [{ ...choice, options: ['M', 'L'] }],
        }),
      ]);
      const stored = await listed(id, owner.headers);
      expect(tally(replies)[201] ?? 0).toBe(stored.length);
      const current = (await app.inject(`/api/tasks/${id}`)).json().questions[0].options;
      expect(edited.statusCode).toBe(current.includes('S') ? 409 : 200);
      if (!current.includes('S')) expect(stored).toEqual([]);
    }
  });
});
