import type { Claim, Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { anActivity, aVisit, signedIn } from '../../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { activities, activityNeeds } from '../../activities/schema.ts';
import { attendanceClaims, attendances } from '../schema.ts';
import { checkAnswers } from './rules.ts';
import { sweepAnswers } from './service.ts';

describe('answers', async () => {
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
    _id: '01980000-0000-7000-8000-000000000002',
    label: '¿Talla?',
    kind: 'choice',
    options: ['S', 'M'],
    required: false,
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

    // docs/rules.md R12.2
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
      // The third question has no answers, and an additional option matches all answers.
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
});

describe('claims', async () => {
  const app = await testApp();
  const { db } = app.platform;
  type Headers = Record<string, string>;
  const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };
  const cooking = { kind: 'task', name: 'Cocina', quantity: 2 };
  const spades = { kind: 'thing', name: 'Palas', quantity: 3, note: 'Con mango' };

  beforeEach(() => app.setNow(NOON));

  const { send, confirm, listed } = attendanceCalls(app);

  /** Publishes an activity that needs two cooks and three spades, unless `fields` contains other values. */
  async function needy(fields: object = {}) {
    const { user, headers } = await signedIn(db);
    const reply = await send('POST', '/tasks', { ...required, needs: [cooking, spades], ...fields }, headers);
    const { _id: id, needs } = reply.json() as { _id: string; needs: Need[] };
    const [first, second] = needs.map(need => need._id);
    return { id, owner: headers, user, needs, cook: first ?? '', spade: second ?? '' };
  }

  const change = (id: string, claims: Claim[], headers: Headers, more: object = {}) =>
    send('PUT', `/attendances/claims/${id}`, { claims, ...more }, headers);
  const edit = (id: string, headers: Headers, fields: object) =>
    send('PUT', `/tasks/${id}`, { ...required, ...fields }, headers);
  const needsNow = async (id: string, headers: Headers = {}): Promise<Need[]> =>
    (await app.inject({ url: `/api/tasks/${id}`, headers })).json().needs;
  const takenOf = async (id: string) => (await needsNow(id)).map(({ taken }) => taken);
  describe('claims', () => {
    it('are made with the confirmation, counted, and seen by the person and the organiser', async () => {
      const { id, owner, cook, spade } = await needy();
      const claims = [
        { needId: cook, quantity: 1 },
        { needId: spade, quantity: 2 },
      ];
      const { headers, user } = await signedIn(db, { passwordHash: await cheapHash('secreta-larga') });
      const reply = await confirm(id, { claims, email: user.email }, headers);
      expect([reply.statusCode, reply.json().claims]).toEqual([201, claims]);
      expect(await takenOf(id)).toEqual([1, 2]);
      const [mail] = await emailsTo(db, user.email);
      expect(mail?.text).toContain('Cocina, 2 de Palas');
      expect(mail?.text).toContain('Tu código para la puerta está en «Voy a ir»');
      expect(await listed(id, owner)).toMatchObject([{ claims }]);
      const mine = await app.inject({ url: '/api/attendances/mis-asistencias', headers });
      expect(mine.json()).toMatchObject([{ claims, task: { needs: [{ taken: 1 }, { taken: 2 }] } }]);
      const download = await app.inject({ url: '/api/auth/data', headers });
      expect(download.json().attendances).toMatchObject([
        {
          claims: [
            { need: 'Cocina', quantity: 1 },
            { need: 'Palas', quantity: 2 },
          ],
        },
      ]);
      const cancelled = await send('DELETE', `/attendances/cancel/${id}`, {}, headers);
      expect(cancelled.json().deletedAttendance.claims).toEqual([]);
      expect(await takenOf(id)).toEqual([0, 0]);
    });

    it('that are rejected confirm no attendance', async () => {
      const { id, owner, cook, spade } = await needy({ companionsMax: 3 });
      const refused = async (claims: unknown, more: object = {}) =>
        errorOf(await confirm(id, { claims, ...more }));
      expect(await refused([{ needId: spade, quantity: 4 }])).toEqual({
        status: 409,
        code: 'NEED_FULL',
        message: 'De «Palas» ya no hace falta tanto: elige menos u otra cosa',
      });
      expect(await refused([{ needId: cook, quantity: 2 }])).toMatchObject({ code: 'PARTY_TOO_SMALL' });
      for (const wrong of [
        'x',
        [7],
        [{ needId: cook }],
        [{ needId: 'uno', quantity: 1 }],
        [{ needId: cook, quantity: 0 }],
        [
          { needId: cook, quantity: 1 },
          { needId: cook, quantity: 1 },
        ],
        [{ needId: '01980000-0000-7000-8000-000000000009', quantity: 1 }],
        Array(41).fill({ needId: cook, quantity: 1 }),
      ])
        expect(await refused(wrong)).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(await listed(id, owner)).toEqual([]);
      expect(await takenOf(id)).toEqual([0, 0]);
      expect((await confirm(id, { claims: [{ needId: cook, quantity: 2 }], companions: 1 })).statusCode).toBe(
        201,
      );
    });

    it('clash when tasks overlap in time', async () => {
      const at = (start: string, end: string) => ({
        kind: 'task',
        quantity: 5,
        name: start,
        startsAt: `2026-12-05T${start}:00.000Z`,
        endsAt: `2026-12-05T${end}:00.000Z`,
      });
      const { id, needs } = await needy({ needs: [at('14:00', '16:00'), at('15:00', '17:00')] });
      const claims = needs.map(({ _id }) => ({ needId: _id, quantity: 1 }));
      expect(errorOf(await confirm(id, { claims }))).toMatchObject({ status: 409, code: 'CLASH' });
    });

    // docs/rules.md R11.2
    it('are required where the organiser says so, save of people whom the organiser adds', async () => {
      const { id, owner, cook } = await needy({ needsRequired: true });
      const message = 'Elige al menos una tarea o cosa por llevar';
      expect(errorOf(await confirm(id))).toEqual({ status: 400, code: 'NEED_REQUIRED', message });
      const reply = await confirm(id, { claims: [{ needId: cook, quantity: 1 }] });
      expect(reply.statusCode).toBe(201);
      expect(errorOf(await change(id, [], cookieOf(reply)))).toMatchObject({ code: 'NEED_REQUIRED' });
      const added = await confirm(id, {}, owner);
      expect(added.statusCode).toBe(201);
      const { email } = added.json();
      expect((await change(id, [], owner, { email })).statusCode).toBe(200);
    });

    it('are changed with the proof of a cancellation, within what is missing', async () => {
      const { id, owner, cook, spade } = await needy();
      const visit = await aVisit(db, { activityId: id });
      const claims = [{ needId: spade, quantity: 3 }];
      const reply = await change(id, claims, {}, { token: visit.token });
      expect([reply.statusCode, reply.json().claims]).toEqual([200, claims]);
      const other = await aVisit(db, { activityId: id });
      expect(errorOf(await change(id, [{ needId: spade, quantity: 1 }], other.proof))).toMatchObject({
        status: 409,
        code: 'NEED_FULL',
      });
      const mixed = [
        { needId: cook, quantity: 1 },
        { needId: spade, quantity: 2 },
      ];
      expect((await change(id, mixed, visit.proof)).json().claims).toEqual(mixed);
      expect((await change(id, [{ needId: spade, quantity: 1 }], other.proof)).statusCode).toBe(200);
      expect(await takenOf(id)).toEqual([1, 3]);
      expect((await change(id, [], owner, { attendanceId: visit.attendance.id })).json().claims).toEqual([]);
      expect(errorOf(await change(id, [], {}))).toMatchObject({ status: 403 });
      const page = await send('POST', '/attendances/personal', { token: other.token });
      expect(page.json()).toMatchObject({
        claims: [{ needId: spade, quantity: 1 }],
        task: { needs: [{ taken: 0 }, { taken: 1 }] },
      });
    });

    it('stay as they are once the activity has ended', async () => {
      const { id, spade } = await needy({ endDate: '2026-12-05T20:00:00.000Z' });
      const { proof } = await aVisit(db, { activityId: id });
      const claims = [{ needId: spade, quantity: 1 }];
      app.setNow(new Date('2026-12-05T19:00:00.000Z'));
      expect((await change(id, claims, proof)).statusCode).toBe(200);
      app.setNow(new Date('2026-12-05T20:00:01.000Z'));
      expect(errorOf(await change(id, [], proof))).toMatchObject({ message: ['Esta actividad ya pasó'] });
    });

    it('hold the size of a party', async () => {
      const { id, cook } = await needy({ companionsMax: 3 });
      const reply = await confirm(id, { companions: 2, claims: [{ needId: cook, quantity: 2 }] });
      const party = (companions: number) =>
        send('PUT', `/attendances/party/${id}`, { companions }, cookieOf(reply));
      expect(errorOf(await party(0))).toMatchObject({ status: 409, code: 'PARTY_TOO_SMALL' });
      expect((await party(1)).json()).toMatchObject({ companions: 1, claims: [{ quantity: 2 }] });
    });

    it('of those who wait are not stored, and asked for when a place is accepted', async () => {
      const { id, owner, cook, spade } = await needy({ capacity: 1, needsRequired: true });
      const claims = [{ needId: spade, quantity: 1 }];
      const holder = await confirm(id, { claims });
      const reply = await confirm(id, { claims });
      expect(reply.json()).toMatchObject({ status: 'waiting', claims: [] });
      expect((await confirm(id)).json()).toMatchObject({ status: 'waiting', claims: [] });
      const proof = cookieOf(reply);
      expect(errorOf(await change(id, claims, proof))).toEqual({
        status: 409,
        code: 'NOT_CONFIRMED',
        message: 'Primero debes tener un cupo confirmado',
      });
      await send('DELETE', `/attendances/cancel/${id}`, {}, cookieOf(holder));
      const answer = (more: object) =>
        send('POST', `/attendances/offer/${id}`, { accept: true, ...more }, proof);
      expect(errorOf(await answer({}))).toMatchObject({ status: 400, code: 'NEED_REQUIRED' });
      expect(errorOf(await answer({ claims: [{ needId: spade, quantity: 4 }] }))).toMatchObject({
        code: 'NEED_FULL',
      });
      const accepted = await answer({ claims: [{ needId: cook, quantity: 1 }] });
      expect(accepted.json()).toMatchObject({ status: 'confirmed', claims: [{ needId: cook, quantity: 1 }] });
      const mails = await emailsTo(db, accepted.json().email);
      expect(mails.map(({ text }) => text?.includes('Ayudas o llevas'))).toEqual([false, false, true]);
      expect((await answer({})).json().claims).toEqual([{ needId: cook, quantity: 1 }]);
      // The organiser can admit a party without claims.
      const last = (await listed(id, owner)).at(-1);
      const admitted = await send('PATCH', `/attendances/${last._id}/status`, { status: 'confirmed' }, owner);
      expect(admitted.json()).toMatchObject({ status: 'confirmed', claims: [] });
    });

    it('never exceed what is needed, whatever runs at once', async () => {
      const { id, cook, spade, owner } = await needy({ needs: [{ ...cooking, quantity: 5 }, spades] });
      const claims = [{ needId: cook, quantity: 1 }];
      const replies = await concurrently(20, () => confirm(id, { claims }));
      expect(tally(replies)).toEqual({ 201: 5, 409: 15 });
      expect(await listed(id, owner)).toHaveLength(5);
      const visits = await Promise.all(Array.from({ length: 8 }, () => aVisit(db, { activityId: id })));
      const changed = await Promise.all(
        visits.map(({ proof }) => change(id, [{ needId: spade, quantity: 1 }], proof)),
      );
      expect(tally(changed)).toEqual({ 200: 3, 409: 5 });
      expect(await takenOf(id)).toEqual([5, 3]);
      const [extra] = visits;
      const tooMuch = {
        attendanceId: extra?.attendance.id ?? '',
        needId: cook,
        quantity: 1,
        createdAt: NOON,
      };
      await expect(db.insert(attendanceClaims).values(tooMuch)).rejects.toMatchObject({
        cause: { constraint: 'activity_needs_taken' },
      });
    });

    it('are freed by an account that is deleted', async () => {
      const { id, spade } = await needy();
      const password = 'secreta-larga';
      const { headers, user } = await signedIn(db, { passwordHash: await cheapHash(password) });
      await confirm(id, { email: user.email, claims: [{ needId: spade, quantity: 2 }] }, headers);
      const past = await needy();
      await db
        .update(activities)
        .set({ date: new Date(NOON.getTime() - 1) })
        .where(eq(activities.id, past.id));
      const visit = await aVisit(db, { activityId: past.id, userId: user.id, email: user.email });
      await db
        .insert(attendanceClaims)
        .values({ attendanceId: visit.attendance.id, needId: past.spade, quantity: 1, createdAt: NOON });
      expect(
        (await send('DELETE', '/auth/account', { password, confirmation: 'ELIMINAR' }, headers)).statusCode,
      ).toBe(204);
      expect([await takenOf(id), await takenOf(past.id)]).toEqual([
        [0, 0],
        [0, 1],
      ]);
    });
  });

  it('those who wait are not refused for what others have claimed', async () => {
    const { id, spade } = await needy({ capacity: 1 });
    await confirm(id, { claims: [{ needId: spade, quantity: 3 }] });
    const reply = await confirm(id, { claims: [{ needId: spade, quantity: 1 }] });
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { status: 'waiting', claims: [] }]);
  });

  describe('fewer needs', () => {
    it('are also those that become a task: their claims would not suit it', async () => {
      const { id, owner, spade } = await needy();
      await confirm(id, { claims: [{ needId: spade, quantity: 3 }] });
      const needs = [{ kind: 'task', name: 'Palear', quantity: 3, _id: spade, note: null }];
      expect(errorOf(await edit(id, owner, { needs }))).toMatchObject({ status: 409, code: 'NEED_TAKEN' });
      const saved = await edit(id, owner, { needs, releaseClaims: true });
      expect(saved.json().needs).toMatchObject([{ _id: spade, kind: 'task', taken: 0, note: '' }]);
    });

    // docs/rules.md R11.5
    it('than are claimed are refused, until the organiser releases the newest claims, whose people are told', async () => {
      const { id, owner, needs, spade } = await needy();
      const [cook] = needs;
      const first = await confirm(id, { claims: [{ needId: spade, quantity: 1 }] });
      app.setNow(new Date(NOON.getTime() + 1000));
      const second = await confirm(id, { claims: [{ needId: spade, quantity: 2 }] });
      const { headers, user } = await signedIn(db);
      await confirm(id, { email: user.email, claims: [{ needId: cook?._id ?? '', quantity: 1 }] }, headers);
      const fewer = [{ ...spades, _id: spade, quantity: 2 }];
      const refusal = errorOf(await edit(id, owner, { needs: fewer, title: 'Otra' }));
      expect(refusal).toMatchObject({ status: 409, code: 'NEED_TAKEN' });
      expect((await app.inject(`/api/tasks/${id}`)).json()).toMatchObject({
        title: 'Siembra',
        needs: [{}, {}],
      });
      const saved = await edit(id, owner, { needs: fewer, releaseClaims: true });
      expect(saved.json().needs).toMatchObject([{ _id: spade, quantity: 2, taken: 2 }]);
      const claimsOf = async () =>
        (await listed(id, owner)).map(({ claims }: { claims: Claim[] }) =>
          claims.map(({ quantity }) => quantity),
        );
      expect(await claimsOf()).toEqual([[1], [1], []]);
      expect(await emailsTo(db, first.json().email)).toHaveLength(1);
      const [, told] = await emailsTo(db, second.json().email);
      expect(told?.text).toContain('Ya no cuentan contigo para «Palas»');
      expect(told?.text).toContain('mi-asistencia?token=');
      const [, member] = await emailsTo(db, user.email);
      expect(member?.text).toContain('«Cocina»');
      expect(member?.text).toContain(`/actividades/${id}`);
      expect((await edit(id, owner, { needs: null })).statusCode).toBe(409);
      expect((await edit(id, owner, { needs: null, releaseClaims: 'true' })).json().needs).toEqual([]);
      expect(await db.$count(activityNeeds, eq(activityNeeds.activityId, id))).toBe(0);
      expect(await claimsOf()).toEqual([[], [], []]);
    });

    it('and new claims agree while both happen at once', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { id, owner, spade } = await needy();
        const [edited] = await Promise.all([
          edit(id, owner, {
            needs: [{ ...spades, _id: spade, quantity: 1 }],
            releaseClaims: round % 2 === 0,
          }),
          concurrently(6, () => confirm(id, { claims: [{ needId: spade, quantity: 1 }] })),
        ]);
        const [need] = (await needsNow(id)).filter(({ _id }) => _id === spade);
        const claimed = (await listed(id, owner)).flatMap(({ claims }: { claims: Claim[] }) => claims);
        expect(need?.taken).toBe(claimed.length);
        expect(need?.quantity).toBe(edited.statusCode === 200 ? 1 : 3);
        expect(need?.taken).toBeLessThanOrEqual(need?.quantity ?? 0);
      }
    });
  });

  it('a private activity does not open to strangers through its needs', async () => {
    const { id } = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    expect(errorOf(await change(id, [], {}))).toMatchObject({ status: 404 });
    expect(errorOf(await change('01980000-0000-7000-8000-000000000009', [], {}))).toMatchObject({
      status: 404,
    });
    expect(errorOf(await change('uno', [], {}))).toMatchObject({ status: 400 });
  });
});
